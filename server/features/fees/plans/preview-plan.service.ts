import { sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import type { FeePreview } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { getPersonName } from '#shared/names/stored-names.ts'
import {
  buildAlreadyChargedSqlCondition,
  buildMemberOwesFeeCondition,
  buildSqlForApplicableFeeReduction,
} from './plan-audience.queries.ts'
import { requireFeePlan, validatePeriodMatchesFeePlan } from './require-fee-plan.service.ts'

/** Maximum number of members whose names the preview of a fee plan lists. Its totals include all members. */
const namedPeople = 50

/**
 * Computes which members would be charged which amounts if the plan were charged for the period now. Nothing is
 * stored.
 */
export async function previewFeePlan(
  context: SignedInContext,
  planId: number,
  period: string,
): Promise<FeePreview> {
  const { plan, book } = await requireFeePlan(context, planId, 'fees.manage')
  validatePeriodMatchesFeePlan(plan, period)
  const describeReduction = (index: number | null) => {
    const reduction = index === null ? undefined : plan.reductions[index]
    return { reason: reduction?.reason ?? null, amount: plan.amount - (reduction?.amount ?? 0) }
  }
  const isOwing = await buildMemberOwesFeeCondition(context.db, plan, book)
  const [counts, people] = await Promise.all([
    context.db.execute<{ reduction: number | null; isCharged: boolean; count: number }>(sql`
      select reduction, "isCharged", count(*)::int as count from (
        select ${buildSqlForApplicableFeeReduction(plan)} as reduction, ${buildAlreadyChargedSqlCondition(planId, period)} as "isCharged"
          from ${users} where ${isOwing}) owing
       group by 1, 2 order by 1 nulls first`),
    context.db.execute<{ userId: number; fullName: string; reduction: number | null }>(sql`
      select ${users.id} as "userId", ${users.fullName} as "fullName", ${buildSqlForApplicableFeeReduction(plan)} as reduction
        from ${users} where ${isOwing} and not ${buildAlreadyChargedSqlCondition(planId, period)}
       order by ${users.fullName}, ${users.id} limit ${namedPeople}`),
  ])
  const groups = counts.rows
    .filter(row => !row.isCharged)
    .map(({ reduction, count }) => {
      const described = describeReduction(reduction)
      return { ...described, count, total: described.amount * count }
    })
  return {
    count: groups.reduce((sum, group) => sum + group.count, 0),
    total: groups.reduce((sum, group) => sum + group.total, 0),
    chargedBefore: counts.rows.reduce((sum, row) => sum + (row.isCharged ? row.count : 0), 0),
    groups,
    people: people.rows.map(({ userId, fullName, reduction }) => ({
      userId,
      fullName: getPersonName(fullName),
      ...describeReduction(reduction),
    })),
  }
}
