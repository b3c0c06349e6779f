// A number whose sealed bytes were swapped with another row's, or cut, is told of where it would stand; all else works.
import { eq, inArray } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { prepareDownload } from '#server/features/my-data/downloads.service.ts'
import { type Caller, createTestApp, type TestApp, testSecret } from '#server/test/app.ts'
import { type TestUser, testPassword } from '#server/test/factories.ts'
import { createTestLog } from '#server/test/log.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { ageOf, unreadableIcNumber } from '#shared/ic-number.ts'
import { sealIcNumber } from './person.service.ts'

type Person = Caller & { user: TestUser }
const { log, text, lines } = createTestLog()
const numbers = ['990101-14-1111', '990101-14-2222', '990101-14-3333', '990101-14-4444']
let target: TestApp
let admin: Caller
let people: Person[]
/** The first of them is as it should be. */
const damaged = () => people.slice(1)

beforeAll(async () => {
  target = await createTestApp({ LOG_LEVEL: 'trace' }, log)
  const { db } = target.database
  admin = await target.asNew({ role: 'system_admin', currentCountry: null })
  const sealed: Buffer[] = []
  people = []
  for (const icNumber of numbers) {
    const person = await target.asNew({ status: 'pending', currentCountry: 'France' })
    const columns = sealIcNumber(testSecret, person.user.id, icNumber)
    await db.update(users).set(columns).where(eq(users.id, person.user.id))
    sealed.push(columns.icEncrypted as Buffer)
    people.push(person)
  }
  // Two of another row, and one that was cut.
  const wrong = [sealed[2], sealed[1], sealed[3]?.subarray(0, 20)]
  for (const [index, { user }] of damaged().entries()) {
    await db.update(users).set({ icEncrypted: wrong[index] }).where(eq(users.id, user.id))
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
])('%s shows every row, and says which numbers cannot be read', async url => {
  const response = await admin.call('GET', url)
  expect(response.statusCode).toBe(200)
  const shown = (response.json() as UserRow[]).sort((a, b) => a.id - b.id)
  expect(shown.map(({ icNumber, age }) => [icNumber, age])).toEqual([
    ['990101-••-••11', ageOf(1999)],
    ...damaged().map(() => [unreadableIcNumber, ageOf(1999)]),
  ])
})

test('the detail and one’s own profile say so too', async () => {
  for (const person of damaged()) {
    const detail = await admin.call('GET', `/api/users/${person.user.id}`)
    expect(detail.json()).toMatchObject({ icNumber: unreadableIcNumber, age: ageOf(1999) })
    const profile = await person.call('GET', '/api/profile')
    expect(profile.json()).toMatchObject({ icNumber: unreadableIcNumber, age: ageOf(1999) })
  }
})

test('what cannot be shown is not recorded as seen', async () => {
  for (const { user } of damaged()) {
    const response = await admin.call('POST', `/api/users/${user.id}/unmask`)
    expect([response.statusCode, response.json().code]).toEqual([409, 'unreadable_number'])
  }
  const ids = damaged().map(({ user }) => user.id)
  const { db } = target.database
  const trail = await db
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.targetId, ids.map(String)))
  expect(trail).toEqual([])
  expect(await db.select().from(notifications).where(inArray(notifications.userId, ids))).toEqual([])
})

test('the owner still gets all the rest of their data, may give the number again, and may go', async () => {
  const [swapped, other, cut] = damaged()
  const { id } = (await swapped?.call('POST', '/api/account/data'))?.json() ?? {}
  await prepareDownload(target.app.context, id)
  const copy = await swapped?.call('GET', `/api/account/data/${id}`)
  const zip = unzipSync(new Uint8Array(copy?.rawPayload ?? []))
  const [account] = JSON.parse(strFromU8(zip['data/akaun.json'] as Uint8Array))
  expect(account).toMatchObject({ icNumber: unreadableIcNumber, email: swapped?.user.email })
  expect(strFromU8(zip['index.html'] as Uint8Array)).toContain(unreadableIcNumber)

  const given = await other?.call('PUT', '/api/profile', { icNumber: numbers[2] })
  expect(given?.statusCode).toBe(204)
  expect((await other?.call('GET', '/api/profile'))?.json().icNumber).toBe('990101-••-••33')

  const gone = await cut?.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(gone?.statusCode).toBe(204)
})

test('the log says whose they are, and no number', () => {
  const told = lines().filter(({ msg }) => msg === 'an identity number cannot be read')
  const ids = damaged().map(({ user }) => user.id)
  expect([...new Set(told.map(({ userId }) => userId))].sort()).toEqual(ids.sort())
  for (const number of numbers) {
    expect(text()).not.toContain(number)
    expect(text()).not.toContain(number.replaceAll('-', ''))
  }
})
