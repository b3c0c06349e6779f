import { useMutation, useQuery } from '@tanstack/react-query'
import * as elections from '#shared/contracts/elections/elections.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { electionFormText, nominationText, organiserText as text } from '#texts/elections.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useElections() {
  return useQuery(buildQueryOptions(elections.listElections))
}

/**
 * Time in ms between two reads of an open election. The server sends no event for a single ballot, because every
 * voter's client would then read the election again.
 */
const turnoutInterval = 30_000

export function useElection(id: number) {
  return useQuery({
    ...buildQueryOptions(elections.readElection, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? turnoutInterval : false),
  })
}

/** Creates an election, or saves the draft with the given id. Returns the election's id. */
export function useSaveElection(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof elections.createElection>) => {
      if (id === undefined) return (await callEndpoint(elections.createElection, { body })).id
      await callEndpoint(elections.updateElection, { params: { id }, body })
      return id
    },
    meta: { success: electionFormText.saved, failure: electionFormText.failed },
  })
}

export function useDeleteElection(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.deleteElection, { params: { id } }),
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

export function useAnnounceElection(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.announceElection, { params: { id } }),
    meta: { success: text.announced, failure: text.announceFailed },
  })
}

export function useAcceptOrDeclineNomination(id: number, candidateId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof elections.answerNomination>) =>
      callEndpoint(elections.answerNomination, { params: { id, candidateId }, body }),
    meta: { success: nominationText.saved, failure: nominationText.failed },
  })
}

export function useReplaceTrustee(id: number, index: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof elections.replaceTrustee>) =>
      callEndpoint(elections.replaceTrustee, { params: { id, index }, body }),
    meta: { success: text.replaced, failure: text.replaceFailed },
  })
}

export function useConfirmElectoralRoll(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.confirmRoll, { params: { id } }),
    meta: { success: text.rollConfirmed, failure: text.confirmFailed },
  })
}

export function useSendElectionReminders(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.sendReminders, { params: { id } }),
    meta: { success: text.reminded, failure: text.remindFailed },
  })
}

export function useEndElectionVotingEarly(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof elections.endElectionVotingEarly>) =>
      callEndpoint(elections.endElectionVotingEarly, { params: { id }, body }),
    meta: { success: text.closed, failure: text.closeFailed },
  })
}

export function usePublishElectionResult(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.publishElectionResult, { params: { id } }),
    meta: { success: text.published, failure: text.publishFailed },
  })
}

export function useProposeAnnulment(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof elections.proposeAnnulment>) =>
      callEndpoint(elections.proposeAnnulment, { params: { id }, body }),
    meta: { success: text.annulProposed, failure: text.annulFailed },
  })
}

export function useConfirmAnnulmentAsSecondPerson(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.confirmAnnulment, { params: { id } }),
    meta: { success: text.annulled, failure: text.confirmAnnulFailed },
  })
}

export function useWithdrawAnnulment(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(elections.withdrawAnnulment, { params: { id } }),
    meta: { success: text.withdrawn, failure: text.withdrawFailed },
  })
}
