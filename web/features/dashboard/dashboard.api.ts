import { useQuery } from '@tanstack/react-query'
import { countUnreadMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard/dashboard.endpoints.ts'
import { buildQuery } from '#web/lib/http/api.ts'

export function useDashboard() {
  return useQuery(buildQuery(readDashboard))
}

/** Returns the same number of unread messages as the sidebar shows, or `otherwise` while it is loading. */
export function useUnreadMessages(otherwise: number): number {
  return useQuery(buildQuery(countUnreadMessages)).data?.count ?? otherwise
}
