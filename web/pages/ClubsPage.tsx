import { useQuery } from '@tanstack/react-query'
import { ClubList } from '#web/features/clubs/ClubList.tsx'
import { readClubFilter } from '#web/features/clubs/clubs.api.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { useListPage } from './use-list-page.ts'

export function ClubsPage() {
  const { data: user } = useQuery(meQuery)
  const { search, page, onFilter, onPage } = useListPage('/clubs')
  return (
    user && (
      <ClubList user={user} filter={readClubFilter(search)} page={page} onFilter={onFilter} onPage={onPage} />
    )
  )
}
