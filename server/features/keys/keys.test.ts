import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { keyWraps, userKeys } from '#server/db/schema/e2ee.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildGroup } from '#server/test/chat.ts'
import { type Identity, keysBody, makeIdentity, rotate, startRoster, withKeys } from '#server/test/e2ee.ts'
import { buildClub, testPassword } from '#server/test/factories.ts'
import type { Card } from '#shared/e2ee/card.ts'

const target = setUpApp()
const none = { card: null, createdAt: null, gen: 0, wraps: [], devices: [], name: null }
const put = (me: Caller, body: unknown) => me.call('PUT', '/api/keys/me', body)
const mine = async (me: Caller) => (await me.call('GET', '/api/keys/me')).json()
const addDevice = (me: Caller, dev: string, gen: number) =>
  me.call('POST', '/api/keys/me/devices', { dev, gen })
const trail = async (userId: number) => {
  const rows = await target.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, userId))
    .orderBy(auditEvents.id)
  return rows.map(({ kind, details }) => [kind, details])
}

describe('one’s own keys', () => {
  test('are none, then the first, then the next; the trail knows, and holds no key', async () => {
    const me = await target.asNew()
    expect(await mine(me)).toEqual(none)
    const first = makeIdentity(me.user.id)
    const body = keysBody(first)
    expect((await put(me, body)).statusCode).toBe(204)
    const seen = { createdAt: expect.any(String), usedAt: expect.any(String) }
    expect(await mine(me)).toMatchObject({
      card: first.card,
      createdAt: expect.any(String),
      gen: 1,
      wraps: [body.wrap],
      devices: [{ dev: first.dev, gen: 1, name: 'Pelayar', ...seen }],
    })
    const second = keysBody(makeIdentity(me.user.id, 2))
    expect((await put(me, second)).statusCode).toBe(204)
    expect(await mine(me)).toMatchObject({ card: second.card, wraps: [second.wrap], devices: [{ gen: 2 }] })
    expect(await trail(me.user.id)).toEqual([
      ['keys.created', { gen: 1 }],
      ['keys.renewed', { gen: 2 }],
    ])
  })

  test('the first need nothing but the session, those that follow the person; who is told', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const bare = (gen: number) => {
      const { card, dev } = makeIdentity(me.user.id, gen)
      return { card, dev }
    }
    expect((await put(me, bare(1))).statusCode).toBe(204)
    expect((await mine(me)).wraps).toEqual([])
    expect((await put(me, bare(2))).json().fields).toHaveProperty('currentPassword')
    expect((await put(me, { ...bare(2), currentPassword: 'salah' })).statusCode).toBe(400)
    expect((await mine(me)).card.gen).toBe(1)
    const older = { gen: 2, kind: 'older', credentialId: null, blob: 'abc' }
    const next = { ...bare(2), wrap: older, currentPassword: testPassword }
    expect((await put(me, next)).statusCode).toBe(204)
    expect((await mine(me)).wraps).toMatchObject([older])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['keys.renewed'])
    expect((await me.call('GET', '/api/notifications')).json()).toMatchObject([{ kind: 'keys.renewed' }])
  })

  test('by Google alone: with a fresh proof, not without', async () => {
    const { db } = target.database
    const me = await target.asNew({ password: null, googleId: 'g-kunci' })
    await put(me, keysBody(makeIdentity(me.user.id)))
    const { currentPassword: _, ...next } = keysBody(makeIdentity(me.user.id, 2))
    expect((await put(me, next)).json().code).toBe('confirm_first')
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, me.user.id))
    expect((await put(me, next)).statusCode).toBe(204)
  })

  test('wrong passwords are counted, and after a few nothing more is tried', async () => {
    const me = await withKeys(await target.asNew())
    const guess = { ...keysBody(makeIdentity(me.user.id, 2)), currentPassword: 'salah' }
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await put(me, guess)).statusCode)
    expect(answers.at(-1)).toBe(429)
    expect((await mine(me)).card.gen).toBe(1)
  })

  test('a generation far too early, again or too late: 409', async () => {
    const me = await target.asNew()
    const refusal = async (gen: number) =>
      (await put(me, keysBody(makeIdentity(me.user.id, gen)))).json().code
    expect(await refusal(101)).toBe('keys_moved')
    await withKeys(me)
    expect(await refusal(1)).toBe('keys_moved')
    expect(await refusal(102)).toBe('keys_moved')
    expect((await mine(me)).card.gen).toBe(1)
  })

  test('a server that was set back takes what a device has: the first at once, a later one from the person', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const old = makeIdentity(me.user.id)
    const newest = makeIdentity(me.user.id, 3)
    await put(me, keysBody(old))
    const bare = { card: newest.card, dev: newest.dev }
    expect((await put(me, bare)).statusCode).toBe(400)
    expect((await put(me, { ...bare, currentPassword: testPassword })).statusCode).toBe(204)
    await db.delete(userKeys).where(eq(userKeys.userId, me.user.id))
    expect((await put(me, bare)).statusCode).toBe(204)
    expect((await mine(me)).card).toEqual(newest.card)
  })

  test('ten at once: one', async () => {
    const me = await target.asNew()
    const tries = Array.from({ length: 10 }, () => put(me, keysBody(makeIdentity(me.user.id))))
    const answers = await Promise.all(tries)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(9).fill(409)])
    const { db } = target.database
    expect(await db.$count(userKeys, eq(userKeys.userId, me.user.id))).toBe(1)
    expect(await db.$count(keyWraps, eq(keyWraps.userId, me.user.id))).toBe(1)
  })

  test('ten renewals at once: one', async () => {
    const me = await withKeys(await target.asNew())
    const tries = Array.from({ length: 10 }, () => put(me, keysBody(makeIdentity(me.user.id, 2))))
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(codes.filter(code => code === 204)).toHaveLength(1)
    expect((await mine(me)).wraps).toHaveLength(1)
  })

  test('of somebody else, not signed by themselves, or wrapped for something else: 400', async () => {
    const [me, other] = [await target.asNew(), await target.asNew()]
    const body = keysBody(makeIdentity(me.user.id))
    const { card, wrap } = body
    for (const wrong of [
      keysBody(makeIdentity(other.user.id)),
      { ...body, card: { ...card, box: makeIdentity(me.user.id).card.box } },
      { ...body, card: { ...card, sign: makeIdentity(me.user.id).card.sign } },
      { ...body, card: { ...card, sig: 'A'.repeat(86) } },
      { ...body, wrap: { ...wrap, kind: 'passkey', credentialId: 'abc' } },
      { ...body, wrap: { ...wrap, credentialId: 'abc' } },
      { ...body, wrap: { ...wrap, gen: 2 } },
      { ...body, seed: 'rahsia' },
    ]) {
      expect((await put(me, wrong)).statusCode).toBe(400)
    }
    expect(await mine(me)).toEqual(none)
  })
})

describe('devices', () => {
  test('that have the keys no longer go from the list; those of others do not', async () => {
    const [me, other] = [await withKeys(await target.asNew()), await withKeys(await target.asNew())]
    const remove = (one: Caller) => one.call('DELETE', `/api/keys/me/devices/${me.keys.dev}`)
    expect((await remove(other)).statusCode).toBe(204)
    expect((await mine(me)).devices).toHaveLength(1)
    expect((await remove(me)).statusCode).toBe(204)
    expect((await remove(me)).statusCode).toBe(204)
    expect((await mine(me)).devices).toEqual([])
    expect((await me.call('DELETE', '/api/keys/me/devices/..%2F')).statusCode).toBe(400)
  })

  test('that restored the keys are noted once, by the name sessions have', async () => {
    const me = await withKeys(await target.asNew())
    const dev = makeIdentity(0).dev
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
    const headers = { origin: 'http://perantau.test', cookie: me.cookie, 'user-agent': agent }
    const restore = () =>
      target.app.inject({ method: 'POST', url: '/api/keys/me/devices', headers, payload: { dev, gen: 1 } })
    expect((await restore()).statusCode).toBe(204)
    expect((await restore()).statusCode).toBe(204)
    const { devices } = await mine(me)
    expect(devices).toHaveLength(2)
    const seen = { createdAt: expect.any(String), usedAt: expect.any(String) }
    expect(devices).toContainEqual({ dev, gen: 1, name: 'Chrome di Windows', ...seen })
    const [noted] = devices.filter((one: { dev: string }) => one.dev === dev)
    expect(noted.usedAt > noted.createdAt).toBe(true)
    expect((await trail(me.user.id)).map(([kind]) => kind)).toEqual(['keys.created', 'keys.restored'])
  })

  test('with keys that are no longer the newest, or were never made: 409', async () => {
    const me = await target.asNew()
    const { dev } = makeIdentity(0)
    expect((await addDevice(me, dev, 1)).json().code).toBe('keys_moved')
    await withKeys(me)
    await put(me, keysBody(makeIdentity(me.user.id, 2)))
    expect((await addDevice(me, dev, 1)).json().code).toBe('keys_moved')
    expect((await addDevice(me, dev, 2)).statusCode).toBe(204)
  })
})

describe('keys that are taken back', () => {
  const withdraw = (me: Caller) => me.call('DELETE', '/api/keys/me')

  test('go with all that belongs to them; the next are of a higher generation, or the same', async () => {
    const me = await withKeys(await target.asNew())
    expect((await withdraw(me)).statusCode).toBe(204)
    expect(await mine(me)).toEqual({ ...none, gen: 1 })
    expect((await withdraw(me)).statusCode).toBe(404)
    expect((await put(me, keysBody(makeIdentity(me.user.id)))).json().code).toBe('keys_moved')
    expect((await put(me, keysBody(me.keys))).statusCode).toBe(204)
    expect((await mine(me)).card).toEqual(me.keys.card)
    await withdraw(me)
    const { card, dev } = makeIdentity(me.user.id, 2)
    expect((await put(me, { card, dev })).statusCode).toBe(204)
    expect((await put(me, keysBody(me.keys))).json().code).toBe('keys_moved')
  })

  test('stay once somebody has signed for them, or sealed something to them', async () => {
    const { db } = target.database
    const [me, friend] = [await withKeys(await target.asNew()), await withKeys(await target.asNew())]
    const groupId = await buildGroup(db, [friend.user, me.user], { encrypted: true })
    const chain = await startRoster(groupId, [friend, me])
    expect((await withdraw(me)).json().code).toBe('keys_used')
    await rotate(chain, friend)
    await db.delete(groupMembers).where(eq(groupMembers.userId, me.user.id))
    expect((await withdraw(me)).json().code).toBe('keys_used')
    expect((await mine(me)).card).toEqual(me.keys.card)
  })
})

describe('one’s name', () => {
  const sign = (me: Caller & { user: { id: number; fullName: string }; keys: Identity }, part: object) => {
    const said = { userId: me.user.id, gen: 1, rev: 1, name: me.user.fullName, ...part }
    return me.keys.sign('name', JSON.stringify(said))
  }
  const send = (me: Caller, signed: unknown) => me.call('PUT', '/api/keys/me/name', signed)

  test('is kept as it was signed, and shown beside the card; a higher revision takes its place', async () => {
    const me = await withKeys(await target.asNew())
    expect((await send(me, sign(me, {}))).statusCode).toBe(204)
    const newer = sign(me, { rev: 2 })
    const answers = await Promise.all([send(me, newer), send(me, newer)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect((await send(me, sign(me, {}))).statusCode).toBe(409)
    expect((await mine(me)).name).toEqual(newer)
    const [row] = (await me.call('GET', `/api/keys?ids=${me.user.id}`)).json()
    expect(row).toEqual({ card: me.keys.card, name: newer })
  })

  test('of somebody else, of other keys, of another name, or for another purpose: 400', async () => {
    const [me, other] = [await withKeys(await target.asNew()), await withKeys(await target.asNew())]
    const { body } = sign(me, {})
    for (const wrong of [
      sign(me, { userId: other.user.id }),
      sign(me, { gen: 2 }),
      sign(me, { rev: 0 }),
      sign(me, { name: 'Pentadbir' }),
      sign(me, { rahsia: 1 }),
      other.keys.sign('name', body),
      me.keys.sign('card', body),
      me.keys.sign('name', 'bukan JSON'),
    ]) {
      expect((await send(me, wrong)).statusCode).toBe(400)
    }
    const bare = await target.asNew()
    expect((await send(bare, sign(me, {}))).json().code).toBe('keys_moved')
    expect((await mine(me)).name).toBeNull()
  })
})

describe('wraps', () => {
  const passkey = (credentialId: string | null, gen = 1) => ({
    gen,
    kind: 'passkey',
    credentialId,
    blob: 'abc',
  })
  const add = (me: Caller, wrap: unknown, currentPassword = testPassword) =>
    me.call('POST', '/api/keys/me/wraps', { wrap, currentPassword })
  const remove = (me: Caller, id: number, currentPassword = testPassword) =>
    me.call('DELETE', `/api/keys/me/wraps/${id}`, { currentPassword })
  const list = async (me: Caller) => (await me.call('GET', '/api/keys/me/wraps')).json()

  test('a passkey is one more way to the same keys; a second wrap of the same takes its place', async () => {
    const me = await withKeys(await target.asNew())
    const phrase = { gen: 1, kind: 'phrase', credentialId: null, blob: 'frasa' }
    expect((await add(me, passkey('kunci'))).statusCode).toBe(204)
    expect((await add(me, { ...passkey('kunci'), blob: 'def' })).statusCode).toBe(204)
    expect((await add(me, phrase)).statusCode).toBe(204)
    expect(await list(me)).toMatchObject([{ ...passkey('kunci'), blob: 'def' }, phrase])
    expect((await mine(me)).wraps).toEqual(await list(me))
  })

  test('without the password, with a wrong one, a passkey without a name: 400; of old keys: 409', async () => {
    const me = await withKeys(await target.asNew())
    expect((await me.call('POST', '/api/keys/me/wraps', { wrap: passkey('kunci') })).statusCode).toBe(400)
    expect((await add(me, passkey('kunci'), 'salah')).statusCode).toBe(400)
    expect((await add(me, passkey(null))).statusCode).toBe(400)
    expect((await add(me, { ...passkey('kunci'), kind: 'phrase' })).statusCode).toBe(400)
    expect((await add(me, passkey('kunci', 2))).json().code).toBe('keys_moved')
    expect(await list(me)).toHaveLength(1)
  })

  test('are removed by the person alone, and only one’s own', async () => {
    const [me, other] = [await withKeys(await target.asNew()), await withKeys(await target.asNew())]
    await add(me, { gen: 1, kind: 'older', credentialId: null, blob: 'abc' })
    const [phrase, older] = await list(me)
    expect((await remove(other, phrase.id)).statusCode).toBe(404)
    expect((await remove(me, phrase.id, 'salah')).statusCode).toBe(400)
    expect((await remove(me, older.id)).statusCode).toBe(404)
    expect((await remove(me, phrase.id)).statusCode).toBe(204)
    expect((await remove(me, phrase.id)).statusCode).toBe(404)
    expect(await list(me)).toMatchObject([{ kind: 'older' }])
  })

  test('ten ways are the limit, also at once', async () => {
    const me = await withKeys(await target.asNew())
    for (let n = 0; n < 7; n++) await add(me, passkey(`kunci${n}`))
    // No more at once than somebody may guess.
    const answers = await Promise.all([7, 8, 9, 10].map(n => add(me, passkey(`kunci${n}`))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 204, 409, 409])
    expect(await list(me)).toHaveLength(10)
  })
})

describe('the cards of others', () => {
  const cardOf = ({ card }: { card: Card }) => card
  const ask = async (me: Caller, ids: unknown) => me.call('GET', `/api/keys?ids=${ids}`)

  test('the newest of each who is active and has one', async () => {
    const { db } = target.database
    const me = await withKeys(await target.asNew())
    const [siti, gone, bare] = [
      await withKeys(await target.asNew()),
      await withKeys(await target.asNew()),
      await target.asNew(),
    ]
    const newer = makeIdentity(siti.user.id, 2)
    await put(siti, keysBody(newer))
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.user.id))
    const ids = [me, siti, gone, bare].map(({ user }) => user.id)
    expect((await ask(me, ids)).json().map(cardOf)).toEqual([me.keys.card, newer.card])
  })

  test('only of people one may find or shares a group with', async () => {
    const { db } = target.database
    const me = await target.asNew({ currentCountry: 'Japan' })
    const far = await withKeys(await target.asNew({ currentCountry: 'Germany' }))
    expect((await ask(me, far.user.id)).json()).toEqual([])
    await buildGroup(db, [me.user, far.user], { type: 'global' })
    expect((await ask(me, far.user.id)).json()).toEqual([])
    await buildGroup(db, [me.user, far.user])
    expect((await ask(me, far.user.id)).json().map(cardOf)).toEqual([far.keys.card])
    const club = await buildClub(db)
    const headquarters = await target.asNew({ role: 'hq_admin', clubId: club.id })
    expect((await ask(headquarters, far.user.id)).json().map(cardOf)).toEqual([far.keys.card])
  })

  test.each(['', '0', '1,', 'a', '1,,2', '-1', '9999999999', Array(101).fill(1).join()])(
    'ids like %s: 400',
    async ids => {
      expect((await ask(await target.asNew(), ids)).statusCode).toBe(400)
    },
  )
})
