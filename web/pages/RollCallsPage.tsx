import { useQuery } from '@tanstack/react-query'
import { RollCallList } from '#web/features/roll-calls/RollCallList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function RollCallsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user && <RollCallList user={user} />
}
