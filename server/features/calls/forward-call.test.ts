// Calls of more than six, as far as they are decided here; pictures and sound through a real server: e2e/forwarded.spec.ts.
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { freePort, setUpApp, verdict } from '#server/test/app.ts'
import { buildCallGroup, buildTalk, type Members } from '#server/test/calls.ts'
import { encryptedGroupsOn, type Member } from '#server/test/e2ee.ts'
import { hasJanus, startJanus } from '#server/test/janus.ts'

import { clearForwarded } from './forward-call.service.ts'
import { Janus } from './janus.ts'

const port = await freePort()
const janus = hasJanus ? await startJanus(port) : undefined
const settings = janus?.settings ?? {
  JANUS_URL: `http://127.0.0.1:${port}/janus`,
  JANUS_SECRET: 'rahsia-janus-untuk-ujian',
  JANUS_ROOM_KEY: 'kunci-bilik-untuk-ujian',
}
const target = setUpApp(settings)
afterAll(() => janus?.stop())
const { people } = encryptedGroupsOn(target)

const join = (by: Member, groupId: number, canSealFrames = true) =>
  by.call('POST', `/api/groups/${groupId}/calls`, { dev: by.keys.dev, canSealFrames })
const leave = (by: Member, id: string) => by.call('POST', `/api/calls/${id}/leave`, { dev: by.keys.dev })
const group = (members: Members) => buildCallGroup(target.database.db, members)

test('only large groups are forwarded, and only if whoever begins can seal', async () => {
  const crowd = await people(8)
  const [ali, siti] = crowd
  const [large, small] = [await group(crowd), await group([ali, siti])]
  const direct = await buildTalk(target.database.db, [ali, siti])
  const begin = async (groupId: number, canSealFrames: boolean) => {
    const { call } = (await join(ali, groupId, canSealFrames)).json()
    await leave(ali, call.id)
    return call.isForwarded
  }
  const isThere = janus !== undefined
  expect(await begin(large, true)).toBe(isThere)
  expect([await begin(large, false), await begin(small, true), await begin(direct, true)]).toEqual([
    false,
    false,
    false,
  ])
  expect((await ali.call('GET', '/api/calls/ways')).json()).toEqual({ isRelayOnly: false, most: 25 })
})

describe.skipIf(!janus)('through Janus (needs Janus: apt-get install janus)', () => {
  test('twenty-five get in, and nobody whose browser cannot seal', async () => {
    const crowd = await people(27)
    const groupId = await group(crowd)
    const answers = await Promise.all(crowd.map(one => verdict(join(one, groupId))))
    const counted = (wanted: unknown) =>
      answers.filter(answer => JSON.stringify(answer) === JSON.stringify(wanted)).length
    expect([counted(201), counted(200), counted([409, 'call_full'])]).toEqual([1, 24, 2])
    const [call] = (await crowd[0].call('GET', '/api/calls')).json()
    const out = crowd.find((_, n) => answers[n] === 200) as Member
    await leave(out, call.id)
    expect(await verdict(join(out, groupId, false))).toEqual([409, 'call_needs_sealing'])
    expect(await verdict(join(out, groupId))).toBe(200)
    for (const one of crowd) await leave(one, call.id)
  })

  test('what one says to it passes for whoever is in the call alone, and nonsense does not', async () => {
    const crowd = await people(8)
    const [ali, siti] = crowd
    const stranger = (await people(1))[0]
    const { call } = (await join(ali, await group(crowd))).json()
    const at = (by: Member, what: string, body: object, id = call.id) =>
      verdict(by.call('POST', `/api/calls/${id}/${what}`, { dev: by.keys.dev, ...body }))
    for (const [what, body] of [
      ['publish', { sdp: 'v=0' }],
      ['subscribe', { to: [] }],
      ['accept', { sdp: 'v=0' }],
    ] as const) {
      // In the group and not in the call, and in neither.
      for (const one of [siti, stranger]) expect(await at(one, what, body)).toEqual([404, 'not_found'])
      expect(await at(ali, what, { ...body, dev: 'peranti-lai' })).toEqual([404, 'not_found'])
      expect(await at(ali, what, {})).toEqual([400, 'bad_input'])
      expect(await at(ali, what, { ...body, more: 1 })).toEqual([400, 'bad_input'])
    }
    expect(await at(ali, 'subscribe', { to: [] })).toEqual([409, 'conflict'])
    expect(await at(ali, 'accept', { sdp: 'v=0' })).toEqual([409, 'conflict'])
    // What Janus itself refuses is no crash of ours.
    const opening = vi.spyOn(Janus.prototype, 'openSession')
    const ending = vi.spyOn(Janus.prototype, 'destroySession')
    expect(await at(ali, 'publish', { sdp: 'karut' })).toEqual([503, 'unavailable'])
    // What was begun there for it is given up: with it in the way nobody could try again for a minute. What is cleared
    // away after other calls may open sessions meanwhile, and ends them as well.
    const opened = await Promise.all(opening.mock.results.map(({ value }) => value))
    expect(opened.length).toBeGreaterThan(0)
    await vi.waitFor(() => expect(ending.mock.calls.flat()).toEqual(expect.arrayContaining(opened)))
    opening.mockRestore()
    ending.mockRestore()
    await leave(ali, call.id)
    expect(await at(ali, 'publish', { sdp: 'v=0' })).toEqual([404, 'not_found'])
  })

  test('what is over here is cleared away there, once', async () => {
    const { db } = target.database
    const there = new Janus(settings.JANUS_URL, settings.JANUS_SECRET, settings.JANUS_ROOM_KEY)
    const crowd = await people(7)
    const [ali] = crowd
    const { call } = (await join(ali, await group(crowd))).json()
    const session = await there.openSession()
    const [row] = await db.select().from(calls).where(eq(calls.id, call.id))
    const room = { id: row?.room ?? 0, pin: row?.roomPin ?? '' }
    await there.makeRoom({ session, handle: await there.attach(session) }, room, 7)
    await db.update(callMembers).set({ forwardSession: session }).where(eq(callMembers.callId, call.id))
    expect(await there.keepAlive(session)).toBe(true)
    await leave(ali, call.id)
    await Promise.all([clearForwarded(db, there), clearForwarded(db, there)])
    expect(await there.keepAlive(session)).toBe(false)
    const [after] = await db.select().from(calls).where(eq(calls.id, call.id))
    expect(after).toMatchObject({ room: null, roomPin: null })
  })

  test('nobody without its secrets gets anything from it', async () => {
    const stranger = new Janus(settings.JANUS_URL, 'rahsia-yang-salah-sama-sekali', settings.JANUS_ROOM_KEY)
    expect(await stranger.isUp()).toBe(false)
    const keyless = new Janus(settings.JANUS_URL, settings.JANUS_SECRET, 'kunci-yang-salah-sama-sekali')
    const session = await keyless.openSession()
    const handle = await keyless.attach(session)
    await expect(keyless.makeRoom({ session, handle }, { id: 4711, pin: 'x' }, 3)).rejects.toThrow()
  })
})
