// Finds the members who owe the fee of a plan. The preview and the charging use the same SQL condition.
import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { feePlans } from '#server/db/schema/fees.ts'
import type { FeeBook } from '#server/features/fees/books/fee-books.queries.ts'
import { buildSqlConditionForSegmentId } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { FeeAudience } from '#shared/contracts/fees/fee-plans.schemas.ts'

export type FeePlan = typeof feePlans.$inferSelect

function buildUserOfFeeBookCondition({ clubId, country }: Pick<FeeBook, 'clubId' | 'country'>): SQL {
  if (clubId !== null) return sql`${users.clubId} = ${clubId}`
  return country === null ? sql`true` : sql`${users.currentCountry} = ${country}`
}

const buildMatchesAnyCondition = (column: unknown, values: unknown[] | undefined, type: string) =>
  values && values.length > 0 ? sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])` : undefined

/** SQL condition over `users`: the member matches every filter of the fee plan's audience. */
function buildFeeAudienceCondition({
  countries,
  clubIds,
  roles,
  educationLevels,
  endYears,
}: FeeAudience): SQL {
  const condition = and(
    buildMatchesAnyCondition(users.currentCountry, countries, 'text'),
    buildMatchesAnyCondition(users.clubId, clubIds, 'int'),
    buildMatchesAnyCondition(users.role, roles, 'text'),
    buildMatchesAnyCondition(users.educationLevel, educationLevels, 'text'),
    buildMatchesAnyCondition(users.endYear, endYears, 'int'),
  )
  return condition ?? sql`true`
}

/** SQL condition over `users`: the active member owes the plan's fee. A deleted segment (filter) matches nobody. */
export async function buildMemberOwesFeeCondition(
  db: Db,
  plan: Pick<FeePlan, 'audience'>,
  book: FeeBook,
): Promise<SQL> {
  const { segmentId } = plan.audience
  const isInSegment =
    segmentId === undefined ? sql`true` : await buildSqlConditionForSegmentId(db, segmentId, book)
  return sql`${users.status} = 'active' and ${users.erasedAt} is null and ${buildUserOfFeeBookCondition(book)} and ${buildFeeAudienceCondition(plan.audience)} and ${isInSegment}`
}

/** SQL expression over `users`: index of the first fee reduction whose audience includes the member, or null. */
export function buildSqlForApplicableFeeReduction({
  reductions,
}: Pick<FeePlan, 'reductions'>): SQL<number | null> {
  if (reductions.length === 0) return sql`null::int`
  const cases = reductions.map(
    ({ audience }, index) => sql`when ${buildFeeAudienceCondition(audience)} then ${index}::int`,
  )
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** SQL condition over `users`: the member was already charged for the period, possibly on a merged account. */
export function buildAlreadyChargedSqlCondition(planId: number, period: string): SQL {
  return sql`exists (select from fee_charges c join fee_accounts a on a.id = c.account_id
    where a.user_id = ${users.id} and c.plan_id = ${planId} and c.period = ${period})`
}
