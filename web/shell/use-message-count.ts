import { useQuery } from '@tanstack/react-query'
import type { CountAnswer } from '#shared/contracts/answers.ts'

/** Unread messages over all groups: one number for the sidebar and the header. */
export function useMessageCount(): number {
  return useQuery<CountAnswer>({ queryKey: ['/api/messages/unread/count'] }).data?.count ?? 0
}
