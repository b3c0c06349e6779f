import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import { managedBook, payeeBody, payeeChange, payeeList, payeeParams } from './payees.schemas.ts'
import {
  chargeParams,
  confirmedTransferSlip,
  confirmTransferSlipBody,
  paymentDetails,
  rejectTransferSlipBody,
  transferSlipBody,
  transferSlipDetail,
  transferSlipParams,
  transferSlipQuery,
  transferSlipQueue,
} from './transfer-slips.schemas.ts'

/**
 * Lists the fee books (fee ledgers of a club, country or headquarters) that the caller manages. Books with a proposed
 * payee account come first.
 */
export const listManagedBooks = defineContract({ access: 'fees.manage', answer: z.array(managedBook) })

/** Lists the payee accounts (accounts that members pay fees into) of a fee ledger: active, proposed and former ones. */
export const listPayees = defineContract({ access: 'fees.manage', params: payeeParams, answer: payeeList })

/** Proposes an account that members pay fees into. A second manager must confirm it. */
export const proposePayee = defineContract({
  access: 'fees.manage',
  proof: true,
  params: payeeParams,
  body: payeeBody,
  answer: z.object({ id }),
  status: 201,
})

/** Confirms a payee account that another manager proposed. From then on, members pay into this account. */
export const confirmPayee = defineContract({
  access: 'fees.manage',
  proof: true,
  params: payeeParams,
  body: noBody,
  answer: 'nothing',
})

/**
 * Declines a proposed payee account. The manager who proposed the account withdraws the proposal with the same call.
 */
export const declinePayee = defineContract({
  access: 'fees.manage',
  params: payeeParams,
  body: noBody,
  answer: 'nothing',
})

/**
 * Lists payee accounts that changed in the last 14 days, for clubs, countries or headquarters to which the caller owes
 * fees.
 */
export const listPayeeChanges = defineContract({ access: 'fees.own', answer: z.array(payeeChange) })

/** Returns the payee account and QR code with which the caller can pay a charge. */
export const readPayment = defineContract({
  access: 'fees.own',
  params: chargeParams,
  answer: paymentDetails,
})

/** Stores the caller's transfer slip (proof of payment) for a charge. A repeated upload returns the same slip. */
export const sendTransferSlip = defineContract({
  access: 'fees.own',
  params: chargeParams,
  body: transferSlipBody,
  answer: z.object({ id }),
  status: [200, 201],
})

export const withdrawTransferSlip = defineContract({
  access: 'fees.own',
  params: transferSlipParams,
  body: noBody,
  answer: 'nothing',
})

/** Lists undecided transfer slips (proofs of payment) in the caller's scope. The oldest slip comes first. */
export const listTransferSlips = defineContract({
  access: 'fees.manage',
  query: transferSlipQuery,
  answer: transferSlipQueue,
})

export const readTransferSlip = defineContract({
  access: 'fees.manage',
  params: transferSlipParams,
  answer: transferSlipDetail,
})

/** Confirms a transfer slip (proof of payment), records the payment and issues its receipt. */
export const confirmTransferSlip = defineContract({
  access: 'fees.manage',
  params: transferSlipParams,
  body: confirmTransferSlipBody,
  answer: confirmedTransferSlip,
})

export const rejectTransferSlip = defineContract({
  access: 'fees.manage',
  params: transferSlipParams,
  body: rejectTransferSlipBody,
  answer: 'nothing',
})
