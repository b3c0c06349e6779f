import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { keyWraps, userKeys } from '#server/db/schema/e2ee.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import {
  buildPublishKeysRequestBody,
  createSignedMemberListOfGroup,
  createTestEncryptionIdentity,
  type Identity,
  postNextGroupKey,
  publishEncryptionKeysOfTestMember,
} from '#server/test/chat/e2ee-members.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, testPassword } from '#server/test/harness/factories.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'

const target = setUpApp()
const noKeys = {
  card: null,
  createdAt: null,
  gen: 0,
  wraps: [],
  devices: [],
  name: null,
  isUsed: false,
  priorUnused: true,
  linkRequests: [],
}
const publishKeys = (me: Caller, body: unknown) => me.call('PUT', '/api/keys/me', body)
const fetchMyKeys = async (me: Caller) => (await me.call('GET', '/api/keys/me')).json()
const addDevice = (me: Caller, dev: string, gen: number) =>
  me.call('POST', '/api/keys/me/devices', { dev, gen })
const findAuditEvents = async (userId: number) => {
  const rows = await target.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, userId))
    .orderBy(auditEvents.id)
  return rows.map(({ kind, details }) => [kind, details])
}

describe('GET and PUT /api/keys/me', () => {
  test('publishing first or renewed encryption keys returns these keys and writes audit events without key material', async () => {
    const me = await target.asNew()
    expect(await fetchMyKeys(me)).toEqual(noKeys)
    const first = createTestEncryptionIdentity(me.user.id)
    const body = buildPublishKeysRequestBody(first)
    expect((await publishKeys(me, body)).statusCode).toBe(204)
    const timestamps = { createdAt: expect.any(String), usedAt: expect.any(String) }
    expect(await fetchMyKeys(me)).toMatchObject({
      card: first.card,
      createdAt: expect.any(String),
      gen: 1,
      wraps: [body.wrap],
      devices: [{ dev: first.dev, gen: 1, name: 'Pelayar', ...timestamps }],
    })
    const second = buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id, 2))
    expect((await publishKeys(me, second)).statusCode).toBe(204)
    expect(await fetchMyKeys(me)).toMatchObject({
      card: second.card,
      wraps: [second.wrap],
      devices: [{ gen: 2 }],
    })
    expect(await findAuditEvents(me.user.id)).toEqual([
      ['keys.created', { gen: 1 }],
      ['keys.renewed', { gen: 2 }],
    ])
  })

  test('publishing first keys needs no password; renewing backed-up keys needs the password and notifies the user by mail and in the app', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const buildBody = (gen: number) => {
      const { card, dev } = createTestEncryptionIdentity(me.user.id, gen)
      return { card, dev }
    }
    expect((await publishKeys(me, buildBody(1))).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).wraps).toEqual([])
    const phrase = { gen: 1, kind: 'phrase', credentialId: null, blob: 'frasa' }
    await me.call('POST', '/api/keys/me/wraps', { wrap: phrase, currentPassword: testPassword })
    expect((await publishKeys(me, buildBody(2))).json().fields).toHaveProperty('currentPassword')
    expect((await publishKeys(me, { ...buildBody(2), currentPassword: 'salah' })).statusCode).toBe(400)
    expect((await fetchMyKeys(me)).card.gen).toBe(1)
    const older = { gen: 2, kind: 'older', credentialId: null, blob: 'abc' }
    const next = { ...buildBody(2), wrap: older, currentPassword: testPassword }
    expect((await publishKeys(me, next)).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).wraps).toMatchObject([older])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['keys.renewed'])
    expect((await me.call('GET', '/api/notifications')).json()).toMatchObject([{ kind: 'keys.renewed' }])
  })

  test('a second device replaces encryption keys that no group uses without a password, mail or notification', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const [first, second] = [
      createTestEncryptionIdentity(me.user.id),
      createTestEncryptionIdentity(me.user.id, 2),
    ]
    await publishKeys(me, { card: first.card, dev: first.dev })
    expect(await fetchMyKeys(me)).toMatchObject({ card: first.card, isUsed: false })
    expect((await publishKeys(me, { card: second.card, dev: second.dev })).statusCode).toBe(204)
    expect(await fetchMyKeys(me)).toMatchObject({
      card: second.card,
      gen: 2,
      priorUnused: true,
      devices: [{ dev: second.dev }],
    })
    expect(await findAuditEvents(me.user.id)).toEqual([
      ['keys.created', { gen: 1 }],
      ['keys.replaced', { gen: 2 }],
    ])
    expect(await db.$count(mailOutbox, eq(mailOutbox.userId, me.user.id))).toBe(0)
    expect((await me.call('GET', '/api/notifications')).json()).toEqual([])
  })

  test('encryption keys that the roster (signed member list) of a group contains count as used and can be replaced only with the password', async () => {
    const { db } = target.database
    const [me, friend] = [await target.asNew(), await publishEncryptionKeysOfTestMember(await target.asNew())]
    const keys = createTestEncryptionIdentity(me.user.id)
    await publishKeys(me, { card: keys.card, dev: keys.dev })
    const groupId = await createChatGroup(db, [friend.user, me.user], { encrypted: true })
    expect((await fetchMyKeys(me)).isUsed).toBe(false)
    await createSignedMemberListOfGroup(groupId, [friend, { ...me, keys }])
    expect((await fetchMyKeys(me)).isUsed).toBe(true)
    const next = createTestEncryptionIdentity(me.user.id, 2)
    const body = { card: next.card, dev: next.dev }
    expect((await publishKeys(me, body)).json().fields).toHaveProperty('currentPassword')
    expect((await publishKeys(me, { ...body, currentPassword: testPassword })).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).priorUnused).toBe(false)
    // Replacing the second keys needs the password, because data still depends on the first keys.
    const third = createTestEncryptionIdentity(me.user.id, 3)
    expect((await publishKeys(me, { card: third.card, dev: third.dev })).statusCode).toBe(400)
  })

  test('of two devices that replace unused keys concurrently one succeeds', async () => {
    const me = await target.asNew()
    const { card, dev } = createTestEncryptionIdentity(me.user.id)
    await publishKeys(me, { card, dev })
    const answers = await Promise.all(
      [1, 2].map(() => {
        const next = createTestEncryptionIdentity(me.user.id, 2)
        return publishKeys(me, { card: next.card, dev: next.dev })
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  test('a user without a password needs a recent re-authentication to renew keys', async () => {
    const { db } = target.database
    const me = await target.asNew({ password: null, googleId: 'g-kunci' })
    await publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id)))
    const { currentPassword: _, ...next } = buildPublishKeysRequestBody(
      createTestEncryptionIdentity(me.user.id, 2),
    )
    expect((await publishKeys(me, next)).json().code).toBe('confirm_first')
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, me.user.id))
    expect((await publishKeys(me, next)).statusCode).toBe(204)
  })

  test('repeated wrong passwords when renewing keys get 429', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    const wrongPassword = {
      ...buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id, 2)),
      currentPassword: 'salah',
    }
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await publishKeys(me, wrongPassword)).statusCode)
    expect(answers.at(-1)).toBe(429)
    expect((await fetchMyKeys(me)).card.gen).toBe(1)
  })

  test('publishing encryption keys gets 409 for a key generation number that was published before or is more than 100 above the newest number', async () => {
    const me = await target.asNew()
    const readErrorOfPublishingGeneration = async (gen: number) =>
      (
        await publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id, gen)))
      ).json().code
    expect(await readErrorOfPublishingGeneration(101)).toBe('keys_moved')
    await publishEncryptionKeysOfTestMember(me)
    expect(await readErrorOfPublishingGeneration(1)).toBe('keys_moved')
    expect(await readErrorOfPublishingGeneration(102)).toBe('keys_moved')
    expect((await fetchMyKeys(me)).card.gen).toBe(1)
  })

  test('after a database restore a device can publish its keys again, but needs the password if older keys are stored', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const old = createTestEncryptionIdentity(me.user.id)
    const newest = createTestEncryptionIdentity(me.user.id, 3)
    await publishKeys(me, buildPublishKeysRequestBody(old))
    const bodyWithoutPassword = { card: newest.card, dev: newest.dev }
    expect((await publishKeys(me, bodyWithoutPassword)).statusCode).toBe(400)
    expect(
      (await publishKeys(me, { ...bodyWithoutPassword, currentPassword: testPassword })).statusCode,
    ).toBe(204)
    await db.delete(userKeys).where(eq(userKeys.userId, me.user.id))
    expect((await publishKeys(me, bodyWithoutPassword)).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).card).toEqual(newest.card)
  })

  test('of ten concurrent first key publications one succeeds and nine get 409', async () => {
    const me = await target.asNew()
    const requests = Array.from({ length: 10 }, () =>
      publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id))),
    )
    const answers = await Promise.all(requests)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(9).fill(409)])
    const { db } = target.database
    expect(await db.$count(userKeys, eq(userKeys.userId, me.user.id))).toBe(1)
    expect(await db.$count(keyWraps, eq(keyWraps.userId, me.user.id))).toBe(1)
  })

  test('of ten concurrent key renewals one succeeds', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    const requests = Array.from({ length: 10 }, () =>
      publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id, 2))),
    )
    const codes = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(codes.filter(code => code === 204)).toHaveLength(1)
    expect((await fetchMyKeys(me)).wraps).toHaveLength(1)
  })

  test('publishing public keys of another user, with a wrong signature or with an invalid key wrap (encrypted seed) returns 400', async () => {
    const [me, other] = [await target.asNew(), await target.asNew()]
    const body = buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id))
    const { card, wrap } = body
    for (const invalid of [
      buildPublishKeysRequestBody(createTestEncryptionIdentity(other.user.id)),
      { ...body, card: { ...card, box: createTestEncryptionIdentity(me.user.id).card.box } },
      { ...body, card: { ...card, sign: createTestEncryptionIdentity(me.user.id).card.sign } },
      { ...body, card: { ...card, sig: 'A'.repeat(86) } },
      { ...body, wrap: { ...wrap, kind: 'passkey', credentialId: 'abc' } },
      { ...body, wrap: { ...wrap, credentialId: 'abc' } },
      { ...body, wrap: { ...wrap, gen: 2 } },
      { ...body, seed: 'rahsia' },
    ]) {
      expect((await publishKeys(me, invalid)).statusCode).toBe(400)
    }
    expect(await fetchMyKeys(me)).toEqual(noKeys)
  })
})

describe('/api/keys/me/devices', () => {
  test('removing a device from the list of devices with keys affects only devices of the caller and can be repeated', async () => {
    const [me, other] = [
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await publishEncryptionKeysOfTestMember(await target.asNew()),
    ]
    const removeDevice = (caller: Caller) => caller.call('DELETE', `/api/keys/me/devices/${me.keys.dev}`)
    expect((await removeDevice(other)).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).devices).toHaveLength(1)
    expect((await removeDevice(me)).statusCode).toBe(204)
    expect((await removeDevice(me)).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).devices).toEqual([])
    expect((await me.call('DELETE', '/api/keys/me/devices/..%2F')).statusCode).toBe(400)
  })

  test('a device that restored the keys of the user is listed once, with its browser name and one audit event', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    const dev = createTestEncryptionIdentity(0).dev
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
    const headers = { origin: 'http://perantau.test', cookie: me.cookie, 'user-agent': agent }
    const postDevice = () =>
      target.app.inject({ method: 'POST', url: '/api/keys/me/devices', headers, payload: { dev, gen: 1 } })
    expect((await postDevice()).statusCode).toBe(204)
    expect((await postDevice()).statusCode).toBe(204)
    const { devices } = await fetchMyKeys(me)
    expect(devices).toHaveLength(2)
    const timestamps = { createdAt: expect.any(String), usedAt: expect.any(String) }
    expect(devices).toContainEqual({ dev, gen: 1, name: 'Chrome di Windows', ...timestamps })
    const [device] = devices.filter((candidate: { dev: string }) => candidate.dev === dev)
    expect(device.usedAt > device.createdAt).toBe(true)
    expect((await findAuditEvents(me.user.id)).map(([kind]) => kind)).toEqual([
      'keys.created',
      'keys.restored',
    ])
  })

  test('registering a device for outdated or unpublished encryption keys gets 409', async () => {
    const me = await target.asNew()
    const { dev } = createTestEncryptionIdentity(0)
    expect((await addDevice(me, dev, 1)).json().code).toBe('keys_moved')
    await publishEncryptionKeysOfTestMember(me)
    await publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id, 2)))
    expect((await addDevice(me, dev, 1)).json().code).toBe('keys_moved')
    expect((await addDevice(me, dev, 2)).statusCode).toBe(204)
  })
})

describe('DELETE /api/keys/me', () => {
  const withdrawKeys = (me: Caller) => me.call('DELETE', '/api/keys/me')

  test('after withdrawing public keys, the user can publish the same keys again or keys of a higher key generation', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    expect((await withdrawKeys(me)).statusCode).toBe(204)
    expect(await fetchMyKeys(me)).toEqual({ ...noKeys, gen: 1 })
    expect((await withdrawKeys(me)).statusCode).toBe(404)
    expect(
      (await publishKeys(me, buildPublishKeysRequestBody(createTestEncryptionIdentity(me.user.id)))).json()
        .code,
    ).toBe('keys_moved')
    expect((await publishKeys(me, buildPublishKeysRequestBody(me.keys))).statusCode).toBe(204)
    expect((await fetchMyKeys(me)).card).toEqual(me.keys.card)
    await withdrawKeys(me)
    const { card, dev } = createTestEncryptionIdentity(me.user.id, 2)
    expect((await publishKeys(me, { card, dev })).statusCode).toBe(204)
    expect((await publishKeys(me, buildPublishKeysRequestBody(me.keys))).json().code).toBe('keys_moved')
  })

  test('withdrawing public keys gets 409 once the roster (signed member list) or an encrypted key of a group uses them', async () => {
    const { db } = target.database
    const [me, friend] = [
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await publishEncryptionKeysOfTestMember(await target.asNew()),
    ]
    const groupId = await createChatGroup(db, [friend.user, me.user], { encrypted: true })
    const chain = await createSignedMemberListOfGroup(groupId, [friend, me])
    expect((await withdrawKeys(me)).json().code).toBe('keys_used')
    await postNextGroupKey(chain, friend)
    await db.delete(groupMembers).where(eq(groupMembers.userId, me.user.id))
    expect((await withdrawKeys(me)).json().code).toBe('keys_used')
    expect((await fetchMyKeys(me)).card).toEqual(me.keys.card)
  })
})

describe('PUT /api/keys/me/name', () => {
  const signNameStatement = (
    me: Caller & { user: { id: number; fullName: string }; keys: Identity },
    part: object,
  ) => {
    const statement = { userId: me.user.id, gen: 1, rev: 1, name: me.user.fullName, ...part }
    return me.keys.sign('name', JSON.stringify(statement))
  }
  const sendName = (me: Caller, signed: unknown) => me.call('PUT', '/api/keys/me/name', signed)

  test('a signed name is returned with the public keys of the user, and only a higher revision replaces the name', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    expect((await sendName(me, signNameStatement(me, {}))).statusCode).toBe(204)
    const newer = signNameStatement(me, { rev: 2 })
    const answers = await Promise.all([sendName(me, newer), sendName(me, newer)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect((await sendName(me, signNameStatement(me, {}))).statusCode).toBe(409)
    expect((await fetchMyKeys(me)).name).toEqual(newer)
    const [row] = (await me.call('GET', `/api/keys?ids=${me.user.id}`)).json()
    expect(row).toEqual({ card: me.keys.card, name: newer })
  })

  test('saving a signed name with a wrong user, key generation, name, signer or purpose gets 400', async () => {
    const [me, other] = [
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await publishEncryptionKeysOfTestMember(await target.asNew()),
    ]
    const { body } = signNameStatement(me, {})
    for (const invalid of [
      signNameStatement(me, { userId: other.user.id }),
      signNameStatement(me, { gen: 2 }),
      signNameStatement(me, { rev: 0 }),
      signNameStatement(me, { name: 'Pentadbir' }),
      signNameStatement(me, { rahsia: 1 }),
      other.keys.sign('name', body),
      me.keys.sign('card', body),
      me.keys.sign('name', 'bukan JSON'),
    ]) {
      expect((await sendName(me, invalid)).statusCode).toBe(400)
    }
    const bare = await target.asNew()
    expect((await sendName(bare, signNameStatement(me, {}))).json().code).toBe('keys_moved')
    expect((await fetchMyKeys(me)).name).toBeNull()
  })
})

describe('/api/keys/me/wraps', () => {
  const buildPasskeyWrap = (credentialId: string | null, gen = 1) => ({
    gen,
    kind: 'passkey',
    credentialId,
    blob: 'abc',
  })
  const addKeyRecoveryMethod = (me: Caller, wrap: unknown, currentPassword = testPassword) =>
    me.call('POST', '/api/keys/me/wraps', { wrap, currentPassword })
  const removeKeyRecoveryMethod = (me: Caller, id: number, currentPassword = testPassword) =>
    me.call('DELETE', `/api/keys/me/wraps/${id}`, { currentPassword })
  const listKeyRecoveryMethods = async (me: Caller) => (await me.call('GET', '/api/keys/me/wraps')).json()

  test('adding a key wrap (encrypted copy of the seed) for the same passkey replaces the previous one', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    const phrase = { gen: 1, kind: 'phrase', credentialId: null, blob: 'frasa' }
    expect((await addKeyRecoveryMethod(me, buildPasskeyWrap('kunci'))).statusCode).toBe(204)
    expect((await addKeyRecoveryMethod(me, { ...buildPasskeyWrap('kunci'), blob: 'def' })).statusCode).toBe(
      204,
    )
    expect((await addKeyRecoveryMethod(me, phrase)).statusCode).toBe(204)
    expect(await listKeyRecoveryMethods(me)).toMatchObject([
      { ...buildPasskeyWrap('kunci'), blob: 'def' },
      phrase,
    ])
    expect((await fetchMyKeys(me)).wraps).toEqual(await listKeyRecoveryMethods(me))
  })

  test('adding an encrypted copy of the key seed returns 400 when password or credential id is missing, and 409 for outdated keys', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    expect(
      (await me.call('POST', '/api/keys/me/wraps', { wrap: buildPasskeyWrap('kunci') })).statusCode,
    ).toBe(400)
    expect((await addKeyRecoveryMethod(me, buildPasskeyWrap('kunci'), 'salah')).statusCode).toBe(400)
    expect((await addKeyRecoveryMethod(me, buildPasskeyWrap(null))).statusCode).toBe(400)
    expect(
      (await addKeyRecoveryMethod(me, { ...buildPasskeyWrap('kunci'), kind: 'phrase' })).statusCode,
    ).toBe(400)
    expect((await addKeyRecoveryMethod(me, buildPasskeyWrap('kunci', 2))).json().code).toBe('keys_moved')
    expect(await listKeyRecoveryMethods(me)).toHaveLength(1)
  })

  test('removing a key wrap (encrypted copy of the seed) needs the password and fails for key wraps of other users and of older seeds', async () => {
    const [me, other] = [
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await publishEncryptionKeysOfTestMember(await target.asNew()),
    ]
    await addKeyRecoveryMethod(me, { gen: 1, kind: 'older', credentialId: null, blob: 'abc' })
    const [phrase, older] = await listKeyRecoveryMethods(me)
    expect((await removeKeyRecoveryMethod(other, phrase.id)).statusCode).toBe(404)
    expect((await removeKeyRecoveryMethod(me, phrase.id, 'salah')).statusCode).toBe(400)
    expect((await removeKeyRecoveryMethod(me, older.id)).statusCode).toBe(404)
    expect((await removeKeyRecoveryMethod(me, phrase.id)).statusCode).toBe(204)
    expect((await removeKeyRecoveryMethod(me, phrase.id)).statusCode).toBe(404)
    expect(await listKeyRecoveryMethods(me)).toMatchObject([{ kind: 'older' }])
  })

  test('a user can have at most ten key wraps (encrypted copies of the seed), also with concurrent requests', async () => {
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    for (let n = 0; n < 7; n++) await addKeyRecoveryMethod(me, buildPasskeyWrap(`kunci${n}`))
    // Only four concurrent requests are sent, to stay below the rate limit for password checks.
    const answers = await Promise.all(
      [7, 8, 9, 10].map(n => addKeyRecoveryMethod(me, buildPasskeyWrap(`kunci${n}`))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 204, 409, 409])
    expect(await listKeyRecoveryMethods(me)).toHaveLength(10)
  })
})

describe('GET /api/keys', () => {
  const getPublicKeys = ({ card }: { card: Card }) => card
  const fetchPublicKeys = async (me: Caller, ids: unknown) => me.call('GET', `/api/keys?ids=${ids}`)

  test('fetching public keys returns the newest keys of each active user who has published keys', async () => {
    const { db } = target.database
    const me = await publishEncryptionKeysOfTestMember(await target.asNew())
    const [siti, inactive, bare] = [
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await publishEncryptionKeysOfTestMember(await target.asNew()),
      await target.asNew(),
    ]
    const newer = createTestEncryptionIdentity(siti.user.id, 2)
    await publishKeys(siti, buildPublishKeysRequestBody(newer))
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, inactive.user.id))
    const ids = [me, siti, inactive, bare].map(({ user }) => user.id)
    expect((await fetchPublicKeys(me, ids)).json().map(getPublicKeys)).toEqual([me.keys.card, newer.card])
  })

  test('fetching public keys returns only keys of users whom the caller may find or shares a group with', async () => {
    const { db } = target.database
    const me = await target.asNew({ currentCountry: 'Japan' })
    const distant = await publishEncryptionKeysOfTestMember(await target.asNew({ currentCountry: 'Germany' }))
    expect((await fetchPublicKeys(me, distant.user.id)).json()).toEqual([])
    await createChatGroup(db, [me.user, distant.user], { type: 'global' })
    expect((await fetchPublicKeys(me, distant.user.id)).json()).toEqual([])
    await createChatGroup(db, [me.user, distant.user])
    expect((await fetchPublicKeys(me, distant.user.id)).json().map(getPublicKeys)).toEqual([
      distant.keys.card,
    ])
    const club = await buildClub(db)
    const headquarters = await target.asNew({ role: 'hq_admin', clubId: club.id })
    expect((await fetchPublicKeys(headquarters, distant.user.id)).json().map(getPublicKeys)).toEqual([
      distant.keys.card,
    ])
  })

  test.each(['', '0', '1,', 'a', '1,,2', '-1', '9999999999', Array(101).fill(1).join()])(
    'fetching public keys of users with the ids %s returns 400',
    async ids => {
      expect((await fetchPublicKeys(await target.asNew(), ids)).statusCode).toBe(400)
    },
  )
})
