import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import * as merging from '#shared/contracts/merging/merging.endpoints.ts'
import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { mergeText, ownText, pairsText } from '#texts/merging.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'

const pageSize = 20

export function useLikelyDuplicateUsers() {
  return useInfiniteQuery(
    buildInfiniteQuery(
      merging.listPairs.path,
      pageSize,
      before => callEndpoint(merging.listPairs, { query: { limit: pageSize, before } }),
      ({ id }) => id,
    ),
  )
}

export function useDismissLikelyDuplicate() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(merging.dismissPair, { params: { id } }),
    meta: { success: pairsText.dismissed, failure: pairsText.dismissFailed },
  })
}

export function useMergePreview(id: number, otherId: number) {
  // The preview of an account merge is always refetched, because its message counts change without any event.
  return useQuery({ ...buildQueryOptions(merging.previewMerge, { params: { id, otherId } }), staleTime: 0 })
}

/** Merges two accounts. `onDone` is a mutation option, so it runs even if the calling component has unmounted. */
export function useMergeUsers(
  id: number,
  otherId: number,
  onDone: (answer: { outcome: 'merged' | 'asked' }) => void,
) {
  return useMutation({
    mutationFn: (take: MergedField[]) =>
      callEndpoint(merging.mergeUsersOrRequestConsent, { params: { id, otherId }, body: { take } }),
    onSuccess: onDone,
    meta: { failure: mergeText.failed },
  })
}

export function useWithdrawMergeRequest() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(merging.withdrawMerge, { params: { id } }),
    meta: { success: mergeText.withdrawn, failure: mergeText.withdrawFailed },
  })
}

export function useMergeRequestForOwnAccount() {
  return useQuery(buildQueryOptions(merging.readOwnMerge))
}

export function useConfirmMerge() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(merging.confirmMerge, { params: { id } }),
    meta: { success: ownText.done, failure: ownText.failed },
  })
}

export function useDeclineMerge() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(merging.declineMerge, { params: { id } }),
    meta: { success: ownText.declined, failure: ownText.failed },
  })
}
