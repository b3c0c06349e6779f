// Books a fee payment as one ledger entry, which pays charges and credits the rest, and issues a numbered receipt.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feePayers, feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeCharges } from '#server/db/schema/fees.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { queueReceiptMail } from '#server/features/fees/receipts/queue-receipt-mail.service.ts'
import type { PaymentMethod } from '#shared/contracts/fees/fee-kinds.ts'
import { receiptNameYears } from '#shared/contracts/fees/fee-kinds.ts'
import { type Allocation, allocatePaymentToCharges } from '#shared/payments/allocate-payment-to-charges.ts'
import { fieldTexts } from '#texts/errors.ts'
import { type FeeAccountInScope, requireFeeAccount } from './require-fee-account.service.ts'
import {
  buildFeeAuditTarget,
  buildFeeInvalidations,
  findLedgerEntryOfRepeatedRequest,
  writeLedgerEntry,
} from './write-entry.service.ts'

interface Payment {
  accountId: number
  amount: number
  method: PaymentMethod
  paidOn?: string
  /** Fee charge that the payment pays before all others. */
  chargeId?: number
  /** Amount of the payment for each charge, as the treasurer divided it. The rest becomes credit of the member. */
  parts?: Allocation['parts']
  requestKey?: string
}

interface BookedPayment {
  entryId: number
  receiptId: number
  receiptCode: string
  credited: number
}

/** Lists the unpaid charges of a locked fee account, earliest due date first. */
const listOpenChargesOfAccount = ({ db }: SignedInContext, accountId: number) =>
  db
    .select({ id: feeCharges.id, outstanding: feeCharges.outstanding })
    .from(feeCharges)
    .where(and(eq(feeCharges.accountId, accountId), gt(feeCharges.outstanding, 0)))
    .orderBy(asc(feeCharges.dueOn), asc(feeCharges.id))

type OpenCharges = Awaited<ReturnType<typeof listOpenChargesOfAccount>>

/** Name of the collector on the receipt: the club, the country, or the organisation for headquarters. */
const getPayeeName = ({ settings }: SignedInContext, { book }: FeeAccountInScope) =>
  book.clubName ?? book.country ?? settings.ORG_NAME

/**
 * Inserts the receipt and the name of the payer. A trigger assigns the number, and the retention job deletes the name.
 */
async function writePaymentReceipt(tx: SignedInContext, found: FeeAccountInScope, entryId: number) {
  const [receipt] = await tx.db
    .insert(feeReceipts)
    .values({ entryId, bookId: found.book.id, payeeName: getPayeeName(tx, found) })
    .returning({ id: feeReceipts.id, code: feeReceipts.code, year: feeReceipts.year })
  if (!receipt) throw new Error('bookPayment: inserting the receipt returned no row')
  await tx.db.insert(feePayers).values({
    receiptId: receipt.id,
    fullName: found.user.fullName,
    membershipNumber: found.user.membershipNumber,
    eraseAt: sql`make_timestamptz(${receipt.year}::int + ${receiptNameYears}::int + 1, 1, 1, 0, 0, 0)`,
  })
  return receipt
}

/** Returns the receipt of a booked payment. */
export async function findReceiptOfRecordedPayment(
  { db }: SignedInContext,
  entryId: number,
): Promise<BookedPayment> {
  const { rows } = await db.execute<BookedPayment & Record<string, unknown>>(sql`
    select ${entryId}::float8 as "entryId", r.id as "receiptId", r.code as "receiptCode",
           coalesce((select -sum(l.amount) from fee_lines l where l.entry_id = r.entry_id and l.side = 'credit'), 0)::float8 as credited
      from fee_receipts r where r.entry_id = ${entryId}`)
  const [booked] = rows
  if (!booked) throw conflict()
  return booked
}

/**
 * Throws 404 for a charge of another account, and 409 when a chosen part exceeds the outstanding amount of its charge.
 */
async function requireOpenCharge(
  { db }: SignedInContext,
  accountId: number,
  charges: OpenCharges,
  part: { chargeId: number; amount: number },
): Promise<void> {
  const open = charges.find(({ id }) => id === part.chargeId)
  if (open && open.outstanding >= part.amount) return
  const [charge] = await db
    .select({ id: feeCharges.id })
    .from(feeCharges)
    .where(and(eq(feeCharges.id, part.chargeId), eq(feeCharges.accountId, accountId)))
  throw charge ? conflict('fee_settled') : notFound()
}

/** Divides a payment among unpaid charges: as the treasurer chose, or the preferred charge first. */
async function dividePayment(
  tx: SignedInContext,
  { accountId, amount, chargeId, parts }: Payment,
  charges: OpenCharges,
): Promise<Allocation> {
  const required = parts ?? (chargeId === undefined ? [] : [{ chargeId, amount: 1 }])
  for (const part of required) await requireOpenCharge(tx, accountId, charges, part)
  if (!parts) return allocatePaymentToCharges(amount, charges, chargeId)
  return { parts, credited: amount - parts.reduce((sum, part) => sum + part.amount, 0) }
}

/**
 * Books a payment of a member in the current transaction. Throws 404 outside the caller's scope and 403 for own fees.
 * A repeated request with the same key returns the receipt of the first one.
 */
export async function recordPayment(tx: SignedInContext, payment: Payment): Promise<BookedPayment> {
  const { amount, method, requestKey } = payment
  const found = await requireFeeAccount(tx, payment.accountId)
  const repeated = await findLedgerEntryOfRepeatedRequest(tx, found, requestKey)
  if (repeated !== undefined) return findReceiptOfRecordedPayment(tx, repeated)
  const paidOn = payment.paidOn ?? found.book.today
  if (paidOn > found.book.today) throw badInput({ paidOn: fieldTexts.paidInFuture })
  const charges = await listOpenChargesOfAccount(tx, found.account.id)
  const { parts, credited } = await dividePayment(tx, payment, charges)
  const entryId = await writeLedgerEntry(tx, found, {
    kind: 'payment',
    method,
    paidOn,
    requestKey,
    lines: [
      { side: 'money', amount },
      ...parts.map(part => ({ side: 'receivable' as const, chargeId: part.chargeId, amount: -part.amount })),
      { side: 'credit', amount: -credited },
    ],
  })
  const receipt = await writePaymentReceipt(tx, found, entryId)
  await recordAuditEvent(tx, {
    kind: 'fee.paid',
    target: buildFeeAuditTarget(found),
    details: {
      accountId: found.account.id,
      entryId,
      amount,
      currency: found.currency,
      method,
      receipt: receipt.code,
    },
    notify: { users: [found.user.id], kind: 'fee.paid', params: { receiptId: receipt.id } },
    touches: buildFeeInvalidations(found),
  })
  await queueReceiptMail(tx, receipt.id)
  return { entryId, receiptId: receipt.id, receiptCode: receipt.code, credited }
}
