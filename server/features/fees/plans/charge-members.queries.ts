// SQL statements that charge a fee to a batch of members: accounts, charges, reductions and use of credit.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { feeRaisings } from '#server/db/schema/fees.ts'
import type { FeeBook } from '#server/features/fees/books/fee-books.queries.ts'
import {
  buildAlreadyChargedSqlCondition,
  buildMemberOwesFeeCondition,
  buildSqlForApplicableFeeReduction,
  type FeePlan,
} from './plan-audience.queries.ts'

export interface Raising {
  plan: FeePlan
  book: FeeBook
  raising: typeof feeRaisings.$inferSelect
}

interface OwingMember {
  id: number
  reduction: number | null
  isCharged: boolean
}

/** Reads the next members who owe the fee of the plan, in order of id, with the reduction that applies to each. */
export async function readMembersToCharge(
  db: Db,
  { plan, book, raising }: Raising,
  limit: number,
): Promise<OwingMember[]> {
  const isOwing = await buildMemberOwesFeeCondition(db, plan, book)
  const { rows } = await db.execute<OwingMember & Record<string, unknown>>(sql`
    select ${users.id} as id, ${buildSqlForApplicableFeeReduction(plan)} as reduction, ${buildAlreadyChargedSqlCondition(plan.id, raising.period)} as "isCharged"
      from ${users} where ${isOwing} and ${users.id} > ${raising.upTo} order by ${users.id} limit ${limit}`)
  return rows
}

/**
 * Inserts fee accounts and charges of the members. A trigger writes the ledger entry of each charge. Returns account,
 * charge and user of each new charge. Existing charges are skipped.
 */
export async function insertFeeAccountsAndCharges(db: Db, { plan, raising }: Raising, userIds: number[]) {
  const ids = sql`${sql.param(userIds)}::int[]`
  await db.execute(sql`
    insert into fee_accounts (book_id, user_id, currency)
    select ${plan.bookId}, u.id, ${plan.currency} from unnest(${ids}) u(id) order by u.id
    on conflict (user_id, book_id, currency) where merged_at is null do nothing`)
  // A concurrent payment waits for this lock on the fee account, so it pays the new charge instead of becoming credit.
  await db.execute(sql`
    select from fee_accounts where user_id = any(${ids}) and book_id = ${plan.bookId} and currency = ${plan.currency}
     order by id for no key update`)
  const { rows } = await db.execute<{ chargeId: number; accountId: number; userId: number }>(sql`
    with new as (
      insert into fee_charges (account_id, book_id, plan_id, currency, period, plan_name, amount, outstanding, due_on, overdue_from, charged_by)
      select a.id, a.book_id, ${plan.id}, a.currency, ${raising.period}, ${plan.name}, ${plan.amount}, ${plan.amount},
             ${raising.dueOn}::date, ${raising.dueOn}::date + ${plan.graceDays}::int + 1, ${raising.raisedBy}
        from fee_accounts a
       where a.user_id = any(${ids}) and a.book_id = ${plan.bookId} and a.currency = ${plan.currency} and a.merged_at is null
       order by a.user_id
      on conflict (plan_id, period, account_id) do nothing returning id, account_id)
    select new.id as "chargeId", new.account_id as "accountId", a.user_id as "userId"
      from new join fee_accounts a on a.id = new.account_id`)
  return rows
}

type NewCharge = Awaited<ReturnType<typeof insertFeeAccountsAndCharges>>[number]

/** Inserts a ledger entry for each new charge with a reduction. The reduction may waive the whole charge. */
export async function insertFeeReductions(
  db: Db,
  { plan, raising }: Raising,
  charges: (NewCharge & { reduction: number })[],
): Promise<void> {
  if (charges.length === 0) return
  const given = charges.map(({ chargeId, accountId, reduction }) => ({
    charge: chargeId,
    account: accountId,
    ...plan.reductions[reduction],
  }))
  await writeLedgerEntries(db, {
    source: sql`select g.account, g.charge, g.amount, g.reason,
        case when g.amount = ${plan.amount} then 'waiver' else 'reduction' end as kind
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(charge int, account int, amount bigint, reason text)`,
    madeBy: raising.raisedBy,
    counterSide: 'waived',
  })
}

/** Pays new fee charges from the credit of the fee accounts, which the caller has locked. */
export async function payChargesFromCredit(db: Db, charges: NewCharge[]): Promise<void> {
  const ids = sql`${sql.param(charges.map(({ chargeId }) => chargeId))}::int[]`
  await writeLedgerEntries(db, {
    source: sql`select a.id as account, c.id as charge, least(a.credit, c.outstanding) as amount, null::text as reason,
        'credit' as kind
      from fee_charges c join fee_accounts a on a.id = c.account_id
     where c.id = any(${ids}) and a.credit > 0 and c.outstanding > 0`,
    madeBy: null,
    counterSide: 'credit',
  })
}

interface EntrySource {
  /**
   * SQL query that returns the ledger entries to insert, at most one per fee account, with the columns
   * `account`, `kind`, `charge`, `amount` and `reason`.
   */
  source: SQL
  madeBy: number | null
  counterSide: 'waived' | 'credit'
}

/**
 * Writes one ledger entry per row of the source. It lowers the amount that the member owes and posts it to
 * `counterSide`.
 */
async function writeLedgerEntries(db: Db, { source, madeBy, counterSide }: EntrySource): Promise<void> {
  await db.execute(sql`
    with source as materialized (${source}),
    entry as (
      insert into fee_entries (account_id, kind, made_by) select account, kind, ${madeBy}::int from source
      returning id, account_id),
    posted as (
      insert into fee_lines (entry_id, account_id, side, charge_id, amount)
      select e.id, e.account_id, l.side, s.charge, l.sign * s.amount
        from entry e join source s on s.account = e.account_id
        cross join (values ('receivable', -1), (${counterSide}, 1)) l(side, sign))
    insert into fee_reasons (entry_id, reason)
    select e.id, s.reason from entry e join source s on s.account = e.account_id where s.reason is not null`)
}
