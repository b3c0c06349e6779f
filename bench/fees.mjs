// Fees of many members: the page of a fee, its preview, and the analytics of fees, compared with the member list.
import { connectToDatabase, insertMembers, signInDemoAccount } from './support/many-members.mjs'
import { computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const size = Number(process.env.MEMBERS ?? 100_000)
const rounds = Number(process.env.ROUNDS ?? 20)
const warmUps = 3

/** Charges every member a fee of headquarters in euro. Two thirds of the members have paid. */
async function chargeMembers(client) {
  // Ledger entries are left out, because none of the measured requests reads them.
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query(
    `with book as (insert into fee_books (code, time_zone) values ('HQ', 'Asia/Kuala_Lumpur') returning id)
     insert into fee_plans (book_id, name, amount, currency, period, created_by)
     select book.id, 'Yuran tahunan', 2400, 'EUR', 'year', (select min(id) from users where role = 'system_admin')
       from book returning id, book_id`,
  )
  const [plan] = rows
  await client.query(
    `with account as (
       insert into fee_accounts (book_id, user_id, currency)
       select $1, id, 'EUR' from users where username like 'bench%' returning id, user_id)
     insert into fee_charges (account_id, book_id, plan_id, currency, period, plan_name, amount, paid, outstanding, due_on,
                              overdue_from, reference, created_at)
     select id, $1, $2, 'EUR', '2026', 'Yuran tahunan', 2400, case when user_id % 3 > 0 then 2400 else 0 end,
            case when user_id % 3 > 0 then 0 else 2400 end, current_date + 30, current_date + 45, 'HQ26-' || id,
            now() - user_id % 300 * interval '1 day' from account`,
    [plan.book_id, plan.id],
  )
  await client.query(
    `insert into fee_raisings (plan_id, period, due_on, raised_by, finished_at)
     select $1, '2026', current_date + 30, (select min(id) from users where role = 'system_admin'), now()`,
    [plan.id],
  )
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
  return plan.id
}

const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connectToDatabase(program)
try {
  await insertMembers(client, size)
  const planId = await chargeMembers(client)
  const headers = { cookie: await signInDemoAccount(program.url) }

  async function measureResponseTime(path) {
    const times = []
    for (let round = -warmUps; round < rounds; round++) {
      const start = performance.now()
      const response = await fetch(program.url + path, { headers })
      await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      if (round >= 0) times.push(performance.now() - start)
    }
    return computePercentile(
      times.sort((a, b) => a - b),
      0.95,
    )
  }

  const plain = await measureResponseTime('/api/users?page=1&pageSize=10')
  const measured = {
    'sums of a fee': await measureResponseTime(`/api/fees/plans/${planId}`),
    'members who owe it': await measureResponseTime(
      `/api/fees/plans/${planId}/charges?page=1&pageSize=25&state=open`,
    ),
    'preview of the next year': await measureResponseTime(`/api/fees/plans/${planId}/preview?period=2027`),
    'analytics of fees': await measureResponseTime('/api/analytics/fees'),
  }
  console.log(`plain member list ${plain.toFixed(1)} ms`)
  for (const [name, ms] of Object.entries(measured))
    console.log(`${name.padEnd(28)} ${ms.toFixed(1).padStart(8)} ms`)
  recordResult({
    part: `analytics of fees, ${size.toLocaleString('en')} charges, 95th percentile`,
    reference: 'the plain first page of the member list',
    ratio: measured['analytics of fees'] / plain,
    bar: { atMost: 60 },
    reason:
      'charges are summed on demand, because payments change charges of all months (docs/decisions/064)',
    note: `${Math.round(measured['analytics of fees'])} ms`,
  })
} finally {
  await client.end()
  await program.stop()
}
