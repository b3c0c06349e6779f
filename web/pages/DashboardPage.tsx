import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx'

export function DashboardPage() {
  const { data: user } = useQuery(meQuery)
  return user && <Dashboard user={user} />
}
