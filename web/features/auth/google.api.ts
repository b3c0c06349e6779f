import { useMutation, useQuery } from '@tanstack/react-query'
import type { PendingLink } from '#shared/contracts/google.ts'
import { request } from '#web/lib/api.ts'

export function usePendingLink() {
  return useQuery<PendingLink>({ queryKey: ['/api/auth/google/link'], staleTime: 0 })
}

export function useLinkGoogle() {
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/google/link'),
    meta: { invalidates: ['/api/account', '/api/profile'] },
  })
}

export function useDeclineLink() {
  return useMutation({ mutationFn: () => request('DELETE', '/api/auth/google/link') })
}
