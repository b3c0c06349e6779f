import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeBooks, feePlans } from '#server/db/schema/fees.ts'
import { badInput, notFound } from '#server/errors.ts'
import {
  bookColumns,
  type FeeAction,
  filterFeeBooksByScope,
} from '#server/features/fees/books/fee-books.queries.ts'
import { fieldTexts } from '#texts/errors.ts'
import type { FeePlan } from './plan-audience.queries.ts'

/** Returns a fee plan and its fee book (ledger) in the caller's scope for the action, or throws 404. */
export async function requireFeePlan({ db, actor }: SignedInContext, planId: number, action: FeeAction) {
  const [found] = await db
    .select({ plan: feePlans, book: bookColumns })
    .from(feePlans)
    .innerJoin(feeBooks, eq(feeBooks.id, feePlans.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(eq(feePlans.id, planId), filterFeeBooksByScope(actor, action)))
  if (!found) throw notFound()
  return found
}

/** Returns a fee plan that the caller manages, or throws 404. The plan stays locked until the transaction ends. */
export async function lockAndRequireFeePlan(tx: SignedInContext, planId: number) {
  await tx.db.select({ id: feePlans.id }).from(feePlans).where(eq(feePlans.id, planId)).for('no key update')
  return requireFeePlan(tx, planId, 'fees.manage')
}

const periodPatterns = { year: /^\d{4}$/, semester: /^\d{4}-[12]$/, once: /^once$/ }

/** Throws 400 when the period does not fit the fee plan, such as a semester of a yearly plan. */
export function validatePeriodMatchesFeePlan(
  { period: kind }: Pick<FeePlan, 'period'>,
  period: string,
): void {
  if (!periodPatterns[kind].test(period)) throw badInput({ period: fieldTexts.invalid })
}
