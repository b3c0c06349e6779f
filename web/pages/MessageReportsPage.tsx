import { useQuery } from '@tanstack/react-query'
import { MessageReportList } from '#web/features/reports/MessageReportList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function MessageReportsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user ? <MessageReportList myId={user.id} /> : null
}
