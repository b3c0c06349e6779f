import { useMutation, useQuery } from '@tanstack/react-query'
import { forgetLink, linkGoogle, readPendingLink } from '#shared/contracts/auth.endpoints.ts'
import { call, query } from '#web/lib/api.ts'

export function usePendingLink() {
  return useQuery({ ...query(readPendingLink), staleTime: 0 })
}

export function useLinkGoogle() {
  return useMutation({ mutationFn: () => call(linkGoogle) })
}

export function useDeclineLink() {
  return useMutation({ mutationFn: () => call(forgetLink) })
}
