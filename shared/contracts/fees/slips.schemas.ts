import * as z from 'zod/mini'
import { fileId } from '#shared/contracts/files/files.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam, queryNumberSchema } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { optionalField, singleLineText } from '#shared/fields/text.ts'
import { slipErrors } from '#texts/fee-payments.ts'
import { slipStatuses } from './fee-kinds.ts'
import { currency, feeAmount } from './fee-plans.schemas.ts'
import { collector, payeeAccount } from './payees.schemas.ts'

/** Days before today that a slip may date from. */
const oldestDays = 400
const dayMilliseconds = 24 * 60 * 60 * 1000
/** Whether the day is not after tomorrow (time zones differ) and not longer ago than `oldestDays`. */
function isPlausibleDay(day: string): boolean {
  const age = Date.now() - Date.parse(day)
  return age > -2 * dayMilliseconds && age < oldestDays * dayMilliseconds
}
const paidOn = z.iso.date().check(z.refine(isPlausibleDay, { error: () => slipErrors.paidOn }))

export const slipBody = z.strictObject({
  fileId,
  amount: feeAmount,
  paidOn,
  note: optionalField(singleLineText(200)),
})
export type SlipBody = z.output<typeof slipBody>

export const slipParams = z.object({ id: idParam })
export const chargeParams = z.object({ id: idParam })

const slipState = z.object({
  id,
  status: z.enum(slipStatuses),
  amount: z.int(),
  paidOn: z.nullable(z.string()),
  createdAt: instant,
  reason: z.nullable(z.string()),
})

/** What a member needs to pay a charge. */
export const paymentDetails = z.object({
  charge: z.object({
    id,
    planName: z.string(),
    collector,
    amount: z.int(),
    paid: z.int(),
    waived: z.int(),
    outstanding: z.int(),
    currency,
    dueOn: z.string(),
    reference: z.string(),
  }),
  /** Null until the managers of the book have set up an account in the currency of the charge. */
  payee: z.nullable(payeeAccount),
  qr: z.nullable(z.object({ text: z.string(), hasReference: z.boolean() })),
  /** When the account replaced another one in the last 14 days. */
  payeeChangedAt: z.nullable(instant),
  slips: z.array(slipState),
})
export type PaymentDetails = z.input<typeof paymentDetails>

export const slipQuery = z.strictObject({
  after: z.optional(idParam),
  limit: z._default(queryNumberSchema(1, 100), 50),
})
export type SlipQuery = z.output<typeof slipQuery>

const slipFacts = z.object({
  id,
  createdAt: instant,
  amount: z.int(),
  currency,
  paidOn: z.nullable(z.string()),
  fullName: z.string(),
  membershipNumber: z.nullable(z.string()),
  collector,
  planName: z.nullable(z.string()),
  /** What the member still owes for the charge of the slip. */
  outstanding: z.nullable(z.int()),
  /** Whether the same file was uploaded with another slip. */
  isRepeated: z.boolean(),
})

export const slipRow = slipFacts
export type SlipRow = z.input<typeof slipRow>
export const slipQueue = z.object({ total: z.int(), rows: z.array(slipRow) })

/** Open charge of the member that the slip may pay. */
export const slipProposal = z.object({
  chargeId: id,
  planName: z.string(),
  amount: z.int(),
  paid: z.int(),
  waived: z.int(),
  outstanding: z.int(),
  dueOn: z.string(),
  reference: z.string(),
})
export type SlipProposal = z.input<typeof slipProposal>

export const slipDetail = z.extend(slipFacts, {
  status: z.enum(slipStatuses),
  accountId: id,
  chargeId: z.nullable(id),
  note: z.nullable(z.string()),
  /** Null after the member was erased. */
  file: z.nullable(z.object({ url: z.string(), contentType: z.string(), name: z.string() })),
  isOwn: z.boolean(),
  credit: z.int(),
  proposals: z.array(slipProposal),
  /** Number that the next receipt of the book gets, unless another payment is booked first. */
  nextReceiptCode: z.string(),
  /** Other slips with the same file. */
  repeats: z.array(
    z.object({
      id,
      fullName: z.string(),
      status: z.enum(slipStatuses),
      createdAt: instant,
      receiptCode: z.nullable(z.string()),
    }),
  ),
})
export type SlipDetail = z.input<typeof slipDetail>

export const confirmSlipBody = z.strictObject({
  chargeId: id,
  /** Amount that arrived. It may differ from the amount that the member stated. */
  amount: feeAmount,
})
export type ConfirmSlipBody = z.output<typeof confirmSlipBody>

export const confirmedSlip = z.object({ receiptId: id, receiptCode: z.string(), credited: z.int() })

export const rejectSlipBody = z.strictObject({
  reason: singleLineText(200).check(z.minLength(3, { error: () => slipErrors.reason })),
})
export type RejectSlipBody = z.output<typeof rejectSlipBody>
