// Creates a club with administrator, treasurer, a second manager and members for tests of fees.
// Calls the API endpoints for fees on behalf of test users.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { buildClub, buildOfficeAppointment } from './factories.ts'

/** Returns a calendar day such as 2026-11-18, the given number of days after today. */
export const formatDayInDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Creates a club in Japan with its administrator, a treasurer, a country administrator and members. */
export async function createClubWithFeeManagers(
  target: TestApp,
  { members = 2, city = 'Osaka' }: { members?: number; city?: string } = {},
) {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan', city, timeZone: 'Asia/Tokyo' })
  const placement = { clubId: club.id, currentCountry: 'Japan' as const }
  const admin = await target.asNew({ role: 'club_admin_ln', ...placement })
  const treasurer = await target.asNew(placement)
  await buildOfficeAppointment(db, treasurer.user, { office: 'treasurer', over: 'club' })
  const countryAdmin = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
  const people = []
  for (let index = 0; index < members; index++) people.push(await target.asNew(placement))
  return { club, admin, treasurer, countryAdmin, members: people }
}

type FeeCaller = Awaited<ReturnType<TestApp['asNew']>>

/** Creates a yearly fee plan of the club, which applies to users without a role, and returns the plan's id. */
export async function createFeePlan(
  by: FeeCaller,
  clubId: number | null,
  body: object = {},
): Promise<number> {
  const response = await by.call('POST', '/api/fees/plans', {
    clubId,
    country: null,
    name: 'Yuran tahunan',
    amount: 2400,
    currency: 'EUR',
    period: 'year',
    audience: { roles: ['member'] },
    ...body,
  })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

export const chargePlanMembers = (by: FeeCaller, planId: number, body: object = {}) =>
  by.call('POST', `/api/fees/plans/${planId}/raise`, { period: '2026', dueOn: formatDayInDays(30), ...body })

export const readOwnFees = async (by: FeeCaller) => (await by.call('GET', '/api/fees')).json()

/** Returns the id of the fee account to which the caller's first charge belongs. */
export const findAccountId = async (by: FeeCaller): Promise<number> =>
  (await readOwnFees(by)).charges[0].accountId

export const bookPayment = (by: FeeCaller, accountId: number, amount: number, body: object = {}) =>
  by.call('POST', `/api/fees/accounts/${accountId}/payments`, {
    amount,
    method: 'cash',
    requestKey: randomUUID(),
    ...body,
  })
