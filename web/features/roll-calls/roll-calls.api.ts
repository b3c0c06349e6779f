import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import * as rollCalls from '#shared/contracts/roll-calls/roll-calls.endpoints.ts'
import type { RollCallState } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { answerText, askText, boardText } from '#texts/roll-calls.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'

const pageSize = 50

export function useRollCalls() {
  return useQuery(buildQueryOptions(rollCalls.listRollCalls))
}

export function useRollCall(id: number) {
  return useQuery(buildQueryOptions(rollCalls.readRollCall, { params: { id } }))
}

export function useRollCallRecipients(id: number, state: RollCallState) {
  return useInfiniteQuery(
    buildInfiniteQuery(
      buildEndpointUrl(rollCalls.listAskedPeople, { params: { id }, query: { state } }),
      pageSize,
      after =>
        callEndpoint(rollCalls.listAskedPeople, {
          params: { id },
          query: { state, limit: pageSize, after },
        }),
      ({ userId }) => userId,
    ),
  )
}

export function useStartRollCall() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof rollCalls.startRollCall>) =>
      callEndpoint(rollCalls.startRollCall, { body }),
    meta: { success: askText.done, failure: askText.failed },
  })
}

export function useAnswerRollCall(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof rollCalls.answerRollCall>) =>
      callEndpoint(rollCalls.answerRollCall, { params: { id }, body }),
    meta: { success: answerText.saved, failure: answerText.failed },
  })
}

export function useRevealPhoneNumber(id: number, userId: number) {
  return useMutation({
    mutationFn: () => callEndpoint(rollCalls.revealPhoneNumber, { params: { id, userId } }),
    meta: { failure: boardText.phoneFailed },
  })
}

export function useRemindRollCallNonResponders(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(rollCalls.remindUnansweredPeople, { params: { id } }),
    meta: { success: boardText.reminded, failure: boardText.remindFailed },
  })
}

export function useCloseRollCall(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(rollCalls.closeRollCall, { params: { id } }),
    meta: { success: boardText.closedDone, failure: boardText.closeFailed },
  })
}

/** Returns a function that builds the export URL of a roll call for a file format. */
export const createRollCallExportUrlBuilder = (id: number) => (format: 'csv' | 'xlsx') =>
  buildEndpointUrl(rollCalls.exportRollCall, { params: { id }, query: { format } })
