import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { publishEncryptionKeysOfTestMember } from '#server/test/chat/e2ee-members.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'

const target = setUpApp()
const createRandomText = () => encodeBase64url(randomBytes(32))
const createNewLink = () => ({ id: createRandomText(), box: createRandomText(), mac: createRandomText() })
const openDeviceLink = (me: Caller, body: unknown) => me.call('POST', '/api/keys/me/links', body)
const readDeviceLink = (me: Caller, id: string) => me.call('GET', `/api/keys/me/links/${id}`)
const answerDeviceLink = (me: Caller, id: string, encryptedAnswer: unknown = 'abc') =>
  me.call('PUT', `/api/keys/me/links/${id}`, { answer: encryptedAnswer })
const createUserWithKeys = async () => publishEncryptionKeysOfTestMember(await target.asNew())

test('a device link (transfer of keys to a new device) accepts the encrypted keys only once, expires within two minutes and returns 404 after it was closed', async () => {
  const me = await createUserWithKeys()
  const { id, box, mac } = createNewLink()
  const opened = await openDeviceLink(me, { id, box, mac })
  const unanswered = { commit: null, reply: null, reveal: null, answer: null }
  expect(opened.json()).toEqual({
    box,
    mac,
    name: 'Pelayar',
    ...unanswered,
    expiresAt: expect.any(String),
  })
  const remainingMs = Date.parse(opened.json().expiresAt) - Date.now()
  expect(remainingMs).toBeGreaterThan(60_000)
  expect(remainingMs).toBeLessThanOrEqual(121_000)
  const responses = await Promise.all([answerDeviceLink(me, id, 'satu'), answerDeviceLink(me, id, 'dua')])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
  expect(['satu', 'dua']).toContain((await readDeviceLink(me, id)).json().answer)
  expect((await openDeviceLink(me, { ...createNewLink(), id })).statusCode).toBe(409)
  expect((await me.call('DELETE', `/api/keys/me/links/${id}`)).statusCode).toBe(204)
  expect((await readDeviceLink(me, id)).statusCode).toBe(404)
})

const postReply = (me: Caller, id: string, body: unknown) =>
  me.call('PUT', `/api/keys/me/links/${id}/reply`, body)
const postReveal = (me: Caller, id: string, body: unknown) =>
  me.call('PUT', `/api/keys/me/links/${id}/reveal`, body)
const createReply = () => ({ box: createRandomText(), nonce: createRandomText() })
const createReveal = () => ({ nonce: createRandomText(), secret: encodeBase64url(randomBytes(80)) })
const listDeviceLinkRequests = async (me: Caller) =>
  (await me.call('GET', '/api/keys/me')).json().linkRequests

test('the server relays commitment, reply and nonce of a device link (transfer of keys to a new device) only in this order, each once', async () => {
  const me = await createUserWithKeys()
  const link = { ...createNewLink(), commit: createRandomText(), zone: 'Asia/Tokyo' }
  await openDeviceLink(me, link)
  await openDeviceLink(me, createNewLink())
  const { id, box, commit, zone } = link
  const times = { createdAt: expect.any(String), expiresAt: expect.any(String) }
  // A request without a commitment can be answered only by digits or scan, so it is not listed.
  expect(await listDeviceLinkRequests(me)).toEqual([{ id, box, commit, zone, name: 'Pelayar', ...times }])
  const [reply, reveal] = [createReply(), createReveal()]
  expect((await postReveal(me, id, reveal)).statusCode).toBe(404)
  expect((await postReply(me, id, reply)).statusCode).toBe(204)
  expect((await postReply(me, id, reply)).statusCode).toBe(204)
  expect((await postReply(me, id, createReply())).statusCode).toBe(404)
  expect(await listDeviceLinkRequests(me)).toEqual([])
  expect((await postReveal(me, id, reveal)).statusCode).toBe(204)
  expect((await postReveal(me, id, reveal)).statusCode).toBe(204)
  expect((await postReveal(me, id, createReveal())).statusCode).toBe(404)
  expect((await readDeviceLink(me, id)).json()).toMatchObject({ commit, reply, reveal, answer: null })
})

test('a device link (transfer of keys to a new device) refuses a reply or nonce from another user, out of order, or with invalid values', async () => {
  const [me, other] = [await createUserWithKeys(), await createUserWithKeys()]
  const [link, byDigits] = [{ ...createNewLink(), commit: createRandomText() }, createNewLink()]
  await openDeviceLink(me, link)
  await openDeviceLink(me, byDigits)
  expect((await postReply(me, byDigits.id, createReply())).statusCode).toBe(404)
  expect((await postReply(other, link.id, createReply())).statusCode).toBe(404)
  expect(await listDeviceLinkRequests(other)).toEqual([])
  for (const invalid of [{}, { ...createReply(), nonce: 'a' }, { ...createReply(), code: '123456' }])
    expect((await postReply(me, link.id, invalid)).statusCode).toBe(400)
  await postReply(me, link.id, createReply())
  expect((await postReveal(other, link.id, createReveal())).statusCode).toBe(404)
  expect((await postReveal(me, link.id, { ...createReveal(), secret: 'a' })).statusCode).toBe(400)
  for (const invalid of [{ zone: 'Asia Tokyo' }, { zone: '<b>' }, { commit: 'a' }])
    expect((await openDeviceLink(me, { ...createNewLink(), ...invalid })).statusCode).toBe(400)
})

test('another user cannot read, answer, close or reopen a device link (transfer of keys to a new device)', async () => {
  const [me, other] = [await createUserWithKeys(), await createUserWithKeys()]
  const link = createNewLink()
  await openDeviceLink(me, link)
  expect((await readDeviceLink(other, link.id)).statusCode).toBe(404)
  expect((await answerDeviceLink(other, link.id)).statusCode).toBe(404)
  await other.call('DELETE', `/api/keys/me/links/${link.id}`)
  expect((await openDeviceLink(other, link)).statusCode).toBe(409)
  expect((await readDeviceLink(me, link.id)).json().answer).toBeNull()
})

test('an expired device link (transfer of keys to a new device) returns 404 and is deleted by the retention job', async () => {
  const { db } = target.database
  const me = await createUserWithKeys()
  const link = createNewLink()
  await openDeviceLink(me, link)
  const isThisLink = eq(keyLinks.id, link.id)
  await db.update(keyLinks).set({ expiresAt: sql`now() - interval '1 second'` }).where(isThisLink)
  expect((await readDeviceLink(me, link.id)).statusCode).toBe(404)
  expect((await answerDeviceLink(me, link.id)).statusCode).toBe(404)
  await deleteExpiredRows(db)
  expect(await db.$count(keyLinks, isThisLink)).toBe(0)
})

test('creating a device link (transfer of keys to a new device) returns 409 for a user without keys, 400 for invalid input and 429 above the rate limit', async () => {
  expect((await openDeviceLink(await target.asNew(), createNewLink())).json().code).toBe('keys_moved')
  const me = await createUserWithKeys()
  for (const invalid of [{}, { ...createNewLink(), id: 'a' }, { ...createNewLink(), secret: '1' }])
    expect((await openDeviceLink(me, invalid)).statusCode).toBe(400)
  const { id, ...offer } = createNewLink()
  await openDeviceLink(me, { id, ...offer })
  for (const invalid of ['', 'a b', 'a'.repeat(513 * 1024), 1])
    expect((await answerDeviceLink(me, id, invalid)).statusCode).toBe(400)
  let lastStatus = 0
  for (let n = 0; n < 20; n++) lastStatus = (await openDeviceLink(me, createNewLink())).statusCode
  expect(lastStatus).toBe(429)
})
