import { useMutation, useQuery } from '@tanstack/react-query'
import {
  discardPendingGoogleLink,
  linkGoogle,
  readPendingGoogleLink,
} from '#shared/contracts/auth/auth.endpoints.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useGoogleAccountWaitingToBeLinked() {
  return useQuery({ ...buildQueryOptions(readPendingGoogleLink), staleTime: 0 })
}

export function useLinkGoogle() {
  return useMutation({ mutationFn: () => callEndpoint(linkGoogle) })
}

export function useDeclineGoogleLink() {
  return useMutation({ mutationFn: () => callEndpoint(discardPendingGoogleLink) })
}
