import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { feePayees } from '#server/db/schema/fee-payments.ts'

/** Number of days during which members see a notice that the payee account has changed. */
export const changeNoticeDays = 14

export type FeePayee = typeof feePayees.$inferSelect

/** SQL: time at which the active payee account `p` replaced another one, if in the last 14 days; otherwise null. */
export const buildRecentChangeSql = (payee: typeof feePayees): SQL<Date | null> =>
  sql<Date | null>`case when ${payee.decidedAt} > now() - make_interval(days => ${changeNoticeDays}) and exists (
    select from fee_payees former where former.book_id = ${payee.bookId} and former.currency = ${payee.currency}
       and former.status = 'retired') then ${payee.decidedAt} end`.mapWith(feePayees.decidedAt)

/** Returns the payee account that members pay into now, and the time of a recent replacement. */
export async function findActivePayee(db: Db, bookId: number, currency: string) {
  const [found] = await db
    .select({ payee: feePayees, changedAt: buildRecentChangeSql(feePayees) })
    .from(feePayees)
    .where(
      and(eq(feePayees.bookId, bookId), eq(feePayees.currency, currency), eq(feePayees.status, 'active')),
    )
    .orderBy(desc(feePayees.id))
    .limit(1)
  return found
}
