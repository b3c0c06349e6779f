import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feePayeeApprovers, feePayees } from '#server/db/schema/fee-payments.ts'
import { feeBooks } from '#server/db/schema/fees.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type FeeBook, listFeeBookManagers } from '#server/features/fees/books/fee-books.queries.ts'
import { requireFeeBook } from '#server/features/fees/books/fee-books.service.ts'
import { listFeeManagersWithoutConflictOfInterest } from '#server/features/fees/books/independent-managers.queries.ts'
import type { PayeeBody } from '#shared/contracts/fees/payees.schemas.ts'

/** Audit target for changes of a payee account: the club that collects the fees, or else the country. */
export function buildPayeeAccountAuditTarget({ clubId, placeCountry }: FeeBook) {
  return clubId === null
    ? { country: placeCountry }
    : { target: { type: 'club' as const, id: clubId, country: placeCountry } }
}

/** Refreshes the screens of users who manage the fees of the collector (club, country or headquarters). */
export const buildBookInvalidation = ({ clubId, placeCountry: country }: FeeBook) => ({
  topics: ['fees' as const],
  to: { reach: { country, clubId } },
})

/** Locks the fee book (ledger of one collector): proposals and decisions about its payee accounts run one by one. */
export async function lockFeeBookRow({ db }: Pick<SignedInContext, 'db'>, bookId: number): Promise<void> {
  await db.select({ id: feeBooks.id }).from(feeBooks).where(eq(feeBooks.id, bookId)).for('no key update')
}

/**
 * Proposes a payee account for a fee collector (club, country or headquarters). Members see it after a second manager
 * has confirmed it. The proposal stores which managers may confirm, so that users who become managers afterwards
 * cannot.
 */
export async function proposePayee(
  context: SignedInContext,
  bookId: number,
  body: PayeeBody,
): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const book = await requireFeeBook(tx, bookId, 'fees.manage')
    await lockFeeBookRow(tx, bookId)
    const isOpen = and(
      eq(feePayees.bookId, bookId),
      eq(feePayees.currency, body.currency),
      eq(feePayees.status, 'proposed'),
    )
    if ((await db.$count(feePayees, isOpen)) > 0) throw conflict('payee_proposed')
    const approvers = await listFeeManagersWithoutConflictOfInterest(db, book, actor.id)
    if (approvers.length === 0) throw conflict('no_second_manager')
    const [created] = await db
      .insert(feePayees)
      .values({
        bookId,
        proposedBy: actor.id,
        ...body,
        qrPayload: body.kind === 'emvco' ? body.qrPayload : null,
      })
      .returning({ id: feePayees.id })
    if (!created) throw new Error('proposePayee: inserting the account returned no row')
    await db.insert(feePayeeApprovers).values(approvers.map(userId => ({ payeeId: created.id, userId })))
    await recordAuditEvent(tx, {
      kind: 'fee.payee_proposed',
      ...buildPayeeAccountAuditTarget(book),
      details: { payeeId: created.id, bookId, currency: body.currency },
      notify: {
        users: await listFeeBookManagers(db, book),
        kind: 'fee.payee_proposed',
        params: { bookId },
      },
      touches: buildBookInvalidation(book),
    })
    return created.id
  })
}
