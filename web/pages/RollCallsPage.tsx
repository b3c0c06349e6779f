import { useQuery } from '@tanstack/react-query'
import { RollCallList } from '#web/features/roll-calls/RollCallList.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function RollCallsPage() {
  const { data: user } = useQuery(meQuery)
  return user && <RollCallList user={user} />
}
