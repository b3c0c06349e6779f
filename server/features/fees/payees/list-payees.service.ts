import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feePayeeApprovers, feePayees } from '#server/db/schema/fee-payments.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import { requireFeeBook } from '#server/features/fees/books/fee-books.service.ts'
import { listFeeManagersWithoutConflictOfInterest } from '#server/features/fees/books/independent-managers.queries.ts'
import { type Currency, currencies } from '#shared/money/currencies.ts'
import { parseMerchantQrCode } from '#shared/payments/merchant-qr-code.ts'
import { buildRecentChangeSql } from './payees.queries.ts'

const deciders = alias(users, 'deciders')
/** Maximum number of payee accounts in the list, because former accounts are never deleted. */
const maxRows = 50
const maxBooks = 500

/** Returns payment scheme and merchant name of a stored merchant QR code. */
function describePaymentCode(payload: string | null) {
  const code = payload === null ? 'malformed' : parseMerchantQrCode(payload)
  return typeof code === 'string'
    ? { scheme: null, merchantName: null }
    : { scheme: code.scheme, merchantName: code.merchantName }
}

/** Lists the fee collectors in the caller's scope, first those with a payee account that awaits a decision. */
export async function listFeeBooksManagedByCaller({ db, actor }: SignedInContext) {
  const buildPayeeStatusCondition = (status: 'proposed' | 'active') =>
    sql<boolean>`exists (select from fee_payees p where p.book_id = ${feeBooks.id} and p.status = ${status})`
  const hasProposal = buildPayeeStatusCondition('proposed')
  const rows = await db
    .select({
      id: feeBooks.id,
      clubName: clubs.name,
      country: feeBooks.country,
      hasProposal,
      hasAccount: buildPayeeStatusCondition('active'),
    })
    .from(feeBooks)
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(filterFeeBooksByScope(actor, 'fees.manage'))
    .orderBy(desc(hasProposal), feeBooks.id)
    .limit(maxBooks)
  return rows.map(({ clubName, country, ...book }) => ({ ...book, collector: { clubName, country } }))
}

/** Lists the payee accounts of a fee collector (club, country or headquarters), newest first, for its managers. */
export async function listPayees(context: SignedInContext, bookId: number) {
  const { db, actor } = context
  const book = await requireFeeBook(context, bookId, 'fees.manage')
  const rows = await db
    .select({
      payee: feePayees,
      proposer: users.fullName,
      decider: deciders.fullName,
      isApprover: sql<boolean>`exists (select from ${feePayeeApprovers}
        where ${feePayeeApprovers.payeeId} = ${feePayees.id} and ${feePayeeApprovers.userId} = ${actor.id})`,
    })
    .from(feePayees)
    .innerJoin(users, eq(users.id, feePayees.proposedBy))
    .leftJoin(deciders, eq(deciders.id, feePayees.decidedBy))
    .where(eq(feePayees.bookId, bookId))
    .orderBy(desc(feePayees.id))
    .limit(maxRows)
  return {
    bookId,
    collector: { clubName: book.clubName, country: book.country },
    approverCount: (await listFeeManagersWithoutConflictOfInterest(db, book, actor.id)).length,
    rows: rows.map(({ payee, proposer, decider, isApprover }) => ({
      ...payee,
      ...describePaymentCode(payee.qrPayload),
      currency: payee.currency as Currency,
      proposedBy: proposer,
      decidedBy: decider,
      isOwnProposal: payee.proposedBy === actor.id,
      canConfirm: payee.status === 'proposed' && isApprover && payee.proposedBy !== actor.id,
    })),
  }
}

/**
 * Lists payee accounts that replaced another one in the last 14 days, of clubs and countries the caller owes fees to.
 */
export async function listPayeeChanges({ db, actor }: SignedInContext) {
  const changedAt = buildRecentChangeSql(feePayees)
  const owes = sql`exists (select from ${feeAccounts} a join ${feeCharges} c on c.account_id = a.id
    where a.user_id = ${actor.id} and c.book_id = ${feePayees.bookId} and c.currency = ${feePayees.currency} and c.outstanding > 0)`
  const rows = await db
    .select({
      clubName: clubs.name,
      country: feeBooks.country,
      currency: feePayees.currency,
      changedAt: sql<Date>`${changedAt}`.mapWith(feePayees.decidedAt),
    })
    .from(feePayees)
    .innerJoin(feeBooks, eq(feeBooks.id, feePayees.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(eq(feePayees.status, 'active'), sql`${changedAt} is not null`, owes))
    .orderBy(desc(feePayees.decidedAt))
    .limit(20)
  return rows.flatMap(({ clubName, country, currency, changedAt: at }) => {
    const known = currencies.find(code => code === currency)
    return known ? [{ collector: { clubName, country }, currency: known, changedAt: at }] : []
  })
}
