import { useQuery } from '@tanstack/react-query'
import { ReportList } from '#web/features/reports/ReportList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ReportsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user ? <ReportList myId={user.id} /> : null
}
