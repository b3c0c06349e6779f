// Loads the demo fees of the London club: a yearly fee that two thirds of the members have paid.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

const londonClub = 1

/**
 * Inserts fee book, payee account, plan and charges of the members. Triggers write the ledger entries of the charges.
 */
async function chargeMembers(db: Db, now: Date): Promise<void> {
  const formatDayInDays = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const treasurer = sql`(select user_id from appointments where office = 'treasurer' and club_id = ${londonClub})`
  const admin = sql`(select admin_id from clubs where id = ${londonClub})`
  const book = sql`(select id from fee_books where club_id = ${londonClub})`
  await db.execute(sql`
    insert into fee_books (club_id, code, time_zone) values (${londonClub}, 'LON', 'Europe/London')`)
  await db.execute(sql`
    with payee as (
      insert into fee_payees (book_id, currency, kind, holder, account_number, bank, bank_code, proposed_by)
      select ${book}, 'GBP', 'account', c.name, '00012345', 'Bank Contoh', '00-00-00', ${treasurer} from clubs c where c.id = ${londonClub}
      returning id)
    select id from payee`)
  await db.execute(
    sql`insert into fee_payee_approvers (payee_id, user_id) select id, ${admin} from fee_payees where book_id = ${book}`,
  )
  await db.execute(sql`
    update fee_payees set status = 'active', decided_by = ${admin}, decided_at = now() where book_id = ${book}`)
  const year = now.getFullYear()
  await db.execute(sql`
    with plan as (
      insert into fee_plans (book_id, name, amount, currency, period, audience, created_by)
      select ${book}, 'Yuran tahunan', 2400, 'GBP', 'year', '{"roles": ["member"]}', ${treasurer} returning id, book_id, created_by),
    raising as (
      insert into fee_raisings (plan_id, period, due_on, raised_by, finished_at)
      select id, ${String(year)}, ${formatDayInDays(20)}, created_by, now() from plan),
    account as (
      insert into fee_accounts (book_id, user_id, currency)
      select p.book_id, u.id, 'GBP' from plan p cross join users u
       where u.club_id = ${londonClub} and u.role = 'member' and u.status = 'active' order by u.id returning id, book_id)
    insert into fee_charges (account_id, book_id, plan_id, currency, period, plan_name, amount, outstanding, due_on, overdue_from, charged_by)
    select a.id, a.book_id, p.id, 'GBP', ${String(year)}, 'Yuran tahunan', 2400, 2400, ${formatDayInDays(20)}::date, ${formatDayInDays(35)}::date, p.created_by
      from account a cross join plan p order by a.id`)
}

/** Books payments of two thirds of the members, with receipts. The demo member and the treasurer have not paid yet. */
async function bookPayments(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with paying as (
      select c.id, c.account_id, p.created_by from fee_charges c join fee_plans p on p.id = c.plan_id
        join fee_accounts a on a.id = c.account_id join users u on u.id = a.user_id
       where u.id % 3 <> 0 and u.email not like '%@demo.test' and u.id <> p.created_by),
    entry as (
      insert into fee_entries (account_id, kind, method, paid_on, made_by)
      select account_id, 'payment', case when id % 4 = 0 then 'cash' else 'transfer' end, ${now.toISOString().slice(0, 10)}::date, created_by
        from paying order by id returning id, account_id)
    insert into fee_lines (entry_id, account_id, side, charge_id, amount)
    select e.id, e.account_id, s.side, p.id, s.amount from entry e join paying p on p.account_id = e.account_id
      cross join (values ('money', 2400), ('receivable', -2400)) s(side, amount)`)
  await db.execute(sql`
    insert into fee_receipts (entry_id, book_id, payee_name)
    select e.id, a.book_id, k.name from fee_entries e join fee_accounts a on a.id = e.account_id
      join fee_books b on b.id = a.book_id join clubs k on k.id = b.club_id
     where e.kind = 'payment' order by e.id`)
  await db.execute(sql`
    insert into fee_payers (receipt_id, full_name, membership_number, erase_at)
    select r.id, u.full_name, u.membership_number, now() + interval '8 years' from fee_receipts r
      join fee_entries e on e.id = r.entry_id join fee_accounts a on a.id = e.account_id join users u on u.id = a.user_id`)
}

export async function insertDemoFees(db: Db, now: Date): Promise<void> {
  await chargeMembers(db, now)
  await bookPayments(db, now)
}
