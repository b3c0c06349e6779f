import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { keyWraps, userKeys } from '#server/db/schema/e2ee.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildGroup } from '#server/test/chat.ts'
import { keysBody, makeIdentity, withKeys } from '#server/test/e2ee.ts'
import { buildClub } from '#server/test/factories.ts'

const target = setUpApp()
const none = { card: null, wraps: [], devices: [] }
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
    const device = { dev: first.dev, gen: 1, name: 'Pelayar', createdAt: expect.any(String) }
    expect(await mine(me)).toEqual({ card: first.card, wraps: [body.wrap], devices: [device] })
    const second = keysBody(makeIdentity(me.user.id, 2))
    expect((await put(me, second)).statusCode).toBe(204)
    expect(await mine(me)).toMatchObject({ card: second.card, wraps: [second.wrap], devices: [{ gen: 2 }] })
    expect(await trail(me.user.id)).toEqual([
      ['keys.created', { gen: 1 }],
      ['keys.renewed', { gen: 2 }],
    ])
  })

  test('a generation too early, again or too late: 409', async () => {
    const me = await target.asNew()
    const refusal = async (gen: number) =>
      (await put(me, keysBody(makeIdentity(me.user.id, gen)))).json().code
    expect(await refusal(2)).toBe('keys_moved')
    await withKeys(me)
    expect(await refusal(1)).toBe('keys_moved')
    expect(await refusal(3)).toBe('keys_moved')
    expect((await mine(me)).card.gen).toBe(1)
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
    expect(devices).toContainEqual({ dev, gen: 1, name: 'Chrome di Windows', createdAt: expect.any(String) })
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

describe('wraps', () => {
  const passkey = (credentialId: string | null, gen = 1) => ({
    gen,
    kind: 'passkey',
    credentialId,
    blob: 'abc',
  })
  const add = (me: Caller, wrap: unknown) => me.call('POST', '/api/keys/me/wraps', wrap)
  const list = async (me: Caller) => (await me.call('GET', '/api/keys/me/wraps')).json()

  test('a passkey is one more way to the same keys; its second wrap replaces its first', async () => {
    const me = await withKeys(await target.asNew())
    expect((await add(me, passkey('kunci'))).statusCode).toBe(204)
    expect((await add(me, { ...passkey('kunci'), blob: 'def' })).statusCode).toBe(204)
    expect(await list(me)).toMatchObject([{ kind: 'phrase' }, { ...passkey('kunci'), blob: 'def' }])
    expect((await mine(me)).wraps).toEqual(await list(me))
  })

  test('a second phrase, a passkey without a name: 400; of old keys: 409', async () => {
    const me = await withKeys(await target.asNew())
    expect((await add(me, { ...passkey(null), kind: 'phrase' })).statusCode).toBe(400)
    expect((await add(me, passkey(null))).statusCode).toBe(400)
    expect((await add(me, passkey('kunci', 2))).json().code).toBe('keys_moved')
    expect(await list(me)).toHaveLength(1)
  })

  test('ten ways are the limit, also at once', async () => {
    const me = await withKeys(await target.asNew())
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(me, passkey(`kunci${n}`))))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(9)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3)
    expect(await list(me)).toHaveLength(10)
  })
})

describe('the cards of others', () => {
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
    expect((await ask(me, ids)).json()).toEqual([me.keys.card, newer.card])
  })

  test('only of people one may find or shares a group with', async () => {
    const { db } = target.database
    const me = await target.asNew({ currentCountry: 'Japan' })
    const far = await withKeys(await target.asNew({ currentCountry: 'Germany' }))
    expect((await ask(me, far.user.id)).json()).toEqual([])
    await buildGroup(db, [me.user, far.user], { type: 'global' })
    expect((await ask(me, far.user.id)).json()).toEqual([])
    await buildGroup(db, [me.user, far.user])
    expect((await ask(me, far.user.id)).json()).toEqual([far.keys.card])
    const club = await buildClub(db)
    const headquarters = await target.asNew({ role: 'hq_admin', clubId: club.id })
    expect((await ask(headquarters, far.user.id)).json()).toEqual([far.keys.card])
  })

  test.each(['', '0', '1,', 'a', '1,,2', '-1', '9999999999', Array(101).fill(1).join()])(
    'ids like %s: 400',
    async ids => {
      expect((await ask(await target.asNew(), ids)).statusCode).toBe(400)
    },
  )
})
