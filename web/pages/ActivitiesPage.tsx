import { useQuery } from '@tanstack/react-query'
import { ActivityList } from '#web/features/activities/ActivityList.tsx'
import { readActivityDisplay, readActivityFilter } from '#web/features/activities/activities.search.ts'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { useUrlState } from './use-address.ts'
import { useListState } from './use-list.ts'

export function ActivitiesPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/activities')
  const list = useListState(address)
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
