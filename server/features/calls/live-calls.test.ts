import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import {
  buildDirectMessage,
  collectCallEvents,
  createEncryptedTestGroup,
  createMemberForCallTests,
  joinCallOrThrow,
} from '#server/test/chat/call-members.ts'
import type { Member } from '#server/test/chat/e2ee-members.ts'
import { createTestRecordsInSequence } from '#server/test/harness/create-test-records-in-sequence.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { connectSocket } from '#server/test/harness/sockets.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { type Call, maxSignalLength, type SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { InvalidatedTopics } from '#shared/realtime/socket-events.ts'
import { errorTexts } from '#texts/errors.ts'

const { database, here: firstInstance, there: secondInstance, open: openClients } = setUpTwoServerInstances()

let createdCount = 0
/** Creates users alternately on both server instances. */
const createMembers = <const N extends number>(count: N) =>
  createTestRecordsInSequence(count, () =>
    createMemberForCallTests(createdCount++ % 2 ? secondInstance : firstInstance, database.db),
  )
const connectMember = async (instance: Instance, member: Member) => {
  const client = await collectCallEvents(instance, member)
  openClients.push(client)
  return client
}
const leaveCall = (by: Member, { id }: Call) =>
  by.call('POST', `/api/calls/${id}/leave`, { dev: by.keys.dev })
const getMemberIds = (call: Call | undefined) => call?.members.map(({ userId }) => userId)
const createSealedText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const joinSignalParts = (parts: SignalPart[]) => parts.map(({ sealed }) => sealed).join('')

describe('call-changed events', () => {
  test('group members on all server instances receive every call change in order, and non-members receive none', async () => {
    const [ali, siti, muthu, stranger] = await createMembers(4)
    const groupId = await createEncryptedTestGroup(database.db, [ali, siti, muthu])
    const listeners = [
      await connectMember(firstInstance, ali),
      await connectMember(secondInstance, siti),
      await connectMember(secondInstance, muthu),
    ]
    const outsider = await connectMember(firstInstance, stranger)
    const { id } = await joinCallOrThrow(ali, groupId)
    const joined = await joinCallOrThrow(siti, groupId)
    await muthu.call('POST', `/api/calls/${id}/decline`)
    await leaveCall(ali, joined)
    await leaveCall(siti, joined)
    await waitUntil(() => listeners.every(({ changes }) => changes.at(-1)?.endedAt))
    for (const { changes } of listeners) {
      expect(new Set(changes.map(call => call.id))).toEqual(new Set([id]))
      // A call state that is read late may already contain later changes, but clients never receive an older state.
      expect(getMemberIds(changes.at(-1))).toEqual([])
      expect(changes.at(-1)).toMatchObject({ groupId, startedBy: ali.user.id, declined: [muthu.user.id] })
      const declines = changes.map(({ declined }) => declined.length)
      expect(declines).toEqual(declines.toSorted())
    }
    expect(outsider.changes).toEqual([])
  })

  test('the call-changed event contains the same call as the response to joining', async () => {
    const [ali, siti] = await createMembers(2)
    const groupId = await buildDirectMessage(database.db, [ali, siti])
    const listener = await connectMember(secondInstance, siti)
    const call = await joinCallOrThrow(ali, groupId)
    await waitUntil(() => listener.changes.length > 0)
    expect(listener.changes).toEqual([call])
    await leaveCall(ali, call)
  })

  test('a client that connects shortly after a call has changed receives an event to refetch the running calls', async () => {
    const [ali, siti] = await createMembers(2)
    const groupId = await buildDirectMessage(database.db, [ali, siti])
    const listener = await connectMember(firstInstance, ali)
    const call = await joinCallOrThrow(ali, groupId)
    await waitUntil(() => listener.changes.length > 0)
    const refreshedTopics: string[] = []
    const headers = { cookie: siti.cookie, origin: firstInstance.url }
    const lateSocket = await connectSocket(firstInstance.url, headers, socket => {
      socket.on('refresh', (touched: InvalidatedTopics[]) =>
        refreshedTopics.push(...touched.flatMap(({ topics }) => topics)),
      )
    })
    await waitUntil(() => refreshedTopics.includes('calls'))
    expect(refreshedTopics).toContain('calls')
    lateSocket.close()
    await leaveCall(ali, call)
  })
})

describe('participants who lose access', () => {
  const losses: [string, (owner: Member, participant: Member, groupId: number) => PromiseLike<unknown>][] = [
    [
      'removed from the group',
      (owner, participant, groupId) =>
        owner.call('DELETE', `/api/groups/${groupId}/members`, { userIds: [participant.user.id] }),
    ],
    [
      'deactivated',
      (_owner, participant) =>
        database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, participant.user.id)),
    ],
    ['logged out', (_owner, participant) => participant.call('POST', '/api/auth/logout')],
    [
      'without a session',
      (_owner, participant) => database.db.delete(sessions).where(eq(sessions.userId, participant.user.id)),
    ],
  ]
  test.each(losses)(
    'a call participant who loses access (%s) is removed at once and the others are notified',
    async (_name, lose) => {
      const [ali, siti] = await createMembers(2)
      const groupId = await createEncryptedTestGroup(database.db, [ali, siti])
      const call = await joinCallOrThrow(ali, groupId)
      await joinCallOrThrow(siti, groupId)
      const listener = await connectMember(firstInstance, ali)
      const other = await connectMember(secondInstance, siti)
      await lose(ali, siti, groupId)
      await waitUntil(() => getMemberIds(listener.changes.at(-1))?.length === 1)
      expect(getMemberIds(listener.changes.at(-1))).toEqual([ali.user.id])
      const signal = { callId: call.id, fromDev: ali.keys.dev, to: siti.user.id, toDev: siti.keys.dev }
      expect(await listener.say({ ...signal, id: '1', sealed: 'abc' })).toMatchObject({ code: 'forbidden' })
      expect(other.parts).toEqual([])
      const alive = await siti.call('POST', `/api/calls/${call.id}/alive`, { dev: siti.keys.dev })
      expect([401, 403, 404]).toContain(alive.statusCode)
      await leaveCall(ali, call)
    },
  )

  test('a call participant who is removed from the group receives an event to refetch calls, and the call is no longer listed', async () => {
    const [ali, siti] = await createMembers(2)
    const groupId = await createEncryptedTestGroup(database.db, [ali, siti])
    const call = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    const removed = await connectMember(secondInstance, siti)
    await ali.call('DELETE', `/api/groups/${groupId}/members`, { userIds: [siti.user.id] })
    await waitUntil(() => removed.refreshed.includes('calls'))
    expect((await siti.call('GET', '/api/calls')).json()).toEqual([])
    await leaveCall(ali, call)
  })
})

describe('call-signal events', () => {
  async function startCallOfTwo() {
    const [ali, siti] = await createMembers(2)
    const groupId = await buildDirectMessage(database.db, [ali, siti])
    await joinCallOrThrow(ali, groupId)
    const call = await joinCallOrThrow(siti, groupId)
    const [a, s] = [await connectMember(firstInstance, ali), await connectMember(secondInstance, siti)]
    const route = { callId: call.id, fromDev: ali.keys.dev, to: siti.user.id, toDev: siti.keys.dev }
    return { ali, siti, call, a, s, to: route }
  }

  test('a call signal is delivered to all devices of the recipient on every server instance and to nobody else', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const secondDevice = await connectMember(firstInstance, siti)
    expect(await a.say({ ...route, id: 'tawaran-1', sealed: 'rahsia' })).toEqual({ ok: true })
    await waitUntil(() => s.parts.length === 1 && secondDevice.parts.length === 1)
    const { fromDev, toDev, callId } = route
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
    expect([s.parts, secondDevice.parts, a.parts]).toEqual([[part], [part], []])
    for (const member of [ali, siti]) await leaveCall(member, call)
  })

  test('a long call signal arrives completely and in order, without parts of other signals in between', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const texts = [
      createSealedText(50_000),
      createSealedText(maxSignalLength),
      createSealedText(7000),
      createSealedText(7001),
    ]
    const answers = await Promise.all(texts.map((sealed, n) => a.say({ ...route, id: `${n}`, sealed })))
    expect(answers).toEqual(texts.map(() => ({ ok: true })))
    await waitUntil(() => s.parts.length === 8 + 9 + 1 + 2)
    for (const [n, sealed] of texts.entries()) {
      const parts = s.parts.filter(({ id }) => id === `${n}`)
      expect(parts.map(({ part, of }) => [part, of])).toEqual(parts.map((_, at) => [at + 1, parts.length]))
      expect(joinSignalParts(parts)).toBe(sealed)
    }
    // Parts of different call signals are never interleaved.
    const order = s.parts.map(({ id }) => id).filter((id, at, all) => id !== all[at - 1])
    expect(order).toHaveLength(4)
    for (const member of [ali, siti]) await leaveCall(member, call)
  })

  test('a WebRTC signal of a call is not stored in any database table', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const sealed = createSealedText(300)
    await a.say({ ...route, id: 'x', sealed })
    await waitUntil(() => s.parts.length === 1)
    const { rows } = await database.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of rows) {
      const found = await database.pool.query(`select from ${name} t where position($1 in t::text) > 0`, [
        sealed,
      ])
      expect([name, found.rowCount]).toEqual([name, 0])
    }
    for (const member of [ali, siti]) await leaveCall(member, call)
  })

  test('a WebRTC signal is refused unless sending and receiving device are in the same call', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const [muthu, mei] = await createMembers(2)
    const otherCall = await joinCallOrThrow(muthu, await buildDirectMessage(database.db, [muthu, mei]))
    const m = await connectMember(firstInstance, muthu)
    const forbidden = { ok: false, code: 'forbidden', message: errorTexts.forbidden }
    const signal = { ...route, id: '1', sealed: 'abc' }
    expect(await a.say({ ...signal, fromDev: 'peranti-lai' })).toEqual(forbidden)
    expect(await a.say({ ...signal, toDev: 'peranti-lai' })).toEqual(forbidden)
    expect(await a.say({ ...signal, to: muthu.user.id, toDev: muthu.keys.dev })).toEqual(forbidden)
    expect(await a.say({ ...signal, to: ali.user.id, toDev: ali.keys.dev })).toEqual(forbidden)
    expect(await a.say({ ...signal, callId: otherCall.id })).toEqual(forbidden)
    expect(await m.say({ ...signal, fromDev: muthu.keys.dev })).toEqual(forbidden)
    expect(await m.say(signal)).toEqual(forbidden)
    await leaveCall(siti, call)
    expect(await a.say(signal)).toEqual(forbidden)
    await leaveCall(ali, call)
    expect(await a.say(signal)).toEqual(forbidden)
    expect([s.parts, m.parts, a.parts]).toEqual([[], [], []])
    await leaveCall(muthu, otherCall)
  })

  test('a malformed call signal is refused with the error bad_input', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const signal = { ...route, id: '1', sealed: 'abc' }
    const invalidSignals: unknown[] = [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { ...signal, more: 1 },
      { ...signal, to: '1' },
      { ...signal, sealed: '' },
      { ...signal, sealed: 'a b' },
      { ...signal, sealed: 'a'.repeat(maxSignalLength + 1) },
      { ...signal, callId: '1' },
      { ...signal, callId: '-'.repeat(36) },
      { ...signal, id: '' },
    ]
    for (const invalid of invalidSignals)
      expect(await a.say(invalid)).toMatchObject({ ok: false, code: 'bad_input' })
    expect(await a.say(signal)).toEqual({ ok: true })
    await waitUntil(() => s.parts.length === 1)
    for (const invalid of [ali, siti]) await leaveCall(invalid, call)
  })

  test('more than fifty call signals per second are refused with the error too_fast', async () => {
    const { ali, siti, call, a, s, to: route } = await startCallOfTwo()
    const requests = Array.from({ length: 600 }, (_, n) => a.say({ ...route, id: `${n}`, sealed: 'abc' }))
    const answers = await Promise.all(requests)
    const acceptedIds = answers.flatMap((answer, n) => (answer.ok ? [`${n}`] : []))
    expect(acceptedIds.length).toBeGreaterThanOrEqual(50)
    expect(acceptedIds.length).toBeLessThan(600)
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('too_fast')
    await waitUntil(() => s.parts.length === acceptedIds.length)
    await waitUntil(async () => (await a.say({ ...route, id: 'semula', sealed: 'abc' })).ok)
    for (const member of [ali, siti]) await leaveCall(member, call)
  })
})
