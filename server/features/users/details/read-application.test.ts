import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
const applicationUrl = (id: number | string) => `/api/users/${id}/application`

test('GET /api/users/:id/application returns the data for the decision with the identity number masked', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'country_admin' })
  const { id } = await buildUser(db, { status: 'pending', birthState: 'Selangor', phone: '+81 3 1234 5678' })
  await db
    .update(users)
    .set(encryptIdentityNumber(testSecret, id, '030404-03-5589'))
    .where(eq(users.id, id))
  const buildHistoryEntry = (status: 'pending' | 'rejected', day: number, reason: string | null = null) => ({
    userId: id,
    status,
    reason,
    createdAt: new Date(Date.UTC(2026, 9, day)),
  })
  await db
    .insert(userHistory)
    .values([
      buildHistoryEntry('pending', 1),
      buildHistoryEntry('rejected', 2, 'Tiada bukti'),
      buildHistoryEntry('pending', 5),
      buildHistoryEntry('pending', 6),
    ])
  const response = await admin.call('GET', applicationUrl(id))
  expect(response.json()).toMatchObject({
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
  expect(response.body).not.toContain('5589')
})

test('GET /api/users/:id/application serves only approvers within scope and only while the applicant is pending', async () => {
  const { db } = target.database
  const pending = await buildUser(db, { status: 'pending' })
  const readStatusCode = async (
    role: 'hq_admin' | 'country_admin' | 'club_admin_ln',
    id: number | string,
    change = {},
  ) => (await (await target.asNew({ role, ...change })).call('GET', applicationUrl(id))).statusCode
  expect(await readStatusCode('hq_admin', pending.id)).toBe(200)
  expect(await readStatusCode('country_admin', pending.id, { currentCountry: 'France' })).toBe(404)
  expect(await readStatusCode('club_admin_ln', pending.id)).toBe(403)
  expect(await readStatusCode('hq_admin', 'nonsens')).toBe(400)
  const decided = await buildUser(db, { status: 'active' })
  expect(await readStatusCode('hq_admin', decided.id)).toBe(404)
})
