// Fault test: a real server is killed with SIGKILL while it charges a fee, books payments and sends reminders.
// Clients repeat unanswered requests, as browsers do.
// Afterwards every payment is in the ledger once, receipts have no gap, and nobody was reminded twice.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { buildServerEnvironment, startServerProcess } from '#server/test/processes/program-process.ts'

const database = setUpDatabase()
const memberCount = Number(process.env.MEMBERS ?? 120)
/** Members who pay nothing and are reminded. The others pay, every second one by a bank transfer with uploaded slip. */
const debtorCount = Math.floor(memberCount / 6)
const payerCount = memberCount - debtorCount
const kills = Number(process.env.KILLS ?? 8)
const amount = 2400

it('each member is charged and reminded once and each payment is booked once although the server is killed', async () => {
  const { db } = database
  const club = await buildClub(db, { country: 'Japan' })
  const admin = await buildUser(db, { role: 'club_admin_ln', clubId: club.id, currentCountry: 'Japan' })
  for (let index = 0; index < memberCount; index++)
    await buildUser(db, { clubId: club.id, currentCountry: 'Japan' })
  const cookie = await createSessionCookie(db, admin.id)
  const env = await buildServerEnvironment(database)
  let server = await startServerProcess(env)
  let unanswered = 0

  /**
   * Sends a request until the server answers it. When the server is killed, the client cannot know whether its request
   * was executed.
   */
  const sendRequest = async <T>(path: string, body: object): Promise<T> => {
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${env.PORT}/api/fees${path}`, {
          method: 'POST',
          headers: { cookie, origin: env.PUBLIC_URL ?? '', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as T
        if (response.status < 500 && response.status !== 429) throw new TypeError(`refused: ${text}`)
      } catch (error) {
        if (error instanceof TypeError && error.message.startsWith('refused')) throw error
      }
      unanswered++
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const startReminders = () =>
    db.execute(
      sql`insert into queued_jobs (task, payload, key, run_at) values ('remind_debtors', '{}', 'remind_debtors', now())`,
    )
  const killAndRestartServer = async () => {
    await startReminders()
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServerProcess(env)
  }
  const queryRows = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    (await db.execute<Row>(statement)).rows

  const plan = await sendRequest<{ id: number }>('/plans', {
    clubId: club.id,
    country: null,
    name: 'Yuran tahunan',
    amount,
    currency: 'JPY',
    period: 'year',
    audience: { roles: ['member'] },
  })
  // The first reminder is due seven days before the due date, which is today in the time zone of the club.
  const [due] = await queryRows<{ day: string }>(
    sql`select ((now() at time zone time_zone)::date + 7)::text as day from clubs where id = ${club.id}`,
  )
  const dueOn = due?.day
  const raising = sendRequest(`/plans/${plan.id}/raise`, { period: '2026', dueOn })
  await killAndRestartServer()
  await raising
  const charges = await queryRows<{ id: number; accountId: number }>(
    sql`select id, account_id as "accountId" from fee_charges where plan_id = ${plan.id} order by id`,
  )
  expect(charges).toHaveLength(memberCount)
  const slips = await queryRows<{ id: number; chargeId: number }>(sql`
    insert into fee_slips (account_id, charge_id, checksum, uploaded_by, amount)
    select c.account_id, c.id, c.reference, a.user_id, c.amount from fee_charges c join fee_accounts a on a.id = c.account_id
     where c.plan_id = ${plan.id} and c.id % 2 = 0 returning id, charge_id as "chargeId"`)
  const slipIds = new Map(slips.map(slip => [slip.chargeId, slip.id]))

  const waiting = charges.slice(0, payerCount).map(charge => {
    const slipId = slipIds.get(charge.id)
    return slipId
      ? { path: `/slips/${slipId}/confirm`, body: { chargeId: charge.id, amount } }
      : {
          path: `/accounts/${charge.accountId}/payments`,
          body: { amount, method: 'cash', requestKey: randomUUID() },
        }
  })
  const acknowledged: string[] = []
  const payNextCharge = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { receiptCode } = await sendRequest<{ receiptCode: string }>(next.path, next.body)
      acknowledged.push(receiptCode)
    }
  }
  const clients = Array.from({ length: 6 }, payNextCharge)
  for (let kill = 1; kill <= kills; kill++) {
    // Each kill of the server comes after a different number of acknowledged payments, and hits others being booked.
    const due = Math.floor((payerCount * kill) / (kills + 1))
    while (acknowledged.length < due) await new Promise(resolve => setImmediate(resolve))
    await killAndRestartServer()
  }
  await Promise.all(clients)
  // A transfer slip that awaits confirmation suspends reminders, so debtors withdraw their slips first.
  await db.execute(sql`
    update fee_slips set status = 'withdrawn', decided_by = uploaded_by, decided_at = now() where status = 'waiting'`)
  await startReminders()
  const countRemindedMembers = async () => {
    const [row] = await queryRows<{ count: number }>(sql`
      select count(*)::int as count from fee_reminders r join fee_charges c on c.id = r.charge_id where c.outstanding > 0`)
    return row?.count
  }
  await expect.poll(countRemindedMembers, { timeout: 120_000 }).toBe(debtorCount)
  server.child.kill('SIGTERM')
  await server.ended

  expect(new Set(acknowledged).size).toBe(payerCount)
  const receipts = await queryRows<{ number: number; code: string }>(
    sql`select r.number, r.code from fee_receipts r join fee_books b on b.id = r.book_id
         where b.club_id = ${club.id} order by r.number`,
  )
  expect(receipts.map(({ number }) => number)).toEqual(acknowledged.map((_, index) => index + 1))
  expect(receipts.map(({ code }) => code).sort()).toEqual([...acknowledged].sort())
  const [sums] = await queryRows<{
    paid: number
    outstanding: number
    credit: number
    lines: number
    events: number
  }>(sql`
    select (select sum(paid) from fee_charges)::int as paid, (select sum(outstanding) from fee_charges)::int as outstanding,
           (select sum(credit) from fee_accounts)::int as credit, (select sum(amount) from fee_lines)::int as lines,
           (select count(*) from audit_events where kind = 'fee.paid')::int as events`)
  expect(sums).toEqual({
    paid: payerCount * amount,
    outstanding: debtorCount * amount,
    credit: 0,
    lines: 0,
    events: payerCount,
  })
  const repeated = await queryRows(sql`
    select params->>'chargeId' as charge from mail_outbox where kind = 'fee.reminder' group by 1 having count(*) > 1`)
  expect(repeated).toEqual([])
  console.table([
    {
      members: memberCount,
      slips: slips.length,
      kills: kills + 1,
      'requests repeated': unanswered,
      receipts: receipts.length,
    },
  ])
})
