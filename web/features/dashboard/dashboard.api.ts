import { useQuery } from '@tanstack/react-query'
import { countUnreadMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard/dashboard.endpoints.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

export function useDashboard() {
  return useQuery(buildQueryOptions(readDashboard))
}

/** Returns the same number of unread messages as the sidebar shows, or `otherwise` while it is loading. */
export function useSidebarUnreadMessageCount(otherwise: number): number {
  return useQuery(buildQueryOptions(countUnreadMessages)).data?.count ?? otherwise
}
