import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ActivityDetails } from '#web/features/activities/ActivityDetails.tsx'
import { meQuery } from '#web/lib/query-client.ts'
import { readId } from '#web/lib/search.ts'

export function ActivityPage() {
  const { data: user } = useQuery(meQuery)
  const id = readId(useParams({ from: '/shell/activities/$id' }).id)
  return user && <ActivityDetails key={id} user={user} id={id} />
}
