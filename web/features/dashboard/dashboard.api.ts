import { useQuery } from '@tanstack/react-query'
import { readDashboard } from '#shared/contracts/dashboard/dashboard.endpoints.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

export function useDashboard() {
  return useQuery(buildQueryOptions(readDashboard))
}
