import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { publishMemberKeys } from '#server/test/chat/e2ee-members.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'

const target = setUpApp()
const randomText = () => encodeBase64url(randomBytes(32))
const newLink = () => ({ id: randomText(), box: randomText(), mac: randomText() })
const openLink = (me: Caller, body: unknown) => me.call('POST', '/api/keys/me/links', body)
const readLink = (me: Caller, id: string) => me.call('GET', `/api/keys/me/links/${id}`)
const answerLink = (me: Caller, id: string, encryptedAnswer: unknown = 'abc') =>
  me.call('PUT', `/api/keys/me/links/${id}`, { answer: encryptedAnswer })
const createUserWithKeys = async () => publishMemberKeys(await target.asNew())

test('a device link accepts one answer only, expires within two minutes and returns 404 after it was closed', async () => {
  const me = await createUserWithKeys()
  const { id, box, mac } = newLink()
  const opened = await openLink(me, { id, box, mac })
  expect(opened.json()).toEqual({ box, mac, name: 'Pelayar', answer: null, expiresAt: expect.any(String) })
  const remainingMs = Date.parse(opened.json().expiresAt) - Date.now()
  expect(remainingMs).toBeGreaterThan(60_000)
  expect(remainingMs).toBeLessThanOrEqual(121_000)
  const responses = await Promise.all([answerLink(me, id, 'satu'), answerLink(me, id, 'dua')])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
  expect(['satu', 'dua']).toContain((await readLink(me, id)).json().answer)
  expect((await openLink(me, { ...newLink(), id })).statusCode).toBe(409)
  expect((await me.call('DELETE', `/api/keys/me/links/${id}`)).statusCode).toBe(204)
  expect((await readLink(me, id)).statusCode).toBe(404)
})

test('another user cannot read, answer, close or reopen a device link', async () => {
  const [me, other] = [await createUserWithKeys(), await createUserWithKeys()]
  const link = newLink()
  await openLink(me, link)
  expect((await readLink(other, link.id)).statusCode).toBe(404)
  expect((await answerLink(other, link.id)).statusCode).toBe(404)
  await other.call('DELETE', `/api/keys/me/links/${link.id}`)
  expect((await openLink(other, link)).statusCode).toBe(409)
  expect((await readLink(me, link.id)).json().answer).toBeNull()
})

test('an expired device link returns 404 and is deleted by the retention job', async () => {
  const { db } = target.database
  const me = await createUserWithKeys()
  const link = newLink()
  await openLink(me, link)
  const isThisLink = eq(keyLinks.id, link.id)
  await db.update(keyLinks).set({ expiresAt: sql`now() - interval '1 second'` }).where(isThisLink)
  expect((await readLink(me, link.id)).statusCode).toBe(404)
  expect((await answerLink(me, link.id)).statusCode).toBe(404)
  await deleteExpiredRows(db)
  expect(await db.$count(keyLinks, isThisLink)).toBe(0)
})

test('opening a device link returns 409 without keys, 400 for invalid input and 429 above the rate limit', async () => {
  expect((await openLink(await target.asNew(), newLink())).json().code).toBe('keys_moved')
  const me = await createUserWithKeys()
  for (const invalid of [{}, { ...newLink(), id: 'a' }, { ...newLink(), secret: '1' }])
    expect((await openLink(me, invalid)).statusCode).toBe(400)
  const { id, ...offer } = newLink()
  await openLink(me, { id, ...offer })
  for (const invalid of ['', 'a b', 'a'.repeat(513 * 1024), 1])
    expect((await answerLink(me, id, invalid)).statusCode).toBe(400)
  let lastStatus = 0
  for (let n = 0; n < 20; n++) lastStatus = (await openLink(me, newLink())).statusCode
  expect(lastStatus).toBe(429)
})
