import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { feePayeeApprovers, feePayees } from '#server/db/schema/fee-payments.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { listFeeBookManagers } from '#server/features/fees/books/fee-books.queries.ts'
import { requireFeeBook } from '#server/features/fees/books/fee-books.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { FeePayee } from './payees.queries.ts'
import {
  buildBookInvalidation,
  buildPayeeAccountAuditTarget,
  lockFeeBookRow,
} from './propose-payee.service.ts'

/**
 * Locks the fee book (ledger of one collector) and returns its proposed payee account. Throws 409 if already decided.
 */
async function requireProposedPayee(tx: SignedInContext, id: number) {
  const [found] = await tx.db.select({ bookId: feePayees.bookId }).from(feePayees).where(eq(feePayees.id, id))
  if (!found) throw notFound()
  const book = await requireFeeBook(tx, found.bookId, 'fees.manage')
  await lockFeeBookRow(tx, found.bookId)
  const [payee] = await tx.db.select().from(feePayees).where(eq(feePayees.id, id))
  if (!payee) throw notFound()
  if (payee.status !== 'proposed') throw conflict('payee_decided')
  return { payee, book }
}

/**
 * Throws 403 for the proposer, also after a merge of accounts, and for users who became managers after the proposal.
 */
async function requirePayeeApprover({ db, actor }: SignedInContext, payee: FeePayee): Promise<void> {
  if (payee.proposedBy === actor.id) throw forbidden('second_manager')
  const [proposer] = await db.select().from(users).where(eq(users.id, payee.proposedBy))
  if (proposer?.mergedInto === actor.id) throw forbidden('second_manager')
  const isListed = and(eq(feePayeeApprovers.payeeId, payee.id), eq(feePayeeApprovers.userId, actor.id))
  if ((await db.$count(feePayeeApprovers, isListed)) === 0) throw forbidden('second_manager')
}

/** Mails the managers of the fees about a changed payee account, because an attacker could have changed the account. */
async function mailFeeBookManagers(
  { db }: SignedInContext,
  managers: number[],
  payee: FeePayee,
): Promise<void> {
  const to = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, managers))
  await queueMail(db, {
    to,
    kind: 'fee.payee_confirmed',
    params: { bookId: payee.bookId, holder: payee.holder },
  })
}

/** Confirms a proposed payee account. The account that was active before is retired in the same transaction. */
export async function confirmPayee(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { payee, book } = await requireProposedPayee(tx, id)
    await requirePayeeApprover(tx, payee)
    await db
      .update(feePayees)
      .set({ status: 'retired', retiredAt: sql`now()` })
      .where(
        and(
          eq(feePayees.bookId, payee.bookId),
          eq(feePayees.currency, payee.currency),
          eq(feePayees.status, 'active'),
        ),
      )
    await db
      .update(feePayees)
      .set({ status: 'active', decidedBy: actor.id, decidedAt: sql`now()` })
      .where(and(eq(feePayees.id, id), eq(feePayees.status, 'proposed')))
    const managers = await listFeeBookManagers(db, book)
    await mailFeeBookManagers(tx, managers, payee)
    await recordAuditEvent(tx, {
      kind: 'fee.payee_confirmed',
      ...buildPayeeAccountAuditTarget(book),
      details: { payeeId: id, bookId: payee.bookId, currency: payee.currency },
      notify: { users: managers, kind: 'fee.payee_confirmed', params: { bookId: payee.bookId } },
      touches: buildBookInvalidation(book),
    })
  })
}

/** Declines a proposed payee account. The proposer withdraws a proposal with the same call. */
export async function declinePayee(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { payee, book } = await requireProposedPayee(tx, id)
    await db
      .update(feePayees)
      .set({ status: 'declined', decidedBy: actor.id, decidedAt: sql`now()` })
      .where(and(eq(feePayees.id, id), eq(feePayees.status, 'proposed')))
    await recordAuditEvent(tx, {
      kind: 'fee.payee_declined',
      ...buildPayeeAccountAuditTarget(book),
      details: { payeeId: id, bookId: payee.bookId },
      notify: {
        users: await listFeeBookManagers(db, book),
        kind: 'fee.payee_declined',
        params: { bookId: payee.bookId },
      },
      touches: buildBookInvalidation(book),
    })
  })
}
