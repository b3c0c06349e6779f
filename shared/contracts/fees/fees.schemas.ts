import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { exportFormat, idParam, page, pageSize } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { chargeStates } from './charge-states.ts'
import { feeEntryKinds, paymentMethods } from './fee-kinds.ts'
import { currency, day, feeAmount, feeReason, feeSum, periodKey } from './fee-plans.schemas.ts'

export const feeParams = z.object({ id: idParam })
/** Id of an entry in the fee ledger. Its range is larger than that of other ids, because the ledger may grow large. */
const entryId = z.int().check(z.positive())
export const entryParams = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.pipe(z.transform(Number), entryId)),
})

/** Collector of a fee: a club, a country, or headquarters when `clubName` and `country` are null. */
const collector = z.object({ clubName: z.nullable(z.string()), country: z.nullable(z.string()) })

export const feeCharge = z.object({
  id,
  accountId: id,
  planName: z.string(),
  period: z.string(),
  currency,
  amount: feeSum,
  paid: feeSum,
  waived: feeSum,
  outstanding: feeSum,
  dueOn: z.string(),
  isOverdue: z.boolean(),
  /** Whether a transfer slip (proof of payment) of the member for the charge awaits a decision. */
  hasWaitingSlip: z.boolean(),
  reference: z.string(),
  collector,
  reductions: z.array(z.object({ reason: z.nullable(z.string()), amount: feeSum })),
  receipts: z.array(z.object({ id, code: z.string() })),
})
export type FeeCharge = z.input<typeof feeCharge>

const money = z.object({ amount: feeSum, currency })

export const ownFees = z.object({
  /** Sums that the member still has to pay, one per currency. */
  outstanding: z.array(money),
  /**
   * Whether an election or motion would exclude the caller from its roll (list of voters) now, because of overdue fees.
   */
  isVoteBlocked: z.boolean(),
  /** Amounts that the member has overpaid. Overpaid amounts pay the member's next charges. */
  credit: z.array(z.extend(money, { collector })),
  /** Fee charges of the caller: first the unpaid ones, then the paid or waived ones with the newest first. */
  charges: z.array(feeCharge),
})
export type OwnFees = z.input<typeof ownFees>

export const receipt = z.object({
  id,
  code: z.string(),
  createdAt: instant,
  payeeName: z.string(),
  /**
   * Name of the payer at the time of the payment. After the retention period, the current name of the account's owner.
   */
  payerName: z.string(),
  membershipNumber: z.nullable(z.string()),
  currency,
  amount: feeSum,
  method: z.enum(paymentMethods),
  paidOn: z.string(),
  timeZone: z.string(),
  /** Name of the user who booked the payment; null when that user's account was deleted. */
  bookedBy: z.nullable(z.string()),
  items: z.array(
    z.object({
      planName: z.string(),
      period: z.string(),
      reference: z.string(),
      charged: feeSum,
      /** Amounts by which the charge was reduced or paid before the payment on this receipt. */
      reductions: z.array(z.object({ reason: z.nullable(z.string()), amount: feeSum })),
      paidBefore: feeSum,
      paid: feeSum,
    }),
  ),
  /** Part of the payment that exceeds all charges. This part becomes credit of the member. */
  credited: feeSum,
  isReversed: z.boolean(),
  isOwn: z.boolean(),
})
export type Receipt = z.input<typeof receipt>

const chargeFilters = {
  period: z.optional(periodKey),
  state: z.optional(z.enum(chargeStates)),
  search: z.optional(buildSingleLineTextSchema(100)),
}
export const chargesQuery = z.strictObject({ ...chargeFilters, page, pageSize })
export type ChargesQuery = z.output<typeof chargesQuery>

/** Charge of a fee plan, with the member who has to pay it. */
export const planCharge = z.object({
  id,
  accountId: id,
  userId: id,
  fullName: z.string(),
  membershipNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  period: z.string(),
  currency,
  amount: feeSum,
  paid: feeSum,
  waived: feeSum,
  outstanding: feeSum,
  dueOn: z.string(),
  isOverdue: z.boolean(),
  hasWaitingSlip: z.boolean(),
})
export type PlanCharge = z.input<typeof planCharge>
export const feeExportQuery = z.strictObject({ ...chargeFilters, format: exportFormat })
export type FeeExportQuery = z.output<typeof feeExportQuery>

/** Ledger entry of a member's fee account. `amount` is negative when the entry lowers what the member owes. */
export const feeEntry = z.object({
  id: entryId,
  kind: z.enum(feeEntryKinds),
  createdAt: instant,
  amount: feeSum,
  reason: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  method: z.nullable(z.enum(paymentMethods)),
  paidOn: z.nullable(z.string()),
  madeBy: z.nullable(z.string()),
  receipt: z.nullable(z.object({ id, code: z.string() })),
  isReversed: z.boolean(),
  isReversible: z.boolean(),
  /**
   * Whether reversing the entry would make a charge unpaid again, so that a second manager has to confirm the reversal.
   */
  needsSecondPerson: z.boolean(),
})
export type FeeEntry = z.input<typeof feeEntry>

export const feeAccount = z.object({
  id,
  userId: id,
  fullName: z.string(),
  membershipNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  collector,
  currency,
  outstanding: feeSum,
  credit: feeSum,
  /** Whether the caller may manage the member's fee account. Managers may not manage their own fee account. */
  isManaged: z.boolean(),
  charges: z.array(feeCharge),
  entries: z.array(feeEntry),
})
export type FeeAccount = z.input<typeof feeAccount>

/**
 * Key chosen by the client. A repeated request with the same key creates no second ledger entry and gets the same
 * response.
 */
const requestKey = z.uuid()

export const paymentBody = z.strictObject({
  amount: feeAmount,
  method: z.enum(paymentMethods),
  /** Day on which the payment was received; today when omitted. */
  paidOn: z.optional(day),
  /** Charge that the payment pays first. When omitted, charges are paid in the order of their due dates. */
  chargeId: z.optional(id),
  requestKey,
})
export const paymentResponse = z.object({ receiptId: id, receiptCode: z.string(), credited: feeSum })

export const waiverBody = z.strictObject({
  /** Amount by which a charge is reduced; the whole outstanding amount when omitted. */
  amount: z.optional(feeAmount),
  reason: feeReason,
  requestKey,
})
export type WaiverBody = z.output<typeof waiverBody>

export const refundBody = z.strictObject({ amount: feeAmount, reason: feeReason, requestKey })
export type RefundBody = z.output<typeof refundBody>

export const reversalBody = z.strictObject({ reason: feeReason })
/** Response to a ledger reversal. `isWaiting`: a charge becomes unpaid, so a second manager must confirm. */
export const reversalResponse = z.object({ isWaiting: z.boolean() })
export const reversalDecisionBody = z.strictObject({ isConfirmed: z.boolean() })

export const reversalRequest = z.object({
  id,
  accountId: id,
  fullName: z.string(),
  kind: z.enum(feeEntryKinds),
  currency,
  amount: feeSum,
  receiptCode: z.nullable(z.string()),
  reason: z.string(),
  requestedBy: z.string(),
  createdAt: instant,
  /** Whether the caller may confirm the reversal. Its requester and the member concerned may not. */
  isDecidable: z.boolean(),
})
export type ReversalRequest = z.input<typeof reversalRequest>

export const feeRules = z.strictObject({
  /** Whether the membership card of a member with overdue fees is invalid. */
  isCardBlocked: z.boolean(),
  /** Whether members with overdue fees are excluded from the roll (list of voters) of elections and motions. */
  isVoteBlocked: z.boolean(),
})
export type FeeRules = z.infer<typeof feeRules>
