import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { setUpApp, testSecret } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { sealIcNumber } from './person.service.ts'

const target = setUpApp()
const address = (id: number | string) => `/api/users/${id}/application`

test('an application has what there is to decide by, and the number no more than masked', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'country_admin' })
  const { id } = await buildUser(db, { status: 'pending', birthState: 'Selangor', phone: '+81 3 1234 5678' })
  await db
    .update(users)
    .set(sealIcNumber(testSecret, id, '030404-03-5589'))
    .where(eq(users.id, id))
  const past = (status: 'pending' | 'rejected', day: number, reason: string | null = null) => ({
    userId: id,
    status,
    reason,
    createdAt: new Date(Date.UTC(2026, 9, day)),
  })
  await db
    .insert(userHistory)
    .values([past('pending', 1), past('rejected', 2, 'Tiada bukti'), past('pending', 5), past('pending', 6)])
  const answer = await admin.call('GET', address(id))
  expect(answer.json()).toMatchObject({
    id,
    icNumber: '030404-••-••89',
    numberBirthDay: '2003-04-04',
    numberBirthState: 'Kelantan',
    birthState: 'Selangor',
    phone: '+81 3 1234 5678',
    emailConfirmedAt: null,
    waitingSince: '2026-10-05T00:00:00.000Z',
    rejections: { count: 1, lastReason: 'Tiada bukti' },
  })
  expect(answer.body).not.toContain('5589')
})

test('an application is for approvers within reach, and only while it waits', async () => {
  const { db } = target.database
  const waiting = await buildUser(db, { status: 'pending' })
  const status = async (
    role: 'hq_admin' | 'country_admin' | 'club_admin_ln',
    id: number | string,
    change = {},
  ) => (await (await target.asNew({ role, ...change })).call('GET', address(id))).statusCode
  expect(await status('hq_admin', waiting.id)).toBe(200)
  expect(await status('country_admin', waiting.id, { currentCountry: 'France' })).toBe(404)
  expect(await status('club_admin_ln', waiting.id)).toBe(403)
  expect(await status('hq_admin', 'nonsens')).toBe(400)
  const decided = await buildUser(db, { status: 'active' })
  expect(await status('hq_admin', decided.id)).toBe(404)
})
