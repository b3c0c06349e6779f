import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeEntries, feeReceipts, feeReversalRequests } from '#server/db/schema/fee-ledger.ts'
import { feeAccounts, feeBooks } from '#server/db/schema/fees.ts'
import { filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import { buildAppointedRecentlyCondition } from '#server/features/fees/books/independent-managers.queries.ts'
import type { Currency } from '#shared/money/currencies.ts'

const requesters = alias(users, 'requesters')

/** Lists reversals of fee ledger entries that await a second manager, for fees that the caller manages. */
export async function listReversalRequests({ db, actor }: SignedInContext) {
  return db
    .select({
      id: feeReversalRequests.id,
      accountId: feeAccounts.id,
      fullName: users.fullName,
      kind: feeEntries.kind,
      currency: sql<Currency>`${feeAccounts.currency}`,
      amount: sql<number>`(select -sum(l.amount) from fee_lines l where l.entry_id = ${feeEntries.id} and l.side = 'receivable')::float8`,
      receiptCode: feeReceipts.code,
      reason: feeReversalRequests.reason,
      requestedBy: requesters.fullName,
      createdAt: feeReversalRequests.createdAt,
      isDecidable: sql<boolean>`${feeReversalRequests.requestedBy} <> ${actor.id} and ${feeAccounts.userId} <> ${actor.id}
        and not ${buildAppointedRecentlyCondition(requesters.id, actor.id)}`,
    })
    .from(feeReversalRequests)
    .innerJoin(feeEntries, eq(feeEntries.id, feeReversalRequests.entryId))
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeEntries.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .innerJoin(requesters, eq(requesters.id, feeReversalRequests.requestedBy))
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feeReceipts, eq(feeReceipts.entryId, feeEntries.id))
    .where(and(eq(feeReversalRequests.status, 'open'), filterFeeBooksByScope(actor, 'fees.manage')))
    .orderBy(asc(feeReversalRequests.id))
    .limit(100)
}
