import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { buildCallGroup, buildTalk, enterCall, listenTo, personOn } from '#server/test/calls.ts'
import type { Member } from '#server/test/e2ee.ts'
import { type Instance, setUpTwoInstances } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import { several } from '#server/test/several.ts'
import { connectSocket } from '#server/test/sockets.ts'
import { type Call, longestSignal, type SignalPart } from '#shared/contracts/calls.ts'
import type { Touched } from '#shared/contracts/socket.ts'
import { errorTexts } from '#shared/errors.ts'

const { database, here, there, open } = setUpTwoInstances()

let made = 0
/** By turns on either instance. */
const people = <const N extends number>(count: N) =>
  several(count, () => personOn(made++ % 2 ? there : here, database.db))
const connect = async (instance: Instance, member: Member) => {
  const client = await listenTo(instance, member)
  open.push(client)
  return client
}
const leave = (by: Member, { id }: Call) => by.call('POST', `/api/calls/${id}/leave`, { dev: by.keys.dev })
const idsIn = (call: Call | undefined) => call?.members.map(({ userId }) => userId)
const sealedText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const join = (parts: SignalPart[]) => parts.map(({ sealed }) => sealed).join('')

describe('every change', () => {
  test('is heard by all of the group on every instance, whole and in order, and by nobody else', async () => {
    const [ali, siti, muthu, stranger] = await people(4)
    const groupId = await buildCallGroup(database.db, [ali, siti, muthu])
    const ears = [await connect(here, ali), await connect(there, siti), await connect(there, muthu)]
    const outside = await connect(here, stranger)
    const { id } = await enterCall(ali, groupId)
    const joined = await enterCall(siti, groupId)
    await muthu.call('POST', `/api/calls/${id}/decline`)
    await leave(ali, joined)
    await leave(siti, joined)
    await until(() => ears.every(({ changes }) => changes.at(-1)?.endedAt))
    for (const { changes } of ears) {
      expect(new Set(changes.map(call => call.id))).toEqual(new Set([id]))
      // One that is read late says what came after as well; none ever goes back.
      expect(idsIn(changes.at(-1))).toEqual([])
      expect(changes.at(-1)).toMatchObject({ groupId, startedBy: ali.user.id, declined: [muthu.user.id] })
      const declines = changes.map(({ declined }) => declined.length)
      expect(declines).toEqual(declines.toSorted())
    }
    expect(outside.changes).toEqual([])
  })

  test('as the answer to joining has it', async () => {
    const [ali, siti] = await people(2)
    const groupId = await buildTalk(database.db, [ali, siti])
    const ear = await connect(there, siti)
    const call = await enterCall(ali, groupId)
    await until(() => ear.changes.length > 0)
    expect(ear.changes).toEqual([call])
    await leave(ali, call)
  })

  test('of a moment ago: whoever connects now is told to look', async () => {
    const [ali, siti] = await people(2)
    const groupId = await buildTalk(database.db, [ali, siti])
    const ear = await connect(here, ali)
    const call = await enterCall(ali, groupId)
    await until(() => ear.changes.length > 0)
    const heard: string[] = []
    const headers = { cookie: siti.cookie, origin: here.url }
    const late = await connectSocket(here.url, headers, socket => {
      socket.on('refresh', (touched: Touched[]) => heard.push(...touched.flatMap(({ topics }) => topics)))
    })
    await until(() => heard.includes('calls'))
    expect(heard).toContain('calls')
    late.close()
    await leave(ali, call)
  })
})

describe('whoever loses access is out at once, and the others hear of it', () => {
  const losses: [string, (owner: Member, gone: Member, groupId: number) => PromiseLike<unknown>][] = [
    [
      'taken out of the group',
      (owner, gone, groupId) =>
        owner.call('DELETE', `/api/groups/${groupId}/members`, { userIds: [gone.user.id] }),
    ],
    [
      'deactivated',
      (_owner, gone) =>
        database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.user.id)),
    ],
    ['logged out', (_owner, gone) => gone.call('POST', '/api/auth/logout')],
    [
      'without a session',
      (_owner, gone) => database.db.delete(sessions).where(eq(sessions.userId, gone.user.id)),
    ],
  ]
  test.each(losses)('%s', async (_name, lose) => {
    const [ali, siti] = await people(2)
    const groupId = await buildCallGroup(database.db, [ali, siti])
    const call = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    const ear = await connect(here, ali)
    const other = await connect(there, siti)
    await lose(ali, siti, groupId)
    await until(() => idsIn(ear.changes.at(-1))?.length === 1)
    expect(idsIn(ear.changes.at(-1))).toEqual([ali.user.id])
    const signal = { callId: call.id, fromDev: ali.keys.dev, to: siti.user.id, toDev: siti.keys.dev }
    expect(await ear.say({ ...signal, id: '1', sealed: 'abc' })).toMatchObject({ code: 'forbidden' })
    expect(other.parts).toEqual([])
    const alive = await siti.call('POST', `/api/calls/${call.id}/alive`, { dev: siti.keys.dev })
    expect([401, 403, 404]).toContain(alive.statusCode)
    await leave(ali, call)
  })

  test('whoever is taken out is told to look, and sees no call', async () => {
    const [ali, siti] = await people(2)
    const groupId = await buildCallGroup(database.db, [ali, siti])
    const call = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    const gone = await connect(there, siti)
    await ali.call('DELETE', `/api/groups/${groupId}/members`, { userIds: [siti.user.id] })
    await until(() => gone.refreshed.includes('calls'))
    expect((await siti.call('GET', '/api/calls')).json()).toEqual([])
    await leave(ali, call)
  })
})

describe('a word from one device to another', () => {
  async function twoInCall() {
    const [ali, siti] = await people(2)
    const groupId = await buildTalk(database.db, [ali, siti])
    await enterCall(ali, groupId)
    const call = await enterCall(siti, groupId)
    const [a, s] = [await connect(here, ali), await connect(there, siti)]
    const to = { callId: call.id, fromDev: ali.keys.dev, to: siti.user.id, toDev: siti.keys.dev }
    return { ali, siti, call, a, s, to }
  }

  test('goes from instance to instance, to all devices of one person alone', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const beside = await connect(here, siti)
    expect(await a.say({ ...to, id: 'tawaran-1', sealed: 'rahsia' })).toEqual({ ok: true })
    await until(() => s.parts.length === 1 && beside.parts.length === 1)
    const { fromDev, toDev, callId } = to
    const part = {
      callId,
      from: ali.user.id,
      fromDev,
      toDev,
      id: 'tawaran-1',
      part: 1,
      of: 1,
      sealed: 'rahsia',
    }
    expect([s.parts, beside.parts, a.parts]).toEqual([[part], [part], []])
    for (const one of [ali, siti]) await leave(one, call)
  })

  test('of 50 KB, and of the greatest length: in parts, whole, in order, one after the other', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const texts = [sealedText(50_000), sealedText(longestSignal), sealedText(7000), sealedText(7001)]
    const answers = await Promise.all(texts.map((sealed, n) => a.say({ ...to, id: `${n}`, sealed })))
    expect(answers).toEqual(texts.map(() => ({ ok: true })))
    await until(() => s.parts.length === 8 + 9 + 1 + 2)
    for (const [n, sealed] of texts.entries()) {
      const parts = s.parts.filter(({ id }) => id === `${n}`)
      expect(parts.map(({ part, of }) => [part, of])).toEqual(parts.map((_, at) => [at + 1, parts.length]))
      expect(join(parts)).toBe(sealed)
    }
    // Not one between the parts of another.
    const order = s.parts.map(({ id }) => id).filter((id, at, all) => id !== all[at - 1])
    expect(order).toHaveLength(4)
    for (const one of [ali, siti]) await leave(one, call)
  })

  test('is kept nowhere', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const sealed = sealedText(300)
    await a.say({ ...to, id: 'x', sealed })
    await until(() => s.parts.length === 1)
    const { rows } = await database.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of rows) {
      const found = await database.pool.query(`select from ${name} t where position($1 in t::text) > 0`, [
        sealed,
      ])
      expect([name, found.rowCount]).toEqual([name, 0])
    }
    for (const one of [ali, siti]) await leave(one, call)
  })

  test('only while both devices are in this very call', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const [muthu, mei] = await people(2)
    const elsewhere = await enterCall(muthu, await buildTalk(database.db, [muthu, mei]))
    const m = await connect(here, muthu)
    const refused = { ok: false, code: 'forbidden', message: errorTexts.forbidden }
    const word = { ...to, id: '1', sealed: 'abc' }
    expect(await a.say({ ...word, fromDev: 'peranti-lai' })).toEqual(refused)
    expect(await a.say({ ...word, toDev: 'peranti-lai' })).toEqual(refused)
    expect(await a.say({ ...word, to: muthu.user.id, toDev: muthu.keys.dev })).toEqual(refused)
    expect(await a.say({ ...word, to: ali.user.id, toDev: ali.keys.dev })).toEqual(refused)
    expect(await a.say({ ...word, callId: elsewhere.id })).toEqual(refused)
    expect(await m.say({ ...word, fromDev: muthu.keys.dev })).toEqual(refused)
    expect(await m.say(word)).toEqual(refused)
    await leave(siti, call)
    expect(await a.say(word)).toEqual(refused)
    await leave(ali, call)
    expect(await a.say(word)).toEqual(refused)
    expect([s.parts, m.parts, a.parts]).toEqual([[], [], []])
    await leave(muthu, elsewhere)
  })

  test('of nonsense is refused, whatever its form', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const word = { ...to, id: '1', sealed: 'abc' }
    const wrong: unknown[] = [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { ...word, more: 1 },
      { ...word, to: '1' },
      { ...word, sealed: '' },
      { ...word, sealed: 'a b' },
      { ...word, sealed: 'a'.repeat(longestSignal + 1) },
      { ...word, callId: '1' },
      { ...word, callId: '-'.repeat(36) },
      { ...word, id: '' },
    ]
    for (const one of wrong) expect(await a.say(one)).toMatchObject({ ok: false, code: 'bad_input' })
    expect(await a.say(word)).toEqual({ ok: true })
    await until(() => s.parts.length === 1)
    for (const one of [ali, siti]) await leave(one, call)
  })

  test('fifty a second, then it is said that it was too fast', async () => {
    const { ali, siti, call, a, s, to } = await twoInCall()
    const tries = Array.from({ length: 600 }, (_, n) => a.say({ ...to, id: `${n}`, sealed: 'abc' }))
    const answers = await Promise.all(tries)
    const taken = answers.flatMap((answer, n) => (answer.ok ? [`${n}`] : []))
    expect(taken.length).toBeGreaterThanOrEqual(50)
    expect(taken.length).toBeLessThan(600)
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('too_fast')
    await until(() => s.parts.length === taken.length)
    await until(async () => (await a.say({ ...to, id: 'semula', sealed: 'abc' })).ok)
    for (const one of [ali, siti]) await leave(one, call)
  })
})
