import { asc, desc, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeBooks, feeCharges, feePlans, feeRaisings } from '#server/db/schema/fees.ts'
import { bookToday, filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import { requireFeePlan } from '#server/features/fees/plans/require-fee-plan.service.ts'
import { minDaysUntilDue } from '#shared/contracts/fees/fee-kinds.ts'
import type { FeePlanDetail } from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { can } from '#shared/policies.ts'
import { sumColumns } from './plan-sums.queries.ts'

const itemColumns = {
  id: feePlans.id,
  bookId: feePlans.bookId,
  clubId: feeBooks.clubId,
  country: feeBooks.country,
  clubName: clubs.name,
  name: feePlans.name,
  amount: feePlans.amount,
  currency: sql<Currency>`${feePlans.currency}`,
  period: feePlans.period,
  closedAt: feePlans.closedAt,
}

/** Lists the fee plans in the caller's scope with their sums over all periods, open plans first. */
export async function listFeePlans({ db, actor }: SignedInContext) {
  const rows = await db
    .select({ item: itemColumns, sums: sumColumns })
    .from(feePlans)
    .innerJoin(feeBooks, eq(feeBooks.id, feePlans.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feeCharges, eq(feeCharges.planId, feePlans.id))
    .where(filterFeeBooksByScope(actor, 'fees.view'))
    .groupBy(feePlans.id, feeBooks.id, clubs.id)
    .orderBy(sql`${feePlans.closedAt} is not null`, desc(feePlans.id))
    .limit(200)
  return rows.map(({ item, sums }) => ({ ...item, sums }))
}

/** Lists the sums of a fee plan for each of its periods, latest due date first. */
async function listPeriodsOfFeePlan(
  { db }: SignedInContext,
  planId: number,
): Promise<FeePlanDetail['periods']> {
  const rows = await db
    .select({
      period: feeRaisings.period,
      dueOn: feeRaisings.dueOn,
      isFinished: sql<boolean>`${feeRaisings.finishedAt} is not null`,
      sums: sumColumns,
    })
    .from(feeRaisings)
    .innerJoin(feePlans, eq(feePlans.id, feeRaisings.planId))
    .innerJoin(feeBooks, eq(feeBooks.id, feePlans.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(
      feeCharges,
      sql`${feeCharges.planId} = ${feeRaisings.planId} and ${feeCharges.period} = ${feeRaisings.period}`,
    )
    .where(eq(feeRaisings.planId, planId))
    .groupBy(feeRaisings.id)
    .orderBy(desc(feeRaisings.dueOn), asc(feeRaisings.id))
  return rows
}

export async function readFeePlan(context: SignedInContext, planId: number) {
  const { plan, book } = await requireFeePlan(context, planId, 'fees.view')
  const [row] = await context.db
    .select({
      item: itemColumns,
      sums: sumColumns,
      earliestDueOn: sql<string>`(${bookToday} + ${minDaysUntilDue}::int)::text`,
    })
    .from(feePlans)
    .innerJoin(feeBooks, eq(feeBooks.id, feePlans.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feeCharges, eq(feeCharges.planId, feePlans.id))
    .where(eq(feePlans.id, planId))
    .groupBy(feePlans.id, feeBooks.id, clubs.id)
  if (!row) throw new Error('readFeePlan: the plan has no row')
  const place = { country: book.placeCountry, clubId: book.clubId }
  return {
    ...row.item,
    sums: row.sums,
    earliestDueOn: row.earliestDueOn,
    graceDays: plan.graceDays,
    reminderDays: plan.reminderDays,
    audience: plan.audience,
    reductions: plan.reductions,
    isManaged: can(context.actor, 'fees.manage', { place }),
    periods: await listPeriodsOfFeePlan(context, planId),
  }
}
