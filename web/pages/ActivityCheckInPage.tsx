import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CheckIn } from '#web/features/check-in/CheckIn.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ActivityCheckInPage() {
  const id = parseId(useParams({ from: '/shell/activities/$id/check-in' }).id)
  const { data: user } = useQuery(currentUserQuery)
  return user && <CheckIn key={id} owner={user.id} id={id} />
}
