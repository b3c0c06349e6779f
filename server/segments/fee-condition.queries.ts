import { type SQL, sql } from 'drizzle-orm'
import type { ConditionOf } from '#shared/contracts/segments/conditions.schemas.ts'

/**
 * SQL conditions over the charge `c` in the fee book (fee ledger) `b`. A charge with an undecided transfer slip (proof
 * of payment) is not overdue.
 */
const stateSql: Record<ConditionOf<'fee'>['state'], SQL> = {
  owes: sql`c.outstanding > 0`,
  overdue: sql`c.outstanding > 0 and c.overdue_from <= (now() at time zone coalesce(k.time_zone, b.time_zone))::date
    and not exists (select from fee_slips s where s.charge_id = c.id and s.status = 'waiting')`,
  paid: sql`c.outstanding = 0 and c.paid > 0`,
}

/**
 * SQL: ids of users who have a charge in this state. `isBookVisible` is an SQL condition over the fee book (fee ledger)
 * `b`.
 */
export function buildSqlForSegmentFeeCondition(
  { state, planId }: ConditionOf<'fee'>,
  isBookVisible: SQL,
): SQL {
  const isOfPlan = planId === null ? sql`true` : sql`c.plan_id = ${planId}`
  return sql`select m.user_id from fee_charges c join fee_accounts m on m.id = c.account_id
    join fee_books b on b.id = c.book_id left join clubs k on k.id = b.club_id
   where ${isOfPlan} and ${stateSql[state]} and ${isBookVisible}`
}
