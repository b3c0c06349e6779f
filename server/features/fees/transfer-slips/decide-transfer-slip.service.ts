import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { files } from '#server/db/schema/core.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import {
  findReceiptOfRecordedPayment,
  recordPayment,
} from '#server/features/fees/ledger/record-payment.service.ts'
import { requireFeeAccount } from '#server/features/fees/ledger/require-fee-account.service.ts'
import type {
  ConfirmTransferSlipBody,
  RejectTransferSlipBody,
} from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { replaceWrongFileExtension } from '#shared/document-types.ts'
import {
  convertTransferSlipRowToResponse,
  findTransferSlips,
  listTransferSlipsWithSameFile,
  listUnpaidChargesForTransferSlip,
  readNextReceiptNumberOfFeeBook,
} from './transfer-slip-queue.queries.ts'

/** Returns the uploaded file of a transfer slip (proof of payment); null after the member's account was erased. */
async function readTransferSlipFile(db: Db, fileId: string | null) {
  if (fileId === null) return null
  const [file] = await db.select().from(files).where(eq(files.id, fileId))
  return file
    ? { url: `/api/files/${file.id}`, contentType: file.contentType, name: replaceWrongFileExtension(file) }
    : null
}

/** Reads a transfer slip (proof of payment) with everything a treasurer needs to confirm or reject it. */
export async function readTransferSlip(context: SignedInContext, id: number) {
  const { db, actor } = context
  const [found] = await findTransferSlips(context, eq(feeSlips.id, id), 1)
  if (!found) throw notFound()
  return {
    ...convertTransferSlipRowToResponse(found),
    isOwn: found.userId === actor.id,
    file: await readTransferSlipFile(db, found.slip.fileId),
    proposals: await listUnpaidChargesForTransferSlip(db, found.slip.accountId, found.slip.chargeId),
    nextReceiptCode: await readNextReceiptNumberOfFeeBook(db, found.bookId),
    repeats: await listTransferSlipsWithSameFile(context, found.slip),
  }
}

/** Locks and returns a transfer slip in the caller's scope. Callers cannot decide about their own transfer slip. */
async function requireLockedTransferSlip(tx: SignedInContext, id: number) {
  const [found] = await findTransferSlips(tx, eq(feeSlips.id, id), 1)
  if (!found) throw notFound()
  const { book } = await requireFeeAccount(tx, found.slip.accountId)
  const [slip] = await tx.db.select().from(feeSlips).where(eq(feeSlips.id, id)).for('update')
  if (!slip) throw notFound()
  return { ...found, slip, today: book.today }
}

/** Returns the receipt of a transfer slip that the caller confirmed before, so that a repeated request succeeds. */
async function findEarlierReceipt(tx: SignedInContext, slip: typeof feeSlips.$inferSelect) {
  const isRepeated = slip.status === 'confirmed' && slip.decidedBy === tx.actor.id
  return isRepeated && slip.entryId !== null ? findReceiptOfRecordedPayment(tx, slip.entryId) : undefined
}

/** Confirms a transfer slip (proof of payment): books the payment once and mails the receipt to the member. */
export async function confirmTransferSlip(
  context: SignedInContext,
  id: number,
  body: ConfirmTransferSlipBody,
) {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const { slip, userId, currentCountry, today } = await requireLockedTransferSlip(tx, id)
    const earlier = await findEarlierReceipt(tx, slip)
    if (earlier) return earlier
    if (slip.status !== 'waiting') throw conflict('slip_decided')
    const payment = await recordPayment(tx, {
      accountId: slip.accountId,
      amount: body.amount,
      method: 'transfer',
      // A payment slip from another time zone may be dated tomorrow; its payment is stored with today's date.
      paidOn: slip.paidOn && slip.paidOn < today ? slip.paidOn : today,
      chargeId: body.chargeId,
      parts: body.parts,
    })
    await db
      .update(feeSlips)
      .set({ status: 'confirmed', decidedBy: actor.id, decidedAt: sql`now()`, entryId: payment.entryId })
      .where(and(eq(feeSlips.id, id), eq(feeSlips.status, 'waiting')))
    await recordAuditEvent(tx, {
      kind: 'fee.slip_confirmed',
      target: { type: 'user', id: userId, country: currentCountry },
      details: {
        slipId: id,
        amount: body.amount,
        stated: slip.amount,
        receipt: payment.receiptCode,
        ...(body.parts && { parts: body.parts.length }),
      },
    })
    const { receiptId, receiptCode, credited } = payment
    return { receiptId, receiptCode, credited }
  })
}

/** Rejects a transfer slip (proof of payment) with a reason that the member reads. */
export async function rejectTransferSlip(
  context: SignedInContext,
  id: number,
  { reason }: RejectTransferSlipBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { slip, userId, currentCountry, clubId, country, clubCountry } = await requireLockedTransferSlip(
      tx,
      id,
    )
    if (slip.status !== 'waiting') throw conflict('slip_decided')
    await db
      .update(feeSlips)
      .set({ status: 'rejected', decidedBy: actor.id, decidedAt: sql`now()`, reason })
      .where(and(eq(feeSlips.id, id), eq(feeSlips.status, 'waiting')))
    await recordAuditEvent(tx, {
      kind: 'fee.slip_rejected',
      target: { type: 'user', id: userId, country: currentCountry },
      details: { slipId: id },
      notify: { users: [userId], kind: 'fee.slip_rejected', params: { chargeId: slip.chargeId ?? 0 } },
      touches: [
        { topics: ['fees'], to: { users: [userId] } },
        { topics: ['fees'], to: { reach: { country: country ?? clubCountry, clubId } } },
      ],
    })
  })
}
