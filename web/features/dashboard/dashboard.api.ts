import { useQuery } from '@tanstack/react-query'
import type { CountAnswer } from '#shared/contracts/answers.ts'
import type { Dashboard } from '#shared/contracts/dashboard.ts'

export function useDashboard() {
  return useQuery<Dashboard>({ queryKey: ['/api/dashboard'] })
}

/** The number that the sidebar shows, so that both agree at any time; until it is there, the dashboard's own. */
export function useUnreadMessages(otherwise: number): number {
  return useQuery<CountAnswer>({ queryKey: ['/api/messages/unread/count'] }).data?.count ?? otherwise
}
