import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import * as rollCalls from '#shared/contracts/roll-calls.endpoints.ts'
import type { PeopleState } from '#shared/contracts/roll-calls.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { growingQuery } from '#web/lib/pages.ts'
import { answerText, askText, boardText } from './roll-calls.text.ts'

const pageSize = 50

export function useRollCalls() {
  return useQuery(query(rollCalls.listRollCalls))
}

export function useRollCall(id: number) {
  return useQuery(query(rollCalls.readRollCall, { params: { id } }))
}

export function useAsked(id: number, state: PeopleState) {
  return useInfiniteQuery(
    growingQuery(
      addressOf(rollCalls.listAsked, { params: { id }, query: { state } }),
      pageSize,
      after =>
        call(rollCalls.listAsked, {
          params: { id },
          query: { state, limit: pageSize, after },
        }),
      ({ userId }) => userId,
    ),
  )
}

export function useAsk() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof rollCalls.askRollCall>) => call(rollCalls.askRollCall, { body }),
    meta: { success: askText.done, failure: askText.failed },
  })
}

export function useAnswerSafety(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof rollCalls.answerRollCall>) =>
      call(rollCalls.answerRollCall, { params: { id }, body }),
    meta: { success: answerText.saved, failure: answerText.failed },
  })
}

export function useShowPhone(id: number, userId: number) {
  return useMutation({
    mutationFn: () => call(rollCalls.showPhone, { params: { id, userId } }),
    meta: { failure: boardText.phoneFailed },
  })
}

export function useRemindSilent(id: number) {
  return useMutation({
    mutationFn: () => call(rollCalls.remindSilent, { params: { id } }),
    meta: { success: boardText.reminded, failure: boardText.remindFailed },
  })
}

export function useCloseRollCall(id: number) {
  return useMutation({
    mutationFn: () => call(rollCalls.closeRollCall, { params: { id } }),
    meta: { success: boardText.closedDone, failure: boardText.closeFailed },
  })
}

/** Returns a function that builds the export URL of a roll call for a file format. */
export const exportAddress = (id: number) => (format: 'csv' | 'xlsx') =>
  addressOf(rollCalls.exportRollCall, { params: { id }, query: { format } })
