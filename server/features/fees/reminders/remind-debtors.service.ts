// Reminds members of unpaid fees, on the days before and after the due date that the fee plan lists.
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { notifyUsers } from '#server/events/events.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatMoney } from '#shared/money/money.ts'

/** Number of charges per transaction for which reminders are sent. */
const batchSize = 200
/** Number of days by which a fee reminder may be late, for example after an outage. Older reminders are not sent. */
const maxLateDays = 3
/** Time (ms) after which a run of the fee reminder job ends. The next run sends the remaining reminders. */
const timeSlice = 20_000

type DueReminder = {
  chargeId: number
  userId: number
  email: string
  planName: string
  currency: Currency
  outstanding: number
  dueOn: string
  reference: string
}

/**
 * Locks the fee accounts of the next charges whose reminder is due, and records the reminders. The lock waits for
 * payments in progress, and the outstanding amount is read afterwards. Charges with a waiting transfer slip get no
 * reminder. All reminder days up to today are recorded together, so that a late job sends one reminder, not several.
 */
async function recordDueFeeReminders({ db }: Context): Promise<DueReminder[] | undefined> {
  const isDue = sql`c.outstanding > 0 and u.status = 'active' and u.erased_at is null and a.merged_at is null
    and d.day <= today.day - c.due_on and d.day >= today.day - c.due_on - ${maxLateDays}
    and not exists (select from fee_reminders r where r.charge_id = c.id and r.day >= d.day)
    and not exists (select from fee_slips s where s.charge_id = c.id and s.status = 'waiting')`
  const source = sql`fee_charges c
    join fee_accounts a on a.id = c.account_id join users u on u.id = a.user_id
    join fee_plans p on p.id = c.plan_id join fee_books b on b.id = c.book_id left join clubs k on k.id = b.club_id
    cross join lateral (select (now() at time zone coalesce(k.time_zone, b.time_zone))::date as day) today
    cross join lateral unnest(p.reminder_days) d(day)`
  const { rows: accounts } = await db.execute<{ id: number }>(sql`
    select a.id from fee_accounts a where a.id in (select a.id from ${source} where ${isDue} limit ${batchSize})
     order by a.id for no key update of a skip locked`)
  if (accounts.length === 0) return undefined
  const { rows } = await db.execute<DueReminder>(sql`
    with due as (
      select distinct on (c.id) c.id, d.day, u.id as user_id, u.email, c.plan_name, c.currency, c.outstanding,
             c.due_on::text as due_on, c.reference
        from ${source}
       where ${isDue} and a.id = any(${sql.param(accounts.map(({ id }) => id))}::int[])
       order by c.id, d.day desc
    ), recorded as (
      insert into fee_reminders (charge_id, day) select id, day from due
      on conflict do nothing returning charge_id
    )
    select due.id as "chargeId", user_id as "userId", email, plan_name as "planName", currency,
           outstanding::float8 as outstanding, due_on as "dueOn", reference
      from due join recorded on recorded.charge_id = due.id`)
  return rows
}

/** Notifies and mails the members of one batch, and records the reminders as sent in the same transaction. */
async function remindBatchOfDebtors(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const reminders = await recordDueFeeReminders(tx)
    if (!reminders) return false
    for (const { chargeId, userId } of reminders)
      await notifyUsers(tx, { users: [userId], kind: 'fee.reminder', params: { chargeId } })
    await queueMail(tx.db, {
      kind: 'fee.reminder',
      isToMany: true,
      to: reminders.map(({ userId: id, email, chargeId, planName, dueOn, reference, ...money }) => ({
        id,
        email,
        params: {
          chargeId,
          planName,
          dueOn,
          reference,
          amount: formatMoney({ amount: money.outstanding, currency: money.currency }),
        },
      })),
    })
    return reminders.length > 0
  })
}

/** Sends the fee reminders that are due today, in the time zone of each club or country that collects fees. */
export async function remindDebtors(context: Context): Promise<void> {
  const deadline = performance.now() + timeSlice
  while (performance.now() < deadline) if (!(await remindBatchOfDebtors(context))) return
}
