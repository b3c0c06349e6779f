// Sums of charges of plans. The check constraint of each charge makes them add up: charged = paid + waived + outstanding.
import { sql } from 'drizzle-orm'
import { feeCharges } from '#server/db/schema/fees.ts'
import type { FeeSums } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { isOverdue } from './charges.queries.ts'

const sum = (column: (typeof feeCharges)['amount' | 'paid' | 'waived' | 'outstanding']) =>
  sql<number>`coalesce(sum(${column}), 0)::float8`
const count = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(${feeCharges.id}) filter (where ${condition}))::int`

/** Columns of sums over joined charges. A query groups by plan, period or account, which has one currency. */
export const sumColumns = {
  charged: sum(feeCharges.amount),
  paid: sum(feeCharges.paid),
  waived: sum(feeCharges.waived),
  outstanding: sum(feeCharges.outstanding),
  chargedCount: count(sql`true`),
  paidCount: count(sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} > 0`),
  waivedCount: count(sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} = 0`),
  openCount: count(sql`${feeCharges.outstanding} > 0`),
  overdueCount: count(isOverdue),
} satisfies Record<keyof FeeSums, unknown>
