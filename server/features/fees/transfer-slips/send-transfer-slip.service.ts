import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { files } from '#server/db/schema/core.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { feeAccounts } from '#server/db/schema/fees.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import { markUploadAsAttached } from '#server/features/files/files.service.ts'
import type { TransferSlipBody } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { requireFeeChargeOfCaller } from './read-payment-instructions.service.ts'

/** Maximum number of undecided transfer slips per fee charge, so that a member cannot flood the treasurer. */
const maxWaitingTransferSlips = 5

type OwnCharge = Awaited<ReturnType<typeof requireFeeChargeOfCaller>>

/** Country and club whose fee managers see the transfer slips (proofs of payment) for the charge. */
const buildTransferSlipScope = ({ clubId, country, clubCountry }: OwnCharge) => ({
  country: country ?? clubCountry,
  clubId,
})

/** Returns the checksum of a transfer slip (image or PDF) that the caller uploaded. Throws 400 for any other file. */
async function requireTransferSlipFile({ db, actor }: SignedInContext, fileId: string): Promise<string> {
  const [file] = await db
    .select({ checksum: files.checksum })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.uploadedBy, actor.id), eq(files.kind, 'fee_slip')))
  if (!file?.checksum) throw badInput()
  return file.checksum
}

/**
 * Stores a transfer slip for a charge of the caller. When the same file already awaits a decision for the charge, its
 * transfer slip is returned, so a repeated request does not create a second one.
 */
export async function sendTransferSlip(
  context: SignedInContext,
  chargeId: number,
  body: TransferSlipBody,
): Promise<{ id: number; isNew: boolean }> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const own = await requireFeeChargeOfCaller(tx, chargeId)
    const { accountId, currency } = own.charge
    // The lock on the fee account serializes uploads of transfer slips with each other and with payments.
    await db
      .select({ id: feeAccounts.id })
      .from(feeAccounts)
      .where(eq(feeAccounts.id, accountId))
      .for('no key update')
    const checksum = await requireTransferSlipFile(tx, body.fileId)
    const waiting = await db
      .select({ id: feeSlips.id, checksum: feeSlips.checksum })
      .from(feeSlips)
      .where(and(eq(feeSlips.chargeId, chargeId), eq(feeSlips.status, 'waiting')))
    const same = waiting.find(slip => slip.checksum === checksum)
    if (same) return { id: same.id, isNew: false }
    // While this request waited for the lock, a payment may have paid the charge.
    if ((await requireFeeChargeOfCaller(tx, chargeId)).charge.outstanding === 0) throw conflict('fee_settled')
    if (waiting.length >= maxWaitingTransferSlips) throw conflict('too_many_slips')
    await markUploadAsAttached(tx, body.fileId, 'fee_slip')
    const [slip] = await db
      .insert(feeSlips)
      .values({ accountId, chargeId, checksum, uploadedBy: actor.id, ...body })
      .returning({ id: feeSlips.id })
    if (!slip) throw new Error('sendTransferSlip: inserting the slip returned no row')
    await recordAuditEvent(tx, {
      kind: 'fee.slip_sent',
      target: { type: 'user', id: actor.id, country: actor.currentCountry },
      details: { slipId: slip.id, chargeId, amount: body.amount, currency },
      touches: [
        { topics: ['fees'], to: { users: [actor.id] } },
        { topics: ['fees'], to: { reach: buildTransferSlipScope(own) } },
      ],
    })
    return { id: slip.id, isNew: true }
  })
}

/** Withdraws a transfer slip (proof of payment) that the caller uploaded and that awaits a decision. */
export async function withdrawTransferSlip(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ slip: feeSlips })
      .from(feeSlips)
      .innerJoin(feeAccounts, eq(feeAccounts.id, feeSlips.accountId))
      .where(and(eq(feeSlips.id, id), eq(feeAccounts.userId, actor.id)))
      .for('update', { of: feeSlips })
    const slip = found?.slip
    if (!slip) throw notFound()
    if (slip.status === 'withdrawn') return
    if (slip.status !== 'waiting') throw conflict('slip_decided')
    await db
      .update(feeSlips)
      .set({ status: 'withdrawn', decidedBy: actor.id, decidedAt: sql`now()` })
      .where(and(eq(feeSlips.id, id), eq(feeSlips.status, 'waiting')))
    await recordAuditEvent(tx, {
      kind: 'fee.slip_withdrawn',
      target: { type: 'user', id: actor.id, country: actor.currentCountry },
      details: { slipId: id },
    })
    await invalidateClientCache(tx, { topics: ['fees'], to: { users: [actor.id] } })
    if (slip.chargeId !== null)
      await invalidateClientCache(tx, {
        topics: ['fees'],
        to: { reach: buildTransferSlipScope(await requireFeeChargeOfCaller(tx, slip.chargeId)) },
      })
  })
}
