import { useMutation, useQuery } from '@tanstack/react-query'
import * as fees from '#shared/contracts/fees/fees.endpoints.ts'
import type { BodyOf, QueryOf } from '#shared/endpoint.ts'
import {
  accountText,
  feeRulesText,
  paymentText,
  planText,
  planViewText,
  raiseText,
  reversalText,
} from '#texts/fees.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'

export const useOwnFees = () => useQuery(buildQueryOptions(fees.readOwnFees))
export const useReceipt = (id: number) => useQuery(buildQueryOptions(fees.readReceipt, { params: { id } }))
export const useFeePlans = () => useQuery(buildQueryOptions(fees.listFeePlans))
export const useFeePlan = (id: number) => useQuery(buildQueryOptions(fees.readFeePlan, { params: { id } }))
export const useFeeAccount = (id: number) =>
  useQuery(buildQueryOptions(fees.readFeeAccount, { params: { id } }))
export const useReversalRequests = (isManager: boolean) =>
  useQuery({ ...buildQueryOptions(fees.listReversalRequests), enabled: isManager })
export const useFeeRules = () => useQuery(buildQueryOptions(fees.readFeeRules))

export const usePlanCharges = (id: number, query: QueryOf<typeof fees.listPlanCharges>) =>
  useQuery(buildQueryOptionsForListPage(fees.listPlanCharges, { params: { id }, query }))

export const useFeePreview = (id: number, period: string) =>
  useQuery(buildQueryOptions(fees.previewFeePlan, { params: { id }, query: { period } }))

/** URL of the export of all fees owed that match the list's filter, not only of those on the current page. */
export const createFeeExportUrlBuilder =
  (id: number, { period, state, search }: Omit<QueryOf<typeof fees.exportPlanCharges>, 'format'>) =>
  (format: 'csv' | 'xlsx') =>
    buildEndpointUrl(fees.exportPlanCharges, { params: { id }, query: { period, state, search, format } })

export function useCreateFeePlan() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.createFeePlan>) => callEndpoint(fees.createFeePlan, { body }),
    meta: { success: planText.created, failure: planText.failed },
  })
}

export function useUpdateFeePlan(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.updateFeePlan>) =>
      callEndpoint(fees.updateFeePlan, { params: { id }, body }),
    meta: { success: planText.updated, failure: planText.failed },
  })
}

export function useCloseFeePlan(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(fees.closeFeePlan, { params: { id } }),
    meta: { success: planViewText.closedDone, failure: planViewText.closeFailed },
  })
}

export function useChargeMembersOfFeePlan(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.chargePlanMembers>) =>
      callEndpoint(fees.chargePlanMembers, { params: { id }, body }),
    meta: { success: raiseText.done, failure: raiseText.failed },
  })
}

export function useRecordFeePayment(accountId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.bookFeePayment>) =>
      callEndpoint(fees.bookFeePayment, { params: { id: accountId }, body }),
    meta: { success: paymentText.done, failure: paymentText.failed },
  })
}

export function useWaiveCharge(chargeId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.waiveFeeCharge>) =>
      callEndpoint(fees.waiveFeeCharge, { params: { id: chargeId }, body }),
    meta: { success: accountText.waiveDone, failure: accountText.waiveFailed },
  })
}

export function useRefundFeeCredit(accountId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.refundFeeCredit>) =>
      callEndpoint(fees.refundFeeCredit, { params: { id: accountId }, body }),
    meta: { success: accountText.refundDone, failure: accountText.refundFailed },
  })
}

export function useReverseFeeEntry(entryId: number, needsSecondPerson: boolean) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.reverseFeeEntry>) =>
      callEndpoint(fees.reverseFeeEntry, { params: { id: entryId }, body }),
    meta: {
      success: needsSecondPerson ? accountText.reverseAsked : accountText.reverseDone,
      failure: accountText.reverseFailed,
    },
  })
}

export function useDecideFeeReversalRequest(id: number, isConfirmed: boolean) {
  return useMutation({
    mutationFn: () => callEndpoint(fees.decideReversalRequest, { params: { id }, body: { isConfirmed } }),
    meta: {
      success: isConfirmed ? reversalText.confirmed : reversalText.declined,
      failure: reversalText.failed,
    },
  })
}

export function useChangeFeeRules() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof fees.changeFeeRules>) => callEndpoint(fees.changeFeeRules, { body }),
    meta: { success: feeRulesText.saved, failure: feeRulesText.failed },
  })
}
