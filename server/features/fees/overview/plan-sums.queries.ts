// Sums of the charges of fee plans. A check constraint guarantees that charged = paid + waived + outstanding.
import { sql } from 'drizzle-orm'
import { feeCharges } from '#server/db/schema/fees.ts'
import type { FeeSums } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { hasWaitingSlip, isOverdue } from './charges.queries.ts'

const buildSumSql = (column: (typeof feeCharges)['amount' | 'paid' | 'waived' | 'outstanding']) =>
  sql<number>`coalesce(sum(${column}), 0)::float8`
const buildCountSql = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(${feeCharges.id}) filter (where ${condition}))::int`

/**
 * SQL columns with sums of joined fee charges. Queries group by plan, period or account, so each sum has one currency.
 */
export const sumColumns = {
  charged: buildSumSql(feeCharges.amount),
  paid: buildSumSql(feeCharges.paid),
  waived: buildSumSql(feeCharges.waived),
  outstanding: buildSumSql(feeCharges.outstanding),
  chargedCount: buildCountSql(sql`true`),
  paidCount: buildCountSql(sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} > 0`),
  waivedCount: buildCountSql(sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} = 0`),
  openCount: buildCountSql(sql`${feeCharges.outstanding} > 0`),
  waiting: sql<number>`coalesce(sum(${feeCharges.outstanding}) filter (where ${hasWaitingSlip}), 0)::float8`,
  waitingCount: buildCountSql(sql`${feeCharges.outstanding} > 0 and ${hasWaitingSlip}`),
  overdueCount: buildCountSql(isOverdue),
} satisfies Record<keyof FeeSums, unknown>
