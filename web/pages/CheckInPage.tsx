import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CheckIn } from '#web/features/check-in/CheckIn.tsx'
import { meQuery } from '#web/lib/query-client.ts'
import { readId } from '#web/lib/search.ts'

export function CheckInPage() {
  const id = readId(useParams({ from: '/shell/activities/$id/check-in' }).id)
  const { data: user } = useQuery(meQuery)
  return user && <CheckIn key={id} owner={user.id} id={id} />
}
