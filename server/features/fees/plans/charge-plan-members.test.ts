import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { setUpApp } from '#server/test/harness/app.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  formatDayInDays,
  readOwnFees,
} from '#server/test/harness/fees.ts'

const target = setUpApp()

describe('chargePlanMembers', () => {
  it('charging a fee plan again while the period is unfinished keeps the first due date for the remaining members', async () => {
    const { treasurer, club } = await createClubWithFeeManagers(target)
    const planId = await createFeePlan(treasurer, club.id)
    await chargePlanMembers(treasurer, planId, { dueOn: formatDayInDays(30) })
    await target.database.db.execute(
      sql`update fee_raisings set finished_at = null where plan_id = ${planId}`,
    )
    const late = await target.asNew({ clubId: club.id, currentCountry: 'Japan' })
    const repeated = await chargePlanMembers(treasurer, planId, { dueOn: formatDayInDays(60) })
    expect(repeated.json()).toEqual({ charged: 1, isFinished: true })
    expect((await readOwnFees(late)).charges).toMatchObject([{ dueOn: formatDayInDays(30) }])
  })
})

describe('createFeePlan and updateFeePlan', () => {
  it('a fee plan stores its reminder days, and rejects more than six days and days out of range', async () => {
    const { treasurer, club } = await createClubWithFeeManagers(target)
    const planId = await createFeePlan(treasurer, club.id, { reminderDays: [-14, 0] })
    const readReminderDays = async () =>
      (await treasurer.call('GET', `/api/fees/plans/${planId}`)).json().reminderDays
    expect(await readReminderDays()).toEqual([-14, 0])
    const changeReminderDays = (reminderDays: unknown) =>
      treasurer.call('PUT', `/api/fees/plans/${planId}`, { name: 'Yuran', amount: 2400, reminderDays })
    for (const days of [[-61], [366], [1.5], ['1'], [1, 2, 3, 4, 5, 6, 7]])
      expect((await changeReminderDays(days)).statusCode).toBe(400)
    expect((await changeReminderDays([])).statusCode).toBe(204)
    expect(await readReminderDays()).toEqual([])
  })
})

describe('amounts', () => {
  const badAmounts = [0, -1, 18.5, 9_000_000_001, 2 ** 53, '1800', null]

  it.each(['JPY', 'JOD', 'MYR'])(
    'amounts of fees and payments in %s are whole minor units from 1 to the limit',
    async currency => {
      const { treasurer, club, members } = await createClubWithFeeManagers(target, { members: 1 })
      const [member] = members
      if (!member) throw new Error('the club has no member')
      const plan = { clubId: club.id, country: null, name: 'Had', currency, period: 'once' }
      for (const amount of badAmounts)
        expect((await treasurer.call('POST', '/api/fees/plans', { ...plan, amount })).statusCode).toBe(400)
      const planId = await createFeePlan(treasurer, club.id, { ...plan, amount: 9_000_000_000 })
      await chargePlanMembers(treasurer, planId, { period: 'once' })
      const accountId = await findAccountId(member)
      for (const amount of badAmounts)
        expect((await bookPayment(treasurer, accountId, amount as number)).statusCode).toBe(400)
      expect((await bookPayment(treasurer, accountId, 9_000_000_000)).statusCode).toBe(200)
      expect((await readOwnFees(member)).outstanding).toEqual([])
    },
  )
})
