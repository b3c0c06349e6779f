import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import {
  buildDirectMessage,
  createEncryptedTestGroup,
  joinCall,
  joinCallOrThrow,
  type Members,
} from '#server/test/chat/call-members.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import {
  buildPublishKeysRequestBody,
  createEncryptedGroupHelpers,
  createSignedMemberListOfGroup,
  createTestEncryptionIdentity,
  type Member,
} from '#server/test/chat/e2ee-members.ts'
import { getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { errorTexts } from '#texts/errors.ts'

const target = setUpApp()
const { person, people } = createEncryptedGroupHelpers(target)
const createGroup = (members: Members) => createEncryptedTestGroup(target.database.db, members)
const createDirectMessage = (members: Members) => buildDirectMessage(target.database.db, members)
const joinCallAndReadStatus = (...args: Parameters<typeof joinCall>) =>
  getResponseStatusAndErrorCode(joinCall(...args))
const postAction = (by: Member, action: 'alive' | 'leave', id: string, dev = by.keys.dev) =>
  getResponseStatusAndErrorCode(by.call('POST', `/api/calls/${id}/${action}`, { dev }))
const sendHeartbeat = (by: Member, id: string, dev?: string) => postAction(by, 'alive', id, dev)
const leaveCall = (by: Member, id: string, dev?: string) => postAction(by, 'leave', id, dev)
const declineCall = (by: Member, id: string) =>
  getResponseStatusAndErrorCode(by.call('POST', `/api/calls/${id}/decline`))
const listCalls = async (by: Member) => (await by.call('GET', '/api/calls')).json()
const findParticipations = (callId: string) =>
  target.database.db.select().from(callMembers).where(eq(callMembers.callId, callId)).orderBy(callMembers.id)
const findStoredCall = async (id: string) => {
  const [row] = await target.database.db.select().from(calls).where(eq(calls.id, id))
  return row
}
const findMissedCalls = async ({ user }: Member) =>
  target.database.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(and(eq(notifications.userId, user.id), eq(notifications.kind, 'call.missed')))
    .orderBy(notifications.id)
const notFound = [404, 'not_found']
const inAnotherCall = [409, 'in_another_call']
const otherDevice = 'peranti-lai'
const unknown = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

describe('POST /api/groups/{id}/calls', () => {
  test('a call that one group member starts can be joined by other members and is listed for group members only', async () => {
    const [ali, siti, muthu] = await people(3)
    const stranger = await person()
    const groupId = await createGroup([ali, siti, muthu])
    const started = await joinCall(ali, groupId)
    expect(started.statusCode).toBe(201)
    const asAli = { userId: ali.user.id, dev: ali.keys.dev, fullName: ali.user.fullName }
    const expected = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      groupId,
      startedBy: ali.user.id,
      startedAt: expect.stringMatching(/Z$/),
      answeredAt: null,
      endedAt: null,
      isAudioOnly: false,
      isForwarded: false,
      formerMembers: [],
      declined: [],
      busy: [],
      members: [{ ...asAli, joinedAt: expect.stringMatching(/Z$/), isSending: false }],
    }
    expect(started.json()).toEqual({ call: expected, iceServers: [], isRelayOnly: false })
    const joined = await joinCall(siti, groupId)
    expect(joined.statusCode).toBe(200)
    const { call } = joined.json()
    expect(call.id).toBe(started.json().call.id)
    expect(call.members.map(({ userId }: { userId: number }) => userId)).toEqual([ali.user.id, siti.user.id])
    for (const member of [ali, siti, muthu]) expect(await listCalls(member)).toEqual([call])
    expect(await listCalls(stranger)).toEqual([])
    await leaveCall(ali, call.id)
    await leaveCall(siti, call.id)
    expect(await listCalls(ali)).toEqual([])
    expect(await findStoredCall(call.id)).toMatchObject({ endedAt: expect.any(Date) })
    expect((await joinCall(siti, groupId)).json().call).toMatchObject({ startedBy: siti.user.id })
  })

  test('call endpoints return 401 without a session, 403 for inactive accounts, 404 for non-members and 400 for invalid devices', async () => {
    const ali = await person()
    const groupId = await createGroup([ali])
    const { id } = await joinCallOrThrow(ali, groupId)
    const waiting = await target.asNew({ status: 'pending' })
    const stranger = await person()
    const body = { dev: stranger.keys.dev }
    const urls = [
      `/api/groups/${groupId}/calls`,
      ...['alive', 'leave'].map(action => `/api/calls/${id}/${action}`),
    ]
    for (const url of urls) {
      expect((await target.app.inject({ method: 'POST', url, payload: body })).statusCode).toBe(401)
      expect(await getResponseStatusAndErrorCode(waiting.call('POST', url, body))).toEqual([
        403,
        'not_active',
      ])
      expect(await getResponseStatusAndErrorCode(stranger.call('POST', url, body))).toEqual(notFound)
      for (const invalid of [{}, { dev: '' }, { dev: 'pendek' }, { dev: 1 }, { ...body, more: 1 }]) {
        expect(await getResponseStatusAndErrorCode(ali.call('POST', url, invalid))).toEqual([
          400,
          'bad_input',
        ])
      }
    }
    expect(await declineCall(stranger, id)).toEqual(notFound)
    expect(await joinCallAndReadStatus(ali, 999_999)).toEqual(notFound)
    expect(await findParticipations(id)).toHaveLength(1)
  })

  test('joining a call in a closed group returns 409', async () => {
    const ali = await person()
    const groupId = await createGroup([ali])
    await target.database.db
      .update(messageGroups)
      .set({ isActive: false })
      .where(eq(messageGroups.id, groupId))
    expect(await joinCallAndReadStatus(ali, groupId)).toEqual([409, 'group_closed'])
  })

  test('joining a call returns 409 unless the group is encrypted and its roster (signed member list) has the newest public keys of the user', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const refused = [409, 'not_encrypted']
    const plain = await createChatGroup(db, [ali.user])
    const country = await createChatGroup(db, [ali.user], { type: 'country', country: 'Japan' })
    const bare = await createChatGroup(db, [ali.user], { encrypted: true })
    for (const groupId of [plain, country, bare])
      expect(await joinCallAndReadStatus(ali, groupId)).toEqual(refused)
    const groupId = await createChatGroup(db, [ali.user, siti.user], { encrypted: true })
    const chain = await createSignedMemberListOfGroup(groupId, [ali])
    expect(await joinCallAndReadStatus(siti, groupId)).toEqual(refused)
    const adding = { entries: [chain.buildAddition(ali.keys, [siti])] }
    expect(
      await getResponseStatusAndErrorCode(ali.call('POST', `/api/groups/${groupId}/roster`, adding)),
    ).toBe(204)
    expect(await joinCallAndReadStatus(siti, groupId)).toBe(201)
    await siti.call(
      'PUT',
      '/api/keys/me',
      buildPublishKeysRequestBody(createTestEncryptionIdentity(siti.user.id, 2)),
    )
    expect(await joinCallAndReadStatus(siti, groupId)).toEqual(refused)
    const keyless = await target.asNew()
    await db.insert(groupMembers).values({ groupId, userId: keyless.user.id })
    const body = { dev: otherDevice }
    expect(
      await getResponseStatusAndErrorCode(keyless.call('POST', `/api/groups/${groupId}/calls`, body)),
    ).toEqual(refused)
  })

  test('a user can be in only one call and with only one device, which can join the same call again', async () => {
    const [ali, siti] = await people(2)
    const [firstGroup, secondGroup] = [await createGroup([ali, siti]), await createGroup([ali, siti])]
    const { id } = await joinCallOrThrow(ali, firstGroup)
    expect(await joinCallAndReadStatus(ali, secondGroup)).toEqual(inAnotherCall)
    await joinCallOrThrow(siti, secondGroup)
    expect(await joinCallAndReadStatus(ali, secondGroup)).toEqual(inAnotherCall)
    expect(await joinCallAndReadStatus(ali, firstGroup, otherDevice)).toEqual(inAnotherCall)
    const [before] = await findParticipations(id)
    const back = await joinCall(ali, firstGroup)
    expect([back.statusCode, back.json().call.id]).toEqual([200, id])
    const after = await findParticipations(id)
    expect(after).toMatchObject([{ leftAt: null, joinedAt: before?.joinedAt }])
    expect(after[0]?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? Number.POSITIVE_INFINITY)
    // The refused attempt to start a call created no call.
    const rows = await target.database.db.select().from(calls).where(eq(calls.groupId, secondGroup))
    expect(rows).toHaveLength(1)
    await leaveCall(ali, id)
    expect(await joinCallAndReadStatus(ali, secondGroup, otherDevice)).toBe(200)
  })
})

test('starting more than 30 calls per hour returns 429, and joining a running call stays possible', async () => {
  const [ali, siti] = await people(2)
  const groupId = await createGroup([ali, siti])
  const startAndLeave = async () => {
    const { statusCode, body } = await joinCall(ali, groupId)
    if (statusCode === 201) await leaveCall(ali, JSON.parse(body).call.id)
    return statusCode
  }
  const results = []
  for (let n = 0; n < 31; n++) results.push(await startAndLeave())
  expect(results).toEqual([...Array(30).fill(201), 429])
  expect(await listCalls(siti)).toEqual([])
  // The limit of started calls is per user: others can start a call, and the limited user Ali can join it.
  await joinCallOrThrow(siti, groupId)
  expect(await startAndLeave()).toBe(200)
})

describe('concurrent requests', () => {
  let crowd: [Member, Member, ...Member[]]
  beforeAll(async () => {
    crowd = await people(20)
  })

  test('when twenty users start a call in a group concurrently, one call is created, six users are in it and the others are refused', async () => {
    const groupId = await createGroup(crowd)
    const results = await Promise.all(crowd.map(member => joinCallAndReadStatus(member, groupId)))
    const countResults = (expected: unknown) =>
      results.filter(answer => JSON.stringify(answer) === JSON.stringify(expected)).length
    expect([countResults(201), countResults(200), countResults([409, 'call_full'])]).toEqual([1, 5, 14])
    const [call] = await listCalls(crowd[0])
    expect(call.members).toHaveLength(6)
    // A participant who leaves the full call makes room for another user.
    const leaver = crowd.find(({ user }) => user.id === call.members[0].userId) as Member
    const outside = crowd.find((_, n) => Array.isArray(results[n])) as Member
    await leaveCall(leaver, call.id)
    expect(await joinCallAndReadStatus(outside, groupId)).toBe(200)
    expect(await joinCallAndReadStatus(leaver, groupId)).toEqual([409, 'call_full'])
    for (const member of crowd) await leaveCall(member, call.id)
  })

  test('when both people of a direct conversation start a call concurrently, one call is created', async () => {
    const [ali, siti] = crowd
    const groupId = await createDirectMessage([ali, siti])
    const results = await Promise.all([
      joinCallAndReadStatus(ali, groupId),
      joinCallAndReadStatus(siti, groupId),
    ])
    expect(results.toSorted()).toEqual([200, 201])
    const rows = await target.database.db.select().from(calls).where(eq(calls.groupId, groupId))
    expect(rows).toHaveLength(1)
    for (const member of [ali, siti]) await leaveCall(member, rows[0]?.id ?? '')
  })

  test('a user who joins calls of several groups from several devices concurrently ends up in one call only', async () => {
    const ali = crowd[0]
    const groups = [await createGroup([ali]), await createGroup([ali]), await createGroup([ali])]
    const requests = groups.flatMap(groupId => [
      joinCallAndReadStatus(ali, groupId),
      joinCallAndReadStatus(ali, groupId, otherDevice),
    ])
    const results = await Promise.all(requests)
    expect(results.filter(answer => answer === 201)).toHaveLength(1)
    expect(results.filter(answer => answer !== 201)).toEqual(Array(5).fill(inAnotherCall))
    const [call, ...more] = await listCalls(ali)
    expect(more).toEqual([])
    for (const dev of [ali.keys.dev, otherDevice]) await leaveCall(ali, call.id, dev)
  })

  test('a request to join a call while the group is being closed waits for the group lock and returns 409', async () => {
    const { db } = target.database
    const groupId = await createGroup([crowd[0]])
    const isWaitingForLock = async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const joining = await db.transaction(async tx => {
      await tx.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
      const started = { answer: joinCallAndReadStatus(crowd[0], groupId) }
      await waitUntil(isWaitingForLock)
      return started
    })
    expect(await joining.answer).toEqual([409, 'group_closed'])
  })

  test('when the last two participants leave concurrently the call ends once', async () => {
    const [ali, siti] = crowd
    const groupId = await createGroup([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    expect(await Promise.all([leaveCall(ali, id), leaveCall(siti, id), leaveCall(siti, id)])).toEqual([
      204, 204, 204,
    ])
    const ended = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'call.ended'), eq(auditEvents.targetId, String(groupId))))
    expect(ended).toHaveLength(1)
  })
})

describe('POST /api/calls/{id}/alive', () => {
  test('a call heartbeat is accepted only from the device that is in the call', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createGroup([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    const [before] = await findParticipations(id)
    expect(await sendHeartbeat(ali, id)).toBe(204)
    const [after] = await findParticipations(id)
    expect(after?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? Number.POSITIVE_INFINITY)
    expect(await sendHeartbeat(ali, id, otherDevice)).toEqual(notFound)
    expect(await sendHeartbeat(siti, id)).toEqual(notFound)
    expect(await sendHeartbeat(ali, unknown)).toEqual(notFound)
    await leaveCall(ali, id)
    expect(await sendHeartbeat(ali, id)).toEqual(notFound)
  })
})

describe('POST /api/calls/{id}/leave', () => {
  test('leaving a call can be repeated, has no effect from another device and returns 404 to non-participants', async () => {
    const [ali, siti, muthu] = await people(3)
    const groupId = await createGroup([ali, siti, muthu])
    const { id } = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    expect(await leaveCall(ali, id, otherDevice)).toBe(204)
    expect((await listCalls(muthu))[0].members).toHaveLength(2)
    expect([await leaveCall(ali, id), await leaveCall(ali, id)]).toEqual([204, 204])
    expect((await listCalls(muthu))[0].members).toMatchObject([{ userId: siti.user.id }])
    expect(await leaveCall(muthu, id)).toEqual(notFound)
    expect(await leaveCall(ali, unknown)).toEqual(notFound)
    // Joining a call again creates a new participant row, ordered after the other participants.
    await joinCallOrThrow(ali, groupId)
    expect((await listCalls(muthu))[0].members).toMatchObject([
      { userId: siti.user.id },
      { userId: ali.user.id },
    ])
    expect(await findParticipations(id)).toHaveLength(3)
    expect([await leaveCall(siti, id), await leaveCall(ali, id), await leaveCall(ali, id)]).toEqual([
      204, 204, 204,
    ])
    expect(await findStoredCall(id)).toMatchObject({ endedAt: expect.any(Date) })
  })
})

describe('a participant who is away', () => {
  const leaveAsAway = (by: Member, id: string, dev = by.keys.dev) =>
    getResponseStatusAndErrorCode(by.call('POST', `/api/calls/${id}/leave`, { dev, isAway: true }))
  const rejoinCall = (by: Member, groupId: number, callId: string, dev = by.keys.dev) =>
    getResponseStatusAndErrorCode(by.call('POST', `/api/groups/${groupId}/calls`, { dev, callId }))
  async function startCallOfTwo() {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    return { ali, siti, groupId, id }
  }

  test('a participant who closed the page during an answered direct call can join the same call again', async () => {
    const { ali, siti, groupId, id } = await startCallOfTwo()
    expect(await leaveAsAway(siti, id)).toBe(204)
    const waiting = { id, members: [{ userId: ali.user.id }], formerMembers: [siti.user.id] }
    for (const member of [ali, siti]) expect(await listCalls(member)).toMatchObject([waiting])
    expect(await sendHeartbeat(siti, id)).toEqual(notFound)
    expect(await rejoinCall(siti, groupId, id)).toBe(200)
    expect(await listCalls(ali)).toMatchObject([{ id, formerMembers: [] }])
    // Joining a call again creates a new participant row, so the other device establishes a new WebRTC connection.
    expect(await findParticipations(id)).toHaveLength(3)
    await leaveCall(ali, id)
  })

  test('an answered direct call stays open while both participants are disconnected', async () => {
    const { ali, siti, groupId, id } = await startCallOfTwo()
    for (const member of [ali, siti]) expect(await leaveAsAway(member, id)).toBe(204)
    expect(await findStoredCall(id)).toMatchObject({ endedAt: null })
    for (const member of [ali, siti]) expect(await rejoinCall(member, groupId, id)).toBe(200)
    await leaveCall(ali, id)
  })

  test('a direct call in which one participant is disconnected ends when either of the two participants hangs up', async () => {
    for (const by of ['siti', 'ali'] as const) {
      const setup = await startCallOfTwo()
      await leaveAsAway(setup.siti, setup.id)
      expect(await leaveCall(setup[by], setup.id, by === 'siti' ? otherDevice : undefined)).toBe(204)
      expect(await findStoredCall(setup.id)).toMatchObject({ endedAt: expect.any(Date) })
      expect(await findMissedCalls(setup.siti)).toEqual([])
    }
  })

  test('a leave request from a device that is not in the call does not end the call', async () => {
    const { siti, groupId, id } = await startCallOfTwo()
    await leaveAsAway(siti, id)
    expect(await rejoinCall(siti, groupId, id, otherDevice)).toBe(200)
    expect(await leaveCall(siti, id)).toBe(204)
    expect(await leaveAsAway(siti, id)).toBe(204)
    expect(await findStoredCall(id)).toMatchObject({ endedAt: null })
    await leaveCall(siti, id, otherDevice)
  })

  test('joining an ended call again returns 409, and joining or leaving returns 404 to users who are not group members', async () => {
    const { ali, siti, groupId, id } = await startCallOfTwo()
    const stranger = await person()
    await leaveAsAway(siti, id)
    expect(await rejoinCall(stranger, groupId, id)).toEqual(notFound)
    expect(
      await getResponseStatusAndErrorCode(
        stranger.call('POST', `/api/calls/${id}/leave`, { dev: stranger.keys.dev }),
      ),
    ).toEqual(notFound)
    await leaveCall(ali, id)
    expect(await rejoinCall(siti, groupId, id)).toEqual([409, 'call_ended'])
    expect(await listCalls(ali)).toEqual([])
  })

  test('closing the page ends an unanswered direct call and keeps a group call that has other participants', async () => {
    const [ali, siti] = await people(2)
    const ringing = await joinCallOrThrow(ali, await createDirectMessage([ali, siti]))
    expect(await leaveAsAway(ali, ringing.id)).toBe(204)
    expect(await findStoredCall(ringing.id)).toMatchObject({ endedAt: expect.any(Date) })
    expect(await findMissedCalls(siti)).toHaveLength(1)
    const inGroup = await joinCallOrThrow(ali, await createGroup([ali, siti]))
    await joinCallOrThrow(siti, inGroup.groupId)
    await leaveAsAway(ali, inGroup.id)
    expect(await listCalls(ali)).toMatchObject([{ id: inGroup.id, formerMembers: [ali.user.id] }])
    await leaveCall(ali, inGroup.id)
    expect(await findStoredCall(inGroup.id)).toMatchObject({ endedAt: null })
    await leaveAsAway(siti, inGroup.id)
    expect(await findStoredCall(inGroup.id)).toMatchObject({ endedAt: expect.any(Date) })
  })
})

describe('POST /api/calls/{id}/decline', () => {
  test('declining a group call is visible to all, does not end the call and is undone by joining', async () => {
    const [ali, siti, muthu] = await people(3)
    const groupId = await createGroup([ali, siti, muthu])
    const { id } = await joinCallOrThrow(ali, groupId)
    expect([await declineCall(siti, id), await declineCall(siti, id), await declineCall(muthu, id)]).toEqual([
      204, 204, 204,
    ])
    const declined = [siti.user.id, muthu.user.id].sort((a, b) => a - b)
    expect(await listCalls(ali)).toMatchObject([{ id, declined, members: [{ userId: ali.user.id }] }])
    expect(await joinCallOrThrow(siti, groupId)).toMatchObject({ id, declined: [muthu.user.id] })
    expect(await declineCall(siti, id)).toEqual([409, 'conflict'])
    expect(await declineCall(siti, unknown)).toEqual(notFound)
  })

  test('declining a direct call ends it, and declining again has no effect', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    expect(await declineCall(siti, id)).toBe(204)
    expect(await findStoredCall(id)).toMatchObject({ endedAt: expect.any(Date) })
    expect(await findParticipations(id)).toMatchObject([{ leftAt: expect.any(Date) }])
    expect([await declineCall(siti, id), await sendHeartbeat(ali, id), await leaveCall(ali, id)]).toEqual([
      204,
      notFound,
      204,
    ])
    expect(await findMissedCalls(siti)).toEqual([])
  })
})

describe('calls in a direct conversation', () => {
  test('hanging up ends a direct call for both people, but not a group call', async () => {
    const [ali, siti] = await people(2)
    const { id } = await joinCallOrThrow(ali, await createDirectMessage([ali, siti]))
    expect(await findStoredCall(id)).toMatchObject({ answeredAt: null })
    await joinCallOrThrow(siti, (await findStoredCall(id))?.groupId ?? 0)
    expect(await findStoredCall(id)).toMatchObject({ answeredAt: expect.any(Date), endedAt: null })
    expect(await leaveCall(ali, id)).toBe(204)
    expect(await findStoredCall(id)).toMatchObject({ endedAt: expect.any(Date) })
    expect([await sendHeartbeat(siti, id), await leaveCall(siti, id)]).toEqual([notFound, 204])
    const inGroup = await joinCallOrThrow(ali, await createGroup([ali, siti]))
    await joinCallOrThrow(siti, inGroup.groupId)
    await leaveCall(ali, inGroup.id)
    expect(await findStoredCall(inGroup.id)).toMatchObject({ endedAt: null })
    await leaveCall(siti, inGroup.id)
  })

  test('when both people hang up concurrently, the direct call ends once and is recorded as answered', async () => {
    const [ali, siti] = await people(2)
    const { id, groupId } = await joinCallOrThrow(ali, await createDirectMessage([ali, siti]))
    await joinCallOrThrow(siti, groupId)
    expect(await Promise.all([leaveCall(ali, id), leaveCall(siti, id)])).toEqual([204, 204])
    const ended = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'call.ended'), eq(auditEvents.targetId, String(groupId))))
    expect(ended).toHaveLength(1)
    expect(await findMissedCalls(siti)).toEqual([])
  })

  test('the caller of a direct call learns that the other person is busy; a group call does not reveal it', async () => {
    const [ali, siti, muthu] = await people(3)
    const other = await joinCallOrThrow(siti, await createDirectMessage([siti, muthu]))
    expect(await joinCallOrThrow(ali, await createDirectMessage([ali, siti]))).toMatchObject({
      busy: [siti.user.id],
    })
    const [ownCall] = await listCalls(ali)
    await leaveCall(ali, ownCall.id)
    const inGroup = await joinCallOrThrow(ali, await createGroup([ali, siti]))
    expect(inGroup.busy).toEqual([])
    await leaveCall(siti, other.id)
    await leaveCall(ali, inGroup.id)
  })

  test('starting a direct call returns call_blocked when one person has blocked the other', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    expect((await ali.call('PUT', `/api/blocks/${siti.user.id}`, { isBlocked: true })).statusCode).toBe(204)
    for (const member of [ali, siti]) {
      const answer = await joinCall(member, groupId)
      expect(answer.json()).toMatchObject({ code: 'call_blocked', message: errorTexts.call_blocked })
      expect(answer.json().message).toMatch(/^Panggilan tidak dapat dibuat/)
    }
  })

  test('the user who starts a call decides whether it is audio only', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const beginCall = (by: Member, isAudioOnly: unknown) =>
      by.call('POST', `/api/groups/${groupId}/calls`, { dev: by.keys.dev, isAudioOnly })
    expect((await beginCall(ali, 'ya')).statusCode).toBe(400)
    expect((await beginCall(ali, true)).json().call).toMatchObject({ isAudioOnly: true })
    expect((await beginCall(siti, false)).json().call).toMatchObject({ isAudioOnly: true })
    await leaveCall(ali, (await listCalls(ali))[0].id)
  })
})

describe('GET /api/groups/{id}/calls', () => {
  const fetchCallRecords = async (by: Member, groupId: number, from = '') =>
    (await by.call('GET', `/api/groups/${groupId}/calls${from}`)).json()

  test('call records list who started each call, its duration, its position among the messages and the number of participants', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const answered = await joinCallOrThrow(ali, groupId)
    expect(await fetchCallRecords(siti, groupId)).toMatchObject([
      { id: answered.id, afterSeq: 0, endedAt: null },
    ])
    await joinCallOrThrow(siti, groupId)
    await leaveCall(siti, answered.id)
    await db.update(messageGroups).set({ lastSeq: 7 }).where(eq(messageGroups.id, groupId))
    const declined = await joinCallOrThrow(siti, groupId)
    await declineCall(ali, declined.id)
    const unanswered = await joinCallOrThrow(ali, groupId)
    await leaveCall(ali, unanswered.id)
    const shown = await fetchCallRecords(ali, groupId)
    const over = { endedAt: expect.any(String), isAudioOnly: false }
    expect(shown).toEqual([
      {
        ...over,
        id: answered.id,
        afterSeq: 0,
        startedBy: ali.user.id,
        fullName: ali.user.fullName,
        startedAt: answered.startedAt,
        answeredAt: expect.any(String),
        people: 2,
        wasIn: true,
        hasDeclined: false,
      },
      expect.objectContaining({ ...over, id: declined.id, afterSeq: 7, hasDeclined: true, people: 1 }),
      expect.objectContaining({ ...over, id: unanswered.id, answeredAt: null, wasIn: true }),
    ])
    expect(await fetchCallRecords(ali, groupId, '?from=1')).toEqual(shown.slice(1))
    expect(await fetchCallRecords(ali, groupId, '?from=8')).toEqual([])
    // Calls without `afterSeq` come from an earlier release, which recorded calls as messages.
    await db.update(calls).set({ afterSeq: null }).where(eq(calls.id, declined.id))
    expect(await fetchCallRecords(ali, groupId)).toHaveLength(2)
  })

  test('listing call records returns 404 to non-members and 400 for an invalid value of the parameter "from"', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createGroup([ali])
    expect(await getResponseStatusAndErrorCode(siti.call('GET', `/api/groups/${groupId}/calls`))).toEqual(
      notFound,
    )
    for (const from of ['-1', 'x', '1e20', '']) {
      expect(
        await getResponseStatusAndErrorCode(ali.call('GET', `/api/groups/${groupId}/calls?from=${from}`)),
      ).toEqual([400, 'bad_input'])
    }
  })
})

test('the group list shows the last call and sorts groups by their newest message or call', async () => {
  const [ali, siti] = await people(2)
  const [directMessage, customGroup] = [
    await createDirectMessage([ali, siti]),
    await createGroup([ali, siti]),
  ]
  const listCallRows = async () => {
    const all: GroupRow[] = (await siti.call('GET', '/api/groups')).json()
    return all.map(({ id, lastCall, lastMessage }) => ({ id, lastCall, lastMessage }))
  }
  const { id } = await joinCallOrThrow(ali, directMessage)
  const byAli = { startedBy: ali.user.id, startedAt: expect.any(String), isAudioOnly: false }
  expect(await listCallRows()).toEqual([
    { id: directMessage, lastMessage: null, lastCall: { ...byAli, isMissed: false } },
    { id: customGroup, lastMessage: null, lastCall: null },
  ])
  await leaveCall(ali, id)
  expect((await listCallRows())[0]).toMatchObject({ id: directMessage, lastCall: { isMissed: true } })
  await joinCallOrThrow(siti, customGroup)
  expect((await listCallRows()).map(row => row.id)).toEqual([customGroup, directMessage])
})

describe('audit events and notifications of calls', () => {
  test('the audit log records who started a call, its duration and number of participants, but not their identities', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    await target.database.db
      .update(calls)
      .set({ startedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(calls.id, id))
    await leaveCall(ali, id)
    await leaveCall(siti, id)
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.targetType, 'group'), eq(auditEvents.targetId, String(groupId))))
      .orderBy(auditEvents.id)
    const about = { country: 'Japan', targetId: String(groupId) }
    expect(events).toMatchObject([
      { kind: 'call.started', actorId: ali.user.id, details: {}, ...about },
      { kind: 'call.ended', actorId: null, details: { seconds: expect.any(Number), people: 2 }, ...about },
    ])
    const seconds = Number(events[1]?.details.seconds)
    expect(seconds >= 3600 && seconds < 3720).toBe(true)
  })

  test('a missed direct call creates a notification that links to the direct conversation', async () => {
    const [ali, siti] = await people(2)
    const groupId = await createDirectMessage([ali, siti])
    const { id } = await joinCallOrThrow(ali, groupId)
    expect(await findMissedCalls(siti)).toEqual([])
    await leaveCall(ali, id)
    expect(await findMissedCalls(siti)).toEqual([{ params: { userId: ali.user.id, groupId } }])
    expect(await findMissedCalls(ali)).toEqual([])
    expect((await siti.call('GET', '/api/notifications')).json()).toMatchObject([
      { kind: 'call.missed', subject: ali.user.fullName, subjectId: groupId },
    ])
  })

  test('a missed-call notification is not created for answered calls, for group calls or for users who muted such notifications', async () => {
    const [ali, siti, muthu] = await people(3)
    const answered = await joinCallOrThrow(ali, await createDirectMessage([ali, siti]))
    await joinCallOrThrow(siti, answered.groupId)
    await leaveCall(siti, answered.id)
    await leaveCall(ali, answered.id)
    await muthu.call('PUT', '/api/account/preferences', { channel: 'app', kind: 'call.missed', isOn: false })
    const muted = await joinCallOrThrow(ali, await createDirectMessage([ali, muthu]))
    await leaveCall(ali, muted.id)
    const inGroup = await joinCallOrThrow(ali, await createGroup([ali, siti, muthu]))
    await leaveCall(ali, inGroup.id)
    expect([await findMissedCalls(siti), await findMissedCalls(muthu)]).toEqual([[], []])
  })

  test('erasing an account removes the user from the running call', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const groupId = await createGroup([siti, ali])
    const { id } = await joinCallOrThrow(ali, groupId)
    await joinCallOrThrow(siti, groupId)
    expect(
      await getResponseStatusAndErrorCode(
        ali.call('POST', '/api/account/erase', { currentPassword: testPassword }),
      ),
    ).toBe(204)
    expect(await listCalls(siti)).toMatchObject([{ id, members: [{ userId: siti.user.id }] }])
    expect(await findParticipations(id)).toMatchObject([{ leftAt: expect.any(Date) }, { leftAt: null }])
    const [erased] = await db.select().from(users).where(eq(users.id, ali.user.id))
    expect(erased?.erasedAt).toBeInstanceOf(Date)
  })
})
