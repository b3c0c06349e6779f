import { useQuery } from '@tanstack/react-query'
import { ClubList } from '#web/features/clubs/ClubList.tsx'
import { readClubFilter } from '#web/features/clubs/clubs.search.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { useAddress } from './use-address.ts'
import { useList } from './use-list.ts'

export function ClubsPage() {
  const { data: user } = useQuery(meQuery)
  const address = useAddress('/clubs')
  const list = useList(address)
  return (
    user && (
      <ClubList
        user={user}
        filter={readClubFilter(address.search)}
        isCreating={address.search.create === 'yes'}
        onCreate={isOpen => void address.set({ create: isOpen ? 'yes' : undefined })}
        {...list}
      />
    )
  )
}
