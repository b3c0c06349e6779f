import { useQuery } from '@tanstack/react-query'
import { readActivityDisplay, readActivityFilter } from '#web/features/activities/activities.search.ts'
import { ActivityList } from '#web/features/activities/list/ActivityList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'

export function ActivitiesPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/activities')
  const list = useListPageAndFilters(address)
  return (
    user && (
      <ActivityList
        user={user}
        filter={readActivityFilter(address.search)}
        look={readActivityDisplay(address.search)}
        onLook={change => address.set({ ...change, page: undefined }, true)}
        {...list}
      />
    )
  )
}
