import { eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feeCharges } from '#server/db/schema/fees.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { RefundBody, WaiverBody } from '#shared/contracts/fees/fees.schemas.ts'
import { requireFeeAccount } from './require-fee-account.service.ts'
import {
  buildFeeAuditTarget,
  buildFeeInvalidations,
  findLedgerEntryOfRepeatedRequest,
  writeLedgerEntry,
} from './write-entry.service.ts'

/** Waives the outstanding amount of a fee charge, or part of it. Throws 409 when less is outstanding. */
export async function waiveCharge(
  context: SignedInContext,
  chargeId: number,
  { amount: requested, reason, requestKey }: WaiverBody,
): Promise<void> {
  await context.transaction(async tx => {
    const selectCharge = () => tx.db.select().from(feeCharges).where(eq(feeCharges.id, chargeId))
    const [unlocked] = await selectCharge()
    if (!unlocked) throw notFound()
    const found = await requireFeeAccount(tx, unlocked.accountId)
    if ((await findLedgerEntryOfRepeatedRequest(tx, found, requestKey)) !== undefined) return
    // The fee account is locked, so the amounts of its charges no longer change.
    const [charge] = await selectCharge()
    if (!charge) throw notFound()
    const amount = requested ?? charge.outstanding
    if (amount === 0 || amount > charge.outstanding) throw conflict('fee_settled')
    const kind = amount === charge.outstanding ? 'waiver' : 'reduction'
    const entryId = await writeLedgerEntry(tx, found, {
      kind,
      reason,
      requestKey,
      lines: [
        { side: 'receivable', chargeId, amount: -amount },
        { side: 'waived', chargeId, amount },
      ],
    })
    await recordAuditEvent(tx, {
      kind: 'fee.waived',
      target: buildFeeAuditTarget(found),
      details: { accountId: found.account.id, entryId, chargeId, amount, currency: found.currency },
      notify: { users: [found.user.id], kind: 'fee.waived', params: { chargeId } },
      touches: buildFeeInvalidations(found),
    })
  })
}

/** Records that an overpaid amount was returned to the member. Throws 409 when the credit is smaller. */
export async function recordRefundOfOverpayment(
  context: SignedInContext,
  accountId: number,
  { amount, reason, requestKey }: RefundBody,
): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireFeeAccount(tx, accountId)
    if ((await findLedgerEntryOfRepeatedRequest(tx, found, requestKey)) !== undefined) return
    if (amount > found.account.credit) throw conflict('fee_credit_short')
    const entryId = await writeLedgerEntry(tx, found, {
      kind: 'refund',
      reason,
      requestKey,
      lines: [
        { side: 'credit', amount },
        { side: 'money', amount: -amount },
      ],
    })
    await recordAuditEvent(tx, {
      kind: 'fee.refunded',
      target: buildFeeAuditTarget(found),
      details: { accountId, entryId, amount, currency: found.currency },
      notify: { users: [found.user.id], kind: 'fee.refunded', params: { accountId } },
      touches: buildFeeInvalidations(found),
    })
  })
}
