// Server side of calls with more than six people. e2e/chat/large-calls.spec.ts tests audio and video through Janus.
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { buildDirectMessage, createEncryptedTestGroup, type Members } from '#server/test/chat/call-members.ts'
import { createEncryptedGroupHelpers, type Member } from '#server/test/chat/e2ee-members.ts'
import { hasJanus, startFakeJanusServer } from '#server/test/fakes/janus.ts'
import { findFreePort, getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'

import { releaseJanusResources } from './forward-call.service.ts'
import { JanusClient } from './janus-client.ts'

const port = await findFreePort()
const janus = hasJanus ? await startFakeJanusServer(port) : undefined
const settings = janus?.settings ?? {
  JANUS_URL: `http://127.0.0.1:${port}/janus`,
  JANUS_SECRET: 'rahsia-janus-untuk-ujian',
  JANUS_ROOM_KEY: 'kunci-bilik-untuk-ujian',
}
const target = setUpApp(settings)
afterAll(() => janus?.stop())
const { people } = createEncryptedGroupHelpers(target)

const joinCall = (by: Member, groupId: number, canSealFrames = true) =>
  by.call('POST', `/api/groups/${groupId}/calls`, { dev: by.keys.dev, canSealFrames })
const leaveCall = (by: Member, id: string) => by.call('POST', `/api/calls/${id}/leave`, { dev: by.keys.dev })
const createGroup = (members: Members) => createEncryptedTestGroup(target.database.db, members)

test('a call runs through Janus only in a large group and only if the browser that starts the call can encrypt media frames', async () => {
  const crowd = await people(8)
  const [ali, siti] = crowd
  const [large, small] = [await createGroup(crowd), await createGroup([ali, siti])]
  const direct = await buildDirectMessage(target.database.db, [ali, siti])
  const startCall = async (groupId: number, canSealFrames: boolean) => {
    const { call } = (await joinCall(ali, groupId, canSealFrames)).json()
    await leaveCall(ali, call.id)
    return call.isForwarded
  }
  const hasForwarder = janus !== undefined
  expect(await startCall(large, true)).toBe(hasForwarder)
  expect([
    await startCall(large, false),
    await startCall(small, true),
    await startCall(direct, true),
  ]).toEqual([false, false, false])
  expect((await ali.call('GET', '/api/calls/ways')).json()).toEqual({ isRelayOnly: false, most: 25 })
})

describe.skipIf(!janus)('through Janus (needs Janus: apt-get install janus)', () => {
  test('a call through Janus admits 25 participants and refuses browsers that cannot encrypt media frames', async () => {
    const crowd = await people(27)
    const groupId = await createGroup(crowd)
    const answers = await Promise.all(
      crowd.map(member => getResponseStatusAndErrorCode(joinCall(member, groupId))),
    )
    const countResults = (expected: unknown) =>
      answers.filter(answer => JSON.stringify(answer) === JSON.stringify(expected)).length
    expect([countResults(201), countResults(200), countResults([409, 'call_full'])]).toEqual([1, 24, 2])
    const [call] = (await crowd[0].call('GET', '/api/calls')).json()
    const leaver = crowd.find((_, n) => answers[n] === 200) as Member
    await leaveCall(leaver, call.id)
    expect(await getResponseStatusAndErrorCode(joinCall(leaver, groupId, false))).toEqual([
      409,
      'call_needs_sealing',
    ])
    expect(await getResponseStatusAndErrorCode(joinCall(leaver, groupId))).toBe(200)
    for (const member of crowd) await leaveCall(member, call.id)
  })

  test('publishing or receiving call streams returns 404 to non-participants, 400 for invalid input and 503 when Janus refuses', async () => {
    const crowd = await people(8)
    const [ali, siti] = crowd
    const stranger = (await people(1))[0]
    const { call } = (await joinCall(ali, await createGroup(crowd))).json()
    const postAction = (by: Member, action: string, body: object, id = call.id) =>
      getResponseStatusAndErrorCode(
        by.call('POST', `/api/calls/${id}/${action}`, { dev: by.keys.dev, ...body }),
      )
    for (const [action, body] of [
      ['publish', { sdp: 'v=0' }],
      ['subscribe', { to: [] }],
      ['accept', { sdp: 'v=0' }],
    ] as const) {
      // The user Siti is in the group but not in its call; the stranger is in neither.
      for (const member of [siti, stranger])
        expect(await postAction(member, action, body)).toEqual([404, 'not_found'])
      expect(await postAction(ali, action, { ...body, dev: 'peranti-lai' })).toEqual([404, 'not_found'])
      expect(await postAction(ali, action, {})).toEqual([400, 'bad_input'])
      expect(await postAction(ali, action, { ...body, more: 1 })).toEqual([400, 'bad_input'])
    }
    expect(await postAction(ali, 'subscribe', { to: [] })).toEqual([409, 'conflict'])
    expect(await postAction(ali, 'accept', { sdp: 'v=0' })).toEqual([409, 'conflict'])
    // An SDP that Janus refuses gives 503 and does not crash the server.
    const openSpy = vi.spyOn(JanusClient.prototype, 'openJanusSession')
    const destroySpy = vi.spyOn(JanusClient.prototype, 'destroyJanusSession')
    expect(await postAction(ali, 'publish', { sdp: 'karut' })).toEqual([503, 'unavailable'])
    // The failed Janus session is destroyed; otherwise it would block another attempt for a minute.
    // The cleanup of other calls may open sessions at the same time and destroys them as well.
    const opened = await Promise.all(openSpy.mock.results.map(({ value }) => value))
    expect(opened.length).toBeGreaterThan(0)
    await vi.waitFor(() => expect(destroySpy.mock.calls.flat()).toEqual(expect.arrayContaining(opened)))
    openSpy.mockRestore()
    destroySpy.mockRestore()
    await leaveCall(ali, call.id)
    expect(await postAction(ali, 'publish', { sdp: 'v=0' })).toEqual([404, 'not_found'])
  })

  test('releaseJanusResources destroys the Janus session and room of an ended call once', async () => {
    const { db } = target.database
    const client = new JanusClient(settings.JANUS_URL, settings.JANUS_SECRET, settings.JANUS_ROOM_KEY)
    const crowd = await people(7)
    const [ali] = crowd
    const { call } = (await joinCall(ali, await createGroup(crowd))).json()
    const session = await client.openJanusSession()
    const [row] = await db.select().from(calls).where(eq(calls.id, call.id))
    const room = { id: row?.room ?? 0, pin: row?.roomPin ?? '' }
    await client.createVideoRoom({ session, handle: await client.attachVideoRoomPlugin(session) }, room, 7)
    await db.update(callMembers).set({ forwardSession: session }).where(eq(callMembers.callId, call.id))
    expect(await client.keepSessionAlive(session)).toBe(true)
    await leaveCall(ali, call.id)
    await Promise.all([releaseJanusResources(db, client), releaseJanusResources(db, client)])
    expect(await client.keepSessionAlive(session)).toBe(false)
    const [after] = await db.select().from(calls).where(eq(calls.id, call.id))
    expect(after).toMatchObject({ room: null, roomPin: null })
  })

  test('Janus rejects clients with a wrong API secret or room key', async () => {
    const withWrongSecret = new JanusClient(
      settings.JANUS_URL,
      'rahsia-yang-salah-sama-sekali',
      settings.JANUS_ROOM_KEY,
    )
    expect(await withWrongSecret.isJanusUp()).toBe(false)
    const withWrongRoomKey = new JanusClient(
      settings.JANUS_URL,
      settings.JANUS_SECRET,
      'kunci-yang-salah-sama-sekali',
    )
    const session = await withWrongRoomKey.openJanusSession()
    const handle = await withWrongRoomKey.attachVideoRoomPlugin(session)
    await expect(
      withWrongRoomKey.createVideoRoom({ session, handle }, { id: 4711, pin: 'x' }, 3),
    ).rejects.toThrow()
  })
})
