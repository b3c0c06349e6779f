import { useQuery } from '@tanstack/react-query'
import { countUnreadMessages } from '#shared/contracts/chat.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard.endpoints.ts'
import { query } from '#web/lib/api.ts'

export function useDashboard() {
  return useQuery(query(readDashboard))
}

/** The number that the sidebar shows, so that both agree at any time; until it is there, the dashboard's own. */
export function useUnreadMessages(otherwise: number): number {
  return useQuery(query(countUnreadMessages)).data?.count ?? otherwise
}
