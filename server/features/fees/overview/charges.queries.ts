// Charges of fees with all details that screens show: reductions, receipts, transfer slips and the overdue state.
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { bookToday } from '#server/features/fees/books/fee-books.queries.ts'
import type { FeeCharge } from '#shared/contracts/fees/fees.schemas.ts'

/** SQL: whether a member's transfer slip for the fee charge still awaits the treasurer's decision. */
export const hasWaitingSlip = sql<boolean>`exists (select from fee_slips s where s.charge_id = ${feeCharges.id} and s.status = 'waiting')`

/**
 * SQL: whether the fee charge is unpaid after its days of grace, and no transfer slip for it awaits a decision.
 */
export const isOverdue = sql<boolean>`(${feeCharges.outstanding} > 0 and ${feeCharges.overdueFrom} <= ${bookToday} and not ${hasWaitingSlip})`

/** SQL: reductions and waivers of the fee charge that were not reversed. */
const reductions = sql<FeeCharge['reductions']>`coalesce((
  select json_agg(json_build_object('reason', r.reason, 'amount', -l.amount) order by e.id)
    from fee_lines l join fee_entries e on e.id = l.entry_id left join fee_reasons r on r.entry_id = e.id
   where l.charge_id = ${feeCharges.id} and l.side = 'receivable' and e.kind in ('waiver', 'reduction')
     and not exists (select from fee_entries v where v.reverses_id = e.id)), '[]')`

/** SQL: receipts of those payments for the fee charge that were not reversed. */
const receipts = sql<FeeCharge['receipts']>`coalesce((
  select json_agg(json_build_object('id', r.id, 'code', r.code) order by r.id)
    from fee_lines l join fee_receipts r on r.entry_id = l.entry_id
   where l.charge_id = ${feeCharges.id} and l.side = 'receivable'
     and not exists (select from fee_entries v where v.reverses_id = l.entry_id)), '[]')`

/** Selects fee charges: unpaid ones first by due date, then the others, newest first. */
export async function findFeeCharges(db: Db, where: SQL | undefined): Promise<FeeCharge[]> {
  const rows = await db
    .select({
      charge: feeCharges,
      clubName: clubs.name,
      country: feeBooks.country,
      isOverdue,
      hasWaitingSlip,
      reductions,
      receipts,
    })
    .from(feeCharges)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeCharges.accountId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeCharges.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(where)
    .orderBy(
      sql`${feeCharges.outstanding} = 0`,
      sql`case when ${feeCharges.outstanding} > 0 then ${feeCharges.dueOn} end`,
      sql`${feeCharges.id} desc`,
    )
    .limit(200)
  return rows.map(({ charge, clubName, country, ...row }) => ({
    ...charge,
    currency: charge.currency as FeeCharge['currency'],
    ...row,
    collector: { clubName, country },
  }))
}

/** SQL condition: the user has a fee charge that is unpaid after its days of grace. */
const buildHasOverdueFeesSql = (userId: SQL | AnyColumn | number) => sql<boolean>`exists (
  select from ${feeCharges} join ${feeAccounts} on ${feeAccounts.id} = ${feeCharges.accountId}
    join ${feeBooks} on ${feeBooks.id} = ${feeCharges.bookId} left join ${clubs} fee_clubs on fee_clubs.id = ${feeBooks.clubId}
   where ${feeAccounts.userId} = ${userId} and ${feeCharges.outstanding} > 0
     and ${feeCharges.overdueFrom} <= (now() at time zone coalesce(fee_clubs.time_zone, ${feeBooks.timeZone}))::date
     and not ${hasWaitingSlip})`

/** True when the member has a fee charge that is unpaid after its days of grace. */
export async function hasOverdueFees(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isOverdue: boolean }>(
    sql`select ${buildHasOverdueFeesSql(userId)} as "isOverdue"`,
  )
  return rows[0]?.isOverdue ?? false
}

/** SQL condition: the user has overdue fees, and headquarters chose that such members may not vote. */
export const buildVoteBlockedByFeesSql = (userId: SQL | AnyColumn | number) => sql<boolean>`(
  (select i.fees_for_voting from installation i) is true and ${buildHasOverdueFeesSql(userId)})`

/**
 * SQL condition over `users`: the member has overdue fees, and headquarters chose that overdue fees
 * invalidate the membership card.
 */
export const isCardBlockedByFees = sql<boolean>`(
  (select i.fees_for_card from installation i) is true and ${buildHasOverdueFeesSql(users.id)})`
