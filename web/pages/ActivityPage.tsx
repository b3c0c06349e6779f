import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ActivityDetails } from '#web/features/activities/ActivityDetails.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { parseId } from '#web/lib/search.ts'

export function ActivityPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/activities/$id' }).id)
  return user && <ActivityDetails key={id} user={user} id={id} />
}
