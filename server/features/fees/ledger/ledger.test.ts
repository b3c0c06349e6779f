// Guarantee 50 of docs/guarantees.md: the fee ledger stays balanced after concurrent actions and aborted transactions.
// Existing entries of the ledger never change, and receipt numbers have no gap.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDatabaseErrorInCauseChain } from '#server/db/errors/database-errors.ts'
import { createServiceContextForActor, setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  readOwnFees,
} from '#server/test/harness/fees.ts'
import { chooseNumberOfRuns } from '#server/test/harness/pick-test-case-subset.ts'
import { allocatePaymentToCharges } from '#shared/payments/allocate-payment-to-charges.ts'
import { recordPayment } from './record-payment.service.ts'

const target = setUpApp()
type FeeClub = Awaited<ReturnType<typeof createClubWithFeeManagers>>

/** Rules that the fee ledger always follows; each query returns the rows that break its rule. */
const rules: Record<string, string> = {
  'the lines of each entry add up to zero': `select entry_id from fee_lines group by 1 having sum(amount) <> 0`,
  'the sums of each charge equal its lines': `
    select c.id from fee_charges c left join lateral (
      select sum(l.amount) as open,
             -sum(l.amount) filter (where coalesce(r.kind, e.kind) in ('payment', 'credit')) as paid,
             -sum(l.amount) filter (where coalesce(r.kind, e.kind) in ('waiver', 'reduction')) as waived
        from fee_lines l join fee_entries e on e.id = l.entry_id left join fee_entries r on r.id = e.reverses_id
       where l.charge_id = c.id and l.side = 'receivable') s on true
     where c.outstanding <> s.open or c.paid <> coalesce(s.paid, 0) or c.waived <> coalesce(s.waived, 0)`,
  'the credit of each account equals its lines': `
    select a.id from fee_accounts a
     where a.credit <> coalesce((select -sum(l.amount) from fee_lines l where l.account_id = a.id and l.side = 'credit'), 0)`,
  'sums per member equal sums per plan in each book and currency': `
    with by_member as (
      select a.book_id, a.currency, sum(l.amount) as total from fee_lines l join fee_accounts a on a.id = l.account_id
       where l.side = 'receivable' group by 1, 2),
    by_plan as (
      select p.book_id, p.currency, sum(c.outstanding) as total from fee_charges c join fee_plans p on p.id = c.plan_id group by 1, 2)
    select * from by_member m full join by_plan p using (book_id, currency) where m.total is distinct from p.total`,
  'an entry never mixes currencies': `
    select l.entry_id from fee_lines l join fee_charges c on c.id = l.charge_id join fee_accounts a on a.id = l.account_id
     where c.currency <> a.currency`,
  'receipts are numbered from 1 without a gap per book and year': `
    select book_id, year from fee_receipts group by 1, 2 having max(number) <> count(*) or min(number) <> 1`,
  'each payment has one receipt': `
    select e.id from fee_entries e left join fee_receipts r on r.entry_id = e.id where e.kind = 'payment' and r.id is null`,
}

async function expectSoundLedger(): Promise<void> {
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await target.database.db.execute(sql.raw(query))
    expect({ rule, rows }).toEqual({ rule, rows: [] })
  }
}

const payment = fc.record({
  kind: fc.constant('pay' as const),
  member: fc.nat(2),
  amount: fc.integer({ min: 1, max: 4000 }),
})
const waiver = fc.record({
  kind: fc.constant('waive' as const),
  member: fc.nat(2),
  amount: fc.integer({ min: 1, max: 3000 }),
})
const raising = fc.record({
  kind: fc.constant('raise' as const),
  plan: fc.nat(2),
  year: fc.integer({ min: 2026, max: 2028 }),
})
const reversal = fc.record({ kind: fc.constant('reverse' as const), member: fc.nat(2), nth: fc.nat(3) })
const action = fc.oneof(payment, waiver, raising, reversal)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

async function findEntries(userId: number): Promise<number[]> {
  const { rows } = await target.database.db.execute<{ id: number }>(sql`
    select e.id::float8 as id from fee_entries e join fee_accounts a on a.id = e.account_id
     where a.user_id = ${userId} and e.kind in ('payment', 'waiver', 'reduction') order by e.id desc`)
  return rows.map(({ id }) => id)
}

/** Sends a random request about fees. Responses 404 and 409 are allowed; a server error is not. */
async function applyLedgerStep(
  { treasurer, admin, members }: FeeClub,
  plans: number[],
  step: Action,
): Promise<void> {
  const readStatusCode = async () => {
    if (step.kind === 'raise')
      return (await chargePlanMembers(treasurer, plans[step.plan] ?? 0, { period: String(step.year) }))
        .statusCode
    const member = members[step.member]
    if (!member) return 200
    const charges = (await readOwnFees(member)).charges
    const charge = charges[step.member % Math.max(1, charges.length)]
    if (!charge) return 404
    if (step.kind === 'pay') return (await bookPayment(treasurer, charge.accountId, step.amount)).statusCode
    if (step.kind === 'waive') {
      const body = { amount: step.amount, reason: 'Ujian', requestKey: randomUUID() }
      return (await treasurer.call('POST', `/api/fees/charges/${charge.id}/waivers`, body)).statusCode
    }
    const entryId = (await findEntries(member.user.id))[step.nth]
    if (entryId === undefined) return 404
    await treasurer.call('POST', `/api/fees/entries/${entryId}/reversal`, { reason: 'Ujian' })
    for (const { id } of (await admin.call('GET', '/api/fees/reversals')).json())
      await admin.call('POST', `/api/fees/reversals/${id}`, { isConfirmed: true })
    return 200
  }
  expect([200, 204, 404, 409]).toContain(await readStatusCode())
}

describe('fee ledger', () => {
  it('after any concurrent actions in JPY, JOD and MYR the fee ledger stays balanced, and its totals by member and by plan are equal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
        async rounds => {
          const built = await createClubWithFeeManagers(target, { members: 3 })
          const plans: number[] = []
          for (const currency of ['JPY', 'JOD', 'MYR'])
            plans.push(await createFeePlan(built.treasurer, built.club.id, { currency, name: currency }))
          for (const plan of plans) await chargePlanMembers(built.treasurer, plan)
          for (const round of rounds)
            await Promise.all(round.map(step => applyLedgerStep(built, plans, step)))
          await expectSoundLedger()
        },
      ),
      { numRuns: chooseNumberOfRuns({ short: 2, all: 6 }) },
    )
  })

  it('forty concurrent payments of ten members get receipt numbers without a gap', async () => {
    const { treasurer, club, members } = await createClubWithFeeManagers(target, { members: 10 })
    await chargePlanMembers(treasurer, await createFeePlan(treasurer, club.id))
    const accounts = await Promise.all(members.map(findAccountId))
    const booked = await Promise.all(
      Array.from({ length: 40 }, (_, index) => bookPayment(treasurer, accounts[index % 10] ?? 0, 100)),
    )
    const numbers = booked.map(response => Number(response.json().receiptCode.split('-').at(-1)))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    await expectSoundLedger()
  })

  it('a payment whose transaction aborts leaves nothing behind, and its receipt number goes to the next payment', async () => {
    const { treasurer, club, members } = await createClubWithFeeManagers(target)
    await chargePlanMembers(treasurer, await createFeePlan(treasurer, club.id))
    const [member] = members
    if (!member) throw new Error('the club has no member')
    const accountId = await findAccountId(member)
    const offices = [{ office: 'treasurer' as const, over: 'club' as const }]
    const context = createServiceContextForActor(target.database.db, { ...treasurer.user, offices })
    const aborted = context.transaction(async tx => {
      await recordPayment(tx, { accountId, amount: 2400, method: 'cash' })
      throw new Error('the process ended')
    })
    await expect(aborted).rejects.toThrow('the process ended')
    expect((await readOwnFees(member)).outstanding).toEqual([{ amount: 2400, currency: 'EUR' }])
    expect((await bookPayment(treasurer, accountId, 2400)).json().receiptCode).toMatch(/-00001$/)
    await expectSoundLedger()
  })
})

describe('append-only tables of the fee ledger', () => {
  const changes = [
    `update fee_entries set paid_on = '2020-01-01'`,
    'delete from fee_entries',
    'update fee_lines set amount = amount + 1',
    'delete from fee_lines',
    'truncate fee_lines',
    `update fee_receipts set code = 'x'`,
    'delete from fee_receipts',
    'update fee_charges set outstanding = outstanding',
    `update fee_charges set plan_name = 'x'`,
    'delete from fee_charges',
    'update fee_accounts set credit = credit + 1',
  ]

  async function findRefusal(url: string, statement: string): Promise<string> {
    return runSqlStatements(url, statement).then(
      () => 'allowed',
      error => (findDatabaseErrorInCauseChain(error) as { code?: string })?.code ?? String(error),
    )
  }

  it('the tables of the fee ledger reject updates and deletions by the application role and by the owner of the schema', async () => {
    const { treasurer, club, members } = await createClubWithFeeManagers(target)
    await chargePlanMembers(treasurer, await createFeePlan(treasurer, club.id))
    if (members[0]) await bookPayment(treasurer, await findAccountId(members[0]), 2400)
    for (const statement of changes) {
      expect([statement, await findRefusal(target.database.appUrl, statement)]).toEqual([statement, '42501'])
      expect([statement, await findRefusal(target.database.ownerUrl, statement)]).toEqual([
        statement,
        '23514',
      ])
    }
  })

  it('the database rejects a ledger entry whose lines do not add up to zero', async () => {
    const unbalanced = `with e as (insert into fee_entries (account_id, kind) select id, 'waiver' from fee_accounts limit 1 returning id, account_id)
      insert into fee_lines (entry_id, account_id, side, amount) select id, account_id, 'money', 5 from e`
    expect(await findRefusal(target.database.appUrl, unbalanced)).toBe('23514')
  })
})

describe('allocatePaymentToCharges', () => {
  it('allocatePaymentToCharges divides an amount into parts that add up to it and exceed no charge', () => {
    const charge = fc.record({ id: fc.integer({ min: 1, max: 9 }), outstanding: fc.nat(5000) })
    fc.assert(
      fc.property(
        fc.nat(20000),
        fc.uniqueArray(charge, { selector: ({ id }) => id }),
        fc.nat(9),
        (amount, charges, preferred) => {
          const { parts, credited } = allocatePaymentToCharges(amount, charges, preferred)
          expect(parts.reduce((sum, part) => sum + part.amount, credited)).toBe(amount)
          for (const part of parts) {
            const open = charges.find(({ id }) => id === part.chargeId)?.outstanding ?? 0
            expect(part.amount).toBeLessThanOrEqual(open)
          }
          const isAnyOpen = charges.some(
            ({ id, outstanding }) => outstanding > (parts.find(part => part.chargeId === id)?.amount ?? 0),
          )
          if (credited > 0) expect(isAnyOpen).toBe(false)
        },
      ),
    )
  })
})
