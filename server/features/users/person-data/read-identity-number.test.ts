// Tests identity numbers whose ciphertext was swapped with another row or truncated.
// The number is shown as unreadable, and every other feature of the account continues to work.
import { eq, inArray } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { runDataExportJob } from '#server/features/my-data/data-exports.service.ts'
import { type Caller, createTestApp, type TestApp, testSecret } from '#server/test/harness/app.ts'
import { type TestUser, testPassword } from '#server/test/harness/factories.ts'
import { createTestLog } from '#server/test/harness/test-log.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getAgeFromBirthYear, unreadableIcNumber } from '#shared/ic-number.ts'
import { icNumberText } from '#texts/person-fields.ts'
import { encryptIdentityNumber } from './person.service.ts'

type Person = Caller & { user: TestUser }
const { log, text, lines } = createTestLog()
const numbers = ['990101-14-1111', '990101-14-2222', '990101-14-3333', '990101-14-4444']
let target: TestApp
let admin: Caller
let people: Person[]
/** All test users but the first have a damaged identity number. */
const listDamaged = () => people.slice(1)

beforeAll(async () => {
  target = await createTestApp({ LOG_LEVEL: 'trace' }, log)
  const { db } = target.database
  admin = await target.asNew({ role: 'system_admin', currentCountry: null })
  const ciphertexts: Buffer[] = []
  people = []
  for (const icNumber of numbers) {
    const person = await target.asNew({ status: 'pending', currentCountry: 'France' })
    const columns = encryptIdentityNumber(testSecret, person.user.id, icNumber)
    await db.update(users).set(columns).where(eq(users.id, person.user.id))
    ciphertexts.push(columns.icEncrypted as Buffer)
    people.push(person)
  }
  // The encrypted identity numbers of two users are swapped, that of a third user is truncated.
  const damagedCiphertexts = [ciphertexts[2], ciphertexts[1], ciphertexts[3]?.subarray(0, 20)]
  for (const [index, { user }] of listDamaged().entries()) {
    await db.update(users).set({ icEncrypted: damagedCiphertexts[index] }).where(eq(users.id, user.id))
  }
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

test.each([
  '/api/users?country=France',
  '/api/users?page=1&country=France',
  '/api/users/pending?country=France',
  '/api/users/pending?page=1&country=France',
])('GET %s returns every row and marks unreadable identity numbers', async url => {
  const response = await admin.call('GET', url)
  expect(response.statusCode).toBe(200)
  const rows = (response.json() as UserRow[]).sort((a, b) => a.id - b.id)
  expect(rows.map(({ icNumber, age }) => [icNumber, age])).toEqual([
    ['990101-••-••11', getAgeFromBirthYear(1999)],
    ...listDamaged().map(() => [unreadableIcNumber, getAgeFromBirthYear(1999)]),
  ])
})

test('user details and own profile show a fixed text for an identity number that cannot be decrypted', async () => {
  for (const person of listDamaged()) {
    const detail = await admin.call('GET', `/api/users/${person.user.id}`)
    expect(detail.json()).toMatchObject({ icNumber: unreadableIcNumber, age: getAgeFromBirthYear(1999) })
    const profile = await person.call('GET', '/api/profile')
    expect(profile.json()).toMatchObject({ icNumber: unreadableIcNumber, age: getAgeFromBirthYear(1999) })
  }
})

test('unmasking an identity number that cannot be decrypted returns 409 and writes no audit event or notification', async () => {
  for (const { user } of listDamaged()) {
    const response = await admin.call('POST', `/api/users/${user.id}/unmask`)
    expect([response.statusCode, response.json().code]).toEqual([409, 'unreadable_number'])
  }
  const ids = listDamaged().map(({ user }) => user.id)
  const { db } = target.database
  const events = await db
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.targetId, ids.map(String)))
  expect(events).toEqual([])
  expect(await db.select().from(notifications).where(inArray(notifications.userId, ids))).toEqual([])
})

test('a user whose identity number cannot be decrypted can download data, enter the number again and erase the account', async () => {
  const [swapped, other, cut] = listDamaged()
  const { id } = (await swapped?.call('POST', '/api/account/data'))?.json() ?? {}
  await runDataExportJob(target.app.context, id)
  const download = await swapped?.call('GET', `/api/account/data/${id}`)
  const zip = unzipSync(new Uint8Array(download?.rawPayload ?? []))
  const [account] = JSON.parse(strFromU8(zip['data/akaun.json'] as Uint8Array))
  expect(account).toMatchObject({ icNumber: icNumberText.unreadable, email: swapped?.user.email })
  expect(strFromU8(zip['index.html'] as Uint8Array)).toContain(icNumberText.unreadable)

  const updated = await other?.call('PUT', '/api/profile', { icNumber: numbers[2] })
  expect(updated?.statusCode).toBe(204)
  expect((await other?.call('GET', '/api/profile'))?.json().icNumber).toBe('990101-••-••33')

  const erased = await cut?.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased?.statusCode).toBe(204)
})

test('the log contains the ids of users whose identity number cannot be decrypted, and no identity number', () => {
  const reported = lines().filter(
    ({ msg }) =>
      msg ===
      'users: cannot decrypt the identity number of a user; restore ic_encrypted of this user from a backup',
  )
  const ids = listDamaged().map(({ user }) => user.id)
  expect([...new Set(reported.map(({ userId }) => userId))].sort()).toEqual(ids.sort())
  for (const number of numbers) {
    expect(text()).not.toContain(number)
    expect(text()).not.toContain(number.replaceAll('-', ''))
  }
})
