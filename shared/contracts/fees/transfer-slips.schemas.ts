import * as z from 'zod/mini'
import { fileId } from '#shared/contracts/files/files.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildOptionalFieldSchema, buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { slipErrors } from '#texts/fee-payments.ts'
import { transferSlipStatuses } from './fee-kinds.ts'
import { currency, feeAmount } from './fee-plans.schemas.ts'
import { collector, payeeAccount } from './payees.schemas.ts'

/** Maximum age in days of the payment date on a transfer slip (proof of payment). */
const oldestDays = 400
const dayMilliseconds = 24 * 60 * 60 * 1000
/** True for a day at most `oldestDays` ago. Tomorrow is also allowed, because it has begun in some time zones. */
function isPlausiblePaymentDay(day: string): boolean {
  const age = Date.now() - Date.parse(day)
  return age > -2 * dayMilliseconds && age < oldestDays * dayMilliseconds
}
const paidOn = z.iso.date().check(z.refine(isPlausiblePaymentDay, { error: () => slipErrors.paidOn }))

export const transferSlipBody = z.strictObject({
  fileId,
  amount: feeAmount,
  paidOn,
  note: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
})
export type TransferSlipBody = z.output<typeof transferSlipBody>

export const transferSlipParams = z.object({ id: idParam })
export const chargeParams = z.object({ id: idParam })

const transferSlipState = z.object({
  id,
  status: z.enum(transferSlipStatuses),
  amount: z.int(),
  paidOn: z.nullable(z.string()),
  createdAt: instant,
  reason: z.nullable(z.string()),
})

/** Details that a member needs to pay a fee charge. */
export const paymentDetails = z.object({
  charge: z.object({
    id,
    planName: z.string(),
    period: z.string(),
    collector,
    amount: z.int(),
    paid: z.int(),
    waived: z.int(),
    outstanding: z.int(),
    currency,
    dueOn: z.string(),
    reference: z.string(),
  }),
  /** Payee account into which the member pays; null while the collector has none in the currency of the charge. */
  payee: z.nullable(payeeAccount),
  qr: z.nullable(z.object({ text: z.string(), hasReference: z.boolean() })),
  /** Time at which the payee account replaced another one; set only if that was in the last 14 days. */
  payeeChangedAt: z.nullable(instant),
  slips: z.array(transferSlipState),
})
export type PaymentDetails = z.input<typeof paymentDetails>

export const transferSlipQuery = z.strictObject({
  after: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 100), 50),
})
export type TransferSlipQuery = z.output<typeof transferSlipQuery>

const transferSlipFacts = z.object({
  id,
  createdAt: instant,
  amount: z.int(),
  currency,
  paidOn: z.nullable(z.string()),
  fullName: z.string(),
  membershipNumber: z.nullable(z.string()),
  collector,
  planName: z.nullable(z.string()),
  /** Outstanding amount of the charge for which the transfer slip (proof of payment) was uploaded. */
  outstanding: z.nullable(z.int()),
  /** Whether another transfer slip (proof of payment) has the same file. */
  isRepeated: z.boolean(),
})

export const transferSlipRow = transferSlipFacts
export type TransferSlipRow = z.input<typeof transferSlipRow>
export const transferSlipQueue = z.object({ total: z.int(), rows: z.array(transferSlipRow) })

/** Unpaid charge of the member that the payment on the transfer slip (proof of payment) can pay. */
export const transferSlipProposal = z.object({
  chargeId: id,
  planName: z.string(),
  amount: z.int(),
  paid: z.int(),
  waived: z.int(),
  outstanding: z.int(),
  dueOn: z.string(),
  reference: z.string(),
})
export type TransferSlipProposal = z.input<typeof transferSlipProposal>

export const transferSlipDetail = z.extend(transferSlipFacts, {
  status: z.enum(transferSlipStatuses),
  accountId: id,
  chargeId: z.nullable(id),
  note: z.nullable(z.string()),
  /** Uploaded file of the transfer slip; null when the member's account was erased. */
  file: z.nullable(z.object({ url: z.string(), contentType: z.string(), name: z.string() })),
  isOwn: z.boolean(),
  credit: z.int(),
  proposals: z.array(transferSlipProposal),
  /** Number that the receipt will get, unless another payment is recorded in the same fee ledger first. */
  nextReceiptCode: z.string(),
  /** Other transfer slips (proofs of payment) for which the same file was uploaded. */
  repeats: z.array(
    z.object({
      id,
      fullName: z.string(),
      status: z.enum(transferSlipStatuses),
      createdAt: instant,
      receiptCode: z.nullable(z.string()),
    }),
  ),
})
export type TransferSlipDetail = z.input<typeof transferSlipDetail>

const transferSlipPart = z.strictObject({ chargeId: id, amount: feeAmount })

/** True when the parts of a payment are for different charges and their sum does not exceed the payment. */
function doPartsAddUpToAmount({
  amount,
  parts,
}: {
  amount: number
  parts?: z.infer<typeof transferSlipPart>[]
}): boolean {
  if (!parts) return true
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  return sum <= amount && new Set(parts.map(({ chargeId }) => chargeId)).size === parts.length
}

export const confirmTransferSlipBody = z
  .strictObject({
    /**
     * Charge that the payment pays first. The rest pays the other charges in the order of their due dates. Absent when the
     * member owes nothing, so that the whole payment becomes credit.
     */
    chargeId: z.optional(id),
    /** Amount that the fee collector received. It may differ from the amount that the member stated. */
    amount: feeAmount,
    /**
     * Parts by charge, chosen by the treasurer instead of the default division of the payment. The rest becomes credit.
     */
    parts: z.optional(z.array(transferSlipPart).check(z.minLength(1), z.maxLength(20))),
  })
  .check(z.refine(doPartsAddUpToAmount, { path: ['parts'], error: () => slipErrors.parts }))
export type ConfirmTransferSlipBody = z.output<typeof confirmTransferSlipBody>

export const confirmedTransferSlip = z.object({ receiptId: id, receiptCode: z.string(), credited: z.int() })

export const rejectTransferSlipBody = z.strictObject({
  reason: buildSingleLineTextSchema(200).check(z.minLength(3, { error: () => slipErrors.reason })),
})
export type RejectTransferSlipBody = z.output<typeof rejectTransferSlipBody>
