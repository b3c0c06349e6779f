import { useQuery } from '@tanstack/react-query'
import { ClubList } from '#web/features/clubs/ClubList.tsx'
import { readClubFilter } from '#web/features/clubs/clubs.search.ts'
import { dropUnknownCountry } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useListState } from './use-list-state.ts'
import { useUrlState } from './use-url-state.ts'

export function ClubsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/clubs')
  const list = useListState(address)
  return (
    user && (
      <ClubList
        user={user}
        filter={dropUnknownCountry(readClubFilter(address.search))}
        isCreating={address.search.create === 'yes'}
        onCreate={isOpen => void address.set({ create: isOpen ? 'yes' : undefined })}
        {...list}
      />
    )
  )
}
