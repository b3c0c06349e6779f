import { useQuery } from '@tanstack/react-query'
import { ReportList } from '#web/features/reports/ReportList.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function ReportsPage() {
  const { data: user } = useQuery(meQuery)
  return user ? <ReportList myId={user.id} /> : null
}
