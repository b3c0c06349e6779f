import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import * as motions from '#shared/contracts/motions/motions.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { motionFormText, motionText as text } from '#texts/motions.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'

const pageSize = 50

export function useMotions() {
  return useQuery(buildQueryOptions(motions.listMotions))
}

export function useMotion(id: number) {
  return useQuery(buildQueryOptions(motions.readMotion, { params: { id } }))
}

export function useMotionVotes(id: number, isEnabled: boolean) {
  return useInfiniteQuery({
    ...buildInfiniteQuery(
      buildEndpointUrl(motions.listMotionVotes, { params: { id } }),
      pageSize,
      after => callEndpoint(motions.listMotionVotes, { params: { id }, query: { limit: pageSize, after } }),
      ({ userId }) => userId,
    ),
    enabled: isEnabled,
  })
}

/** Creates a motion, or saves the draft with the given id. Returns the motion's id. */
export function useSaveMotion(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof motions.createMotion>) => {
      if (id === undefined) return (await callEndpoint(motions.createMotion, { body })).id
      await callEndpoint(motions.updateMotion, { params: { id }, body })
      return id
    },
    meta: { success: motionFormText.saved, failure: motionFormText.failed },
  })
}

export function useDeleteMotion(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(motions.deleteMotion, { params: { id } }),
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

export function useStartMotionVoting(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(motions.openMotion, { params: { id } }),
    meta: { success: text.opened, failure: text.openFailed },
  })
}

export function useVoteOnMotion(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof motions.voteOnMotion>) =>
      callEndpoint(motions.voteOnMotion, { params: { id }, body }),
    meta: { success: text.votedNow, failure: text.voteFailed },
  })
}

export function useCloseMotion(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof motions.closeMotion>) =>
      callEndpoint(motions.closeMotion, { params: { id }, body }),
    meta: { success: text.closed, failure: text.closeFailed },
  })
}
