import { useQuery } from '@tanstack/react-query'
import { ActivityList } from '#web/features/activities/ActivityList.tsx'
import { readActivityFilter, readActivityLook } from '#web/features/activities/activities.search.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { useAddress } from './use-address.ts'
import { useList } from './use-list.ts'

export function ActivitiesPage() {
  const { data: user } = useQuery(meQuery)
  const address = useAddress('/activities')
  const list = useList(address)
  return (
    user && (
      <ActivityList
        user={user}
        filter={readActivityFilter(address.search)}
        look={readActivityLook(address.search)}
        onLook={change => address.set({ ...change, page: undefined }, true)}
        {...list}
      />
    )
  )
}
