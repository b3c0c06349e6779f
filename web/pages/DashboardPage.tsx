import { useQuery } from '@tanstack/react-query'
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function DashboardPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user && <Dashboard user={user} />
}
