import { useQuery } from '@tanstack/react-query'
import { countUnreadMessages } from '#shared/contracts/chat.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard.endpoints.ts'
import { query } from '#web/lib/api.ts'

export function useDashboard() {
  return useQuery(query(readDashboard))
}

/** Returns the sidebar's number of unread messages, so that both agree, or `otherwise` while it is loading. */
export function useUnreadMessages(otherwise: number): number {
  return useQuery(query(countUnreadMessages)).data?.count ?? otherwise
}
