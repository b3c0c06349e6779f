import { useQuery } from '@tanstack/react-query'
import { ActivityList } from '#web/features/activities/ActivityList.tsx'
import { readActivityFilter } from '#web/features/activities/activities.api.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { useListPage } from './use-list-page.ts'

export function ActivitiesPage() {
  const { data: user } = useQuery(meQuery)
  const { search, page, onFilter, onPage } = useListPage('/activities')
  return (
    user && (
      <ActivityList
        user={user}
        filter={readActivityFilter(search)}
        page={page}
        onFilter={onFilter}
        onPage={onPage}
      />
    )
  )
}
