// Reversals of fee ledger entries: a counter-entry with a reason, because ledger entries are never edited or deleted.
// A reversal that makes a charge unpaid again needs a second manager, so that nobody alone can make paid fees overdue.
import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { feeEntries, feeLines, feeReversalRequests } from '#server/db/schema/fee-ledger.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import { listFeeBookManagers } from '#server/features/fees/books/fee-books.queries.ts'
import { buildAppointedRecentlyCondition } from '#server/features/fees/books/independent-managers.queries.ts'
import { type FeeAccountInScope, requireFeeAccount } from './require-fee-account.service.ts'
import { buildFeeAuditTarget, buildFeeInvalidations, writeLedgerEntry } from './write-entry.service.ts'

const reversibleKinds = ['payment', 'waiver', 'reduction', 'refund']

interface Reversible {
  found: FeeAccountInScope
  entry: typeof feeEntries.$inferSelect
  lines: (typeof feeLines.$inferSelect)[]
}

/** Locks the fee account of a ledger entry and returns the entry with its lines. Throws 409 if it is not reversible. */
async function requireReversibleEntry(tx: SignedInContext, entryId: number): Promise<Reversible> {
  const { db } = tx
  const [entry] = await db.select().from(feeEntries).where(eq(feeEntries.id, entryId))
  if (!entry) throw notFound()
  const found = await requireFeeAccount(tx, entry.accountId)
  const reversed = await db.$count(feeEntries, eq(feeEntries.reversesId, entryId))
  if (reversed > 0 || !reversibleKinds.includes(entry.kind)) throw conflict('fee_not_reversible')
  const lines = await db.select().from(feeLines).where(eq(feeLines.entryId, entryId))
  return { found, entry, lines }
}

/** Writes the reversing ledger entry and notifies the member. Throws 409 when credit from the payment has been used. */
async function writeReversalEntry(
  tx: SignedInContext,
  { found, entry, lines }: Reversible,
  reason: string,
): Promise<void> {
  const creditTaken = lines
    .filter(({ side }) => side === 'credit')
    .reduce((sum, line) => sum - line.amount, 0)
  if (creditTaken > found.account.credit) throw conflict('fee_credit_short')
  const entryId = await writeLedgerEntry(tx, found, {
    kind: 'reversal',
    reversesId: entry.id,
    reason,
    lines: lines.map(({ side, chargeId, amount }) => ({ side, chargeId, amount: -amount })),
  })
  await recordAuditEvent(tx, {
    kind: 'fee.reversed',
    target: buildFeeAuditTarget(found),
    details: { accountId: found.account.id, entryId, reverses: entry.id, reversedKind: entry.kind },
    notify: { users: [found.user.id], kind: 'fee.reversed', params: { accountId: found.account.id } },
    touches: buildFeeInvalidations(found),
  })
}

/** True when reversing the given ledger lines increases the outstanding amount of a charge. */
const doesReversalReopenCharge = (lines: Reversible['lines']) =>
  lines.some(({ side, amount }) => side === 'receivable' && amount < 0)

/** Stores the request to reverse a ledger entry and notifies the other managers of the fees. */
async function requestEntryReversal(
  tx: SignedInContext,
  { found, entry }: Reversible,
  reason: string,
): Promise<void> {
  const { db, actor } = tx
  const isOpen = and(eq(feeReversalRequests.entryId, entry.id), eq(feeReversalRequests.status, 'open'))
  if ((await db.$count(feeReversalRequests, isOpen)) > 0) throw conflict('fee_reversal_waiting')
  await db.insert(feeReversalRequests).values({ entryId: entry.id, reason, requestedBy: actor.id })
  await recordAuditEvent(tx, {
    kind: 'fee.reversal_requested',
    target: buildFeeAuditTarget(found),
    details: { accountId: found.account.id, entryId: entry.id },
    touches: buildFeeInvalidations(found),
  })
  const managers = await listFeeBookManagers(db, found.book)
  const users = managers.filter(id => id !== actor.id && id !== found.user.id)
  await notifyUsers(tx, { users, kind: 'fee.reversal_requested', params: { accountId: found.account.id } })
}

/** Reverses a ledger entry at once, or only requests the reversal when it would make a charge unpaid again. */
export async function reverseLedgerEntry(
  context: SignedInContext,
  entryId: number,
  reason: string,
): Promise<{ isWaiting: boolean }> {
  return context.transaction(async tx => {
    const reversible = await requireReversibleEntry(tx, entryId)
    const isWaiting = doesReversalReopenCharge(reversible.lines)
    await (isWaiting ? requestEntryReversal : writeReversalEntry)(tx, reversible, reason)
    return { isWaiting }
  })
}

/**
 * True when caller and user are two independent people: their accounts were not merged, and neither has recently
 * appointed the other.
 */
async function isIndependentSecondPerson({ db, actor }: SignedInContext, userId: number): Promise<boolean> {
  const [user] = await db
    .select({ mergedInto: users.mergedInto, isAppointed: buildAppointedRecentlyCondition(userId, actor.id) })
    .from(users)
    .where(eq(users.id, userId))
  return userId !== actor.id && user?.mergedInto !== actor.id && !user?.isAppointed
}

/**
 * Confirms or declines a requested reversal. Only a manager other than the requester may confirm. The requester may
 * decline, which withdraws the request.
 */
export async function decideReversalRequest(
  context: SignedInContext,
  requestId: number,
  isConfirmed: boolean,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const isRequest = eq(feeReversalRequests.id, requestId)
    const [request] = await db.select().from(feeReversalRequests).where(isRequest)
    if (!request) throw notFound()
    const [entry] = await db.select().from(feeEntries).where(eq(feeEntries.id, request.entryId))
    const found = await requireFeeAccount(tx, entry?.accountId ?? 0)
    if (isConfirmed && !(await isIndependentSecondPerson(tx, request.requestedBy)))
      throw forbidden('second_person_needed')
    const { rowCount } = await db
      .update(feeReversalRequests)
      .set({ status: isConfirmed ? 'confirmed' : 'declined', decidedBy: actor.id, decidedAt: sql`now()` })
      .where(and(isRequest, eq(feeReversalRequests.status, 'open')))
    if (rowCount === 0) throw conflict('fee_reversal_decided')
    if (isConfirmed)
      return writeReversalEntry(tx, await requireReversibleEntry(tx, request.entryId), request.reason)
    await recordAuditEvent(tx, {
      kind: 'fee.reversal_declined',
      target: buildFeeAuditTarget(found),
      details: { accountId: found.account.id, entryId: request.entryId },
      touches: buildFeeInvalidations(found),
    })
  })
}
