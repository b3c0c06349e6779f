import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  chargePlanMembersBody,
  feePlanDetail,
  feePlanItem,
  feePreview,
  newPlanBody,
  planBody,
  planParams,
  previewQuery,
  raiseResponse,
} from './fee-plans.schemas.ts'
import {
  chargesQuery,
  entryParams,
  feeAccount,
  feeExportQuery,
  feeParams,
  feeRules,
  ownFees,
  paymentBody,
  paymentResponse,
  planCharge,
  receipt,
  refundBody,
  reversalBody,
  reversalDecisionBody,
  reversalRequest,
  reversalResponse,
  waiverBody,
} from './fees.schemas.ts'

export const readOwnFees = defineContract({ access: 'fees.own', answer: ownFees })
/** Returns a receipt of the caller, or of a member whose fees the caller may view. */
export const readReceipt = defineContract({ access: 'fees.own', params: feeParams, answer: receipt })

export const listFeePlans = defineContract({ access: 'fees.view', answer: z.array(feePlanItem) })
export const createFeePlan = defineContract({
  access: 'fees.manage',
  body: newPlanBody,
  answer: z.object({ id }),
  status: 201,
})
export const readFeePlan = defineContract({ access: 'fees.view', params: planParams, answer: feePlanDetail })
/** Changes a fee plan. Existing charges keep their name and amount. */
export const updateFeePlan = defineContract({
  access: 'fees.manage',
  params: planParams,
  body: planBody,
  answer: 'nothing',
})
export const closeFeePlan = defineContract({
  access: 'fees.manage',
  params: planParams,
  body: noBody,
  answer: 'nothing',
})
export const previewFeePlan = defineContract({
  access: 'fees.manage',
  params: planParams,
  query: previewQuery,
  answer: feePreview,
})
/** Charges the members of a fee plan for a period. Members with an earlier charge for the period are skipped. */
export const chargePlanMembers = defineContract({
  access: 'fees.manage',
  params: planParams,
  body: chargePlanMembersBody,
  answer: raiseResponse,
})
export const listPlanCharges = defineContract({
  access: 'fees.view',
  params: planParams,
  query: chargesQuery,
  answer: z.array(planCharge),
})
export const exportPlanCharges = defineContract({
  access: 'fees.view',
  proof: true,
  params: planParams,
  query: feeExportQuery,
  answer: 'stream',
})

export const readFeeAccount = defineContract({ access: 'fees.view', params: feeParams, answer: feeAccount })
export const bookFeePayment = defineContract({
  access: 'fees.manage',
  params: feeParams,
  body: paymentBody,
  answer: paymentResponse,
})
/** Waives the outstanding amount of a charge, or a part of the outstanding amount. */
export const waiveFeeCharge = defineContract({
  access: 'fees.manage',
  params: feeParams,
  body: waiverBody,
  answer: 'nothing',
})
/** Records that the fee collector has returned an overpaid amount to the member. */
export const refundFeeCredit = defineContract({
  access: 'fees.manage',
  params: feeParams,
  body: refundBody,
  answer: 'nothing',
})
/**
 * Reverses a ledger entry. When the reversal makes a charge unpaid again, requests it from a second manager instead.
 */
export const reverseFeeEntry = defineContract({
  access: 'fees.manage',
  params: entryParams,
  body: reversalBody,
  answer: reversalResponse,
})
export const listReversalRequests = defineContract({
  access: 'fees.manage',
  answer: z.array(reversalRequest),
})
export const decideReversalRequest = defineContract({
  access: 'fees.manage',
  params: feeParams,
  body: reversalDecisionBody,
  answer: 'nothing',
})

export const readFeeRules = defineContract({ access: 'fees.rules', answer: feeRules })
export const changeFeeRules = defineContract({
  access: 'fees.rules',
  proof: true,
  body: feeRules,
  answer: 'nothing',
})
