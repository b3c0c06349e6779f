import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { setUpApp, verdict } from '#server/test/app.ts'
import { buildCallGroup, buildTalk, enterCall, joinCall, type Members } from '#server/test/calls.ts'
import { buildGroup } from '#server/test/chat.ts'
import { encryptedGroupsOn, keysBody, type Member, makeIdentity, startRoster } from '#server/test/e2ee.ts'
import { testPassword } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { errorTexts } from '#shared/errors.ts'

const target = setUpApp()
const { person, people } = encryptedGroupsOn(target)
const group = (members: Members) => buildCallGroup(target.database.db, members)
const talk = (members: Members) => buildTalk(target.database.db, members)
const join = (...args: Parameters<typeof joinCall>) => verdict(joinCall(...args))
const act = (by: Member, action: 'alive' | 'leave', id: string, dev = by.keys.dev) =>
  verdict(by.call('POST', `/api/calls/${id}/${action}`, { dev }))
const alive = (by: Member, id: string, dev?: string) => act(by, 'alive', id, dev)
const leave = (by: Member, id: string, dev?: string) => act(by, 'leave', id, dev)
const decline = (by: Member, id: string) => verdict(by.call('POST', `/api/calls/${id}/decline`))
const list = async (by: Member) => (await by.call('GET', '/api/calls')).json()
const stays = (callId: string) =>
  target.database.db.select().from(callMembers).where(eq(callMembers.callId, callId)).orderBy(callMembers.id)
const stored = async (id: string) => {
  const [row] = await target.database.db.select().from(calls).where(eq(calls.id, id))
  return row
}
const missed = async ({ user }: Member) =>
  target.database.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(and(eq(notifications.userId, user.id), eq(notifications.kind, 'call.missed')))
const nobody = [404, 'not_found']
const elsewhere = [409, 'in_another_call']
const otherDevice = 'peranti-lai'
const unknown = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

describe('a call', () => {
  test('is begun by one and joined by others; all of the group see it, and nobody else', async () => {
    const [ali, siti, muthu] = await people(3)
    const stranger = await person()
    const groupId = await group([ali, siti, muthu])
    const begun = await joinCall(ali, groupId)
    expect(begun.statusCode).toBe(201)
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
    expect(begun.json()).toEqual({ call: expected, iceServers: [], isRelayOnly: false })
    const joined = await joinCall(siti, groupId)
    expect(joined.statusCode).toBe(200)
    const { call } = joined.json()
    expect(call.id).toBe(begun.json().call.id)
    expect(call.members.map(({ userId }: { userId: number }) => userId)).toEqual([ali.user.id, siti.user.id])
    for (const member of [ali, siti, muthu]) expect(await list(member)).toEqual([call])
    expect(await list(stranger)).toEqual([])
    await leave(ali, call.id)
    await leave(siti, call.id)
    expect(await list(ali)).toEqual([])
    expect(await stored(call.id)).toMatchObject({ endedAt: expect.any(Date) })
    expect((await joinCall(siti, groupId)).json().call).toMatchObject({ startedBy: siti.user.id })
  })

  test('is not for visitors, accounts that are not active, strangers, or devices of no form', async () => {
    const ali = await person()
    const groupId = await group([ali])
    const { id } = await enterCall(ali, groupId)
    const waiting = await target.asNew({ status: 'pending' })
    const stranger = await person()
    const body = { dev: stranger.keys.dev }
    const calling = [
      `/api/groups/${groupId}/calls`,
      ...['alive', 'leave'].map(one => `/api/calls/${id}/${one}`),
    ]
    for (const url of calling) {
      expect((await target.app.inject({ method: 'POST', url, payload: body })).statusCode).toBe(401)
      expect(await verdict(waiting.call('POST', url, body))).toEqual([403, 'not_active'])
      expect(await verdict(stranger.call('POST', url, body))).toEqual(nobody)
      for (const wrong of [{}, { dev: '' }, { dev: 'pendek' }, { dev: 1 }, { ...body, more: 1 }]) {
        expect(await verdict(ali.call('POST', url, wrong))).toEqual([400, 'bad_input'])
      }
    }
    expect(await decline(stranger, id)).toEqual(nobody)
    expect(await join(ali, 999_999)).toEqual(nobody)
    expect(await stays(id)).toHaveLength(1)
  })

  test('needs an open group', async () => {
    const ali = await person()
    const groupId = await group([ali])
    await target.database.db
      .update(messageGroups)
      .set({ isActive: false })
      .where(eq(messageGroups.id, groupId))
    expect(await join(ali, groupId)).toEqual([409, 'group_closed'])
  })

  test('needs encryption, and the newest keys of whoever joins in the roster', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const refused = [409, 'not_encrypted']
    const plain = await buildGroup(db, [ali.user])
    const country = await buildGroup(db, [ali.user], { type: 'country', country: 'Japan' })
    const bare = await buildGroup(db, [ali.user], { encrypted: true })
    for (const groupId of [plain, country, bare]) expect(await join(ali, groupId)).toEqual(refused)
    const groupId = await buildGroup(db, [ali.user, siti.user], { encrypted: true })
    const chain = await startRoster(groupId, [ali])
    expect(await join(siti, groupId)).toEqual(refused)
    const adding = { entries: [chain.add(ali.keys, [siti])] }
    expect(await verdict(ali.call('POST', `/api/groups/${groupId}/roster`, adding))).toBe(204)
    expect(await join(siti, groupId)).toBe(201)
    await siti.call('PUT', '/api/keys/me', keysBody(makeIdentity(siti.user.id, 2)))
    expect(await join(siti, groupId)).toEqual(refused)
    const keyless = await target.asNew()
    await db.insert(groupMembers).values({ groupId, userId: keyless.user.id })
    const body = { dev: otherDevice }
    expect(await verdict(keyless.call('POST', `/api/groups/${groupId}/calls`, body))).toEqual(refused)
  })

  test('one a person: not in two, nor with two devices; the same device comes back', async () => {
    const [ali, siti] = await people(2)
    const [one, other] = [await group([ali, siti]), await group([ali, siti])]
    const { id } = await enterCall(ali, one)
    expect(await join(ali, other)).toEqual(elsewhere)
    await enterCall(siti, other)
    expect(await join(ali, other)).toEqual(elsewhere)
    expect(await join(ali, one, otherDevice)).toEqual(elsewhere)
    const [before] = await stays(id)
    const back = await joinCall(ali, one)
    expect([back.statusCode, back.json().call.id]).toEqual([200, id])
    const after = await stays(id)
    expect(after).toMatchObject([{ leftAt: null, joinedAt: before?.joinedAt }])
    expect(after[0]?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? Number.POSITIVE_INFINITY)
    // The refused attempt left no call behind.
    const rows = await target.database.db.select().from(calls).where(eq(calls.groupId, other))
    expect(rows).toHaveLength(1)
    await leave(ali, id)
    expect(await join(ali, other, otherDevice)).toBe(200)
  })
})

test('nobody makes the telephones of a group ring again and again', async () => {
  const [ali, siti] = await people(2)
  const groupId = await group([ali, siti])
  const ring = async () => {
    const { statusCode, body } = await joinCall(ali, groupId)
    if (statusCode === 201) await leave(ali, JSON.parse(body).call.id)
    return statusCode
  }
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await ring())
  expect(answers).toEqual([...Array(30).fill(201), 429])
  expect(await list(siti)).toEqual([])
  // Whoever else begins one is not held up, and it can be joined.
  await enterCall(siti, groupId)
  expect(await ring()).toBe(200)
})

describe('at once', () => {
  let crowd: [Member, Member, ...Member[]]
  beforeAll(async () => {
    crowd = await people(20)
  })

  test('twenty join: six get in, of whom one began it', async () => {
    const groupId = await group(crowd)
    const answers = await Promise.all(crowd.map(one => join(one, groupId)))
    const counted = (wanted: unknown) =>
      answers.filter(answer => JSON.stringify(answer) === JSON.stringify(wanted)).length
    expect([counted(201), counted(200), counted([409, 'call_full'])]).toEqual([1, 5, 14])
    const [call] = await list(crowd[0])
    expect(call.members).toHaveLength(6)
    // Where somebody goes there is a place.
    const left = crowd.find(({ user }) => user.id === call.members[0].userId) as Member
    const outside = crowd.find((_, n) => Array.isArray(answers[n])) as Member
    await leave(left, call.id)
    expect(await join(outside, groupId)).toBe(200)
    expect(await join(left, groupId)).toEqual([409, 'call_full'])
    for (const one of crowd) await leave(one, call.id)
  })

  test('two begin: one call', async () => {
    const [ali, siti] = crowd
    const groupId = await talk([ali, siti])
    const answers = await Promise.all([join(ali, groupId), join(siti, groupId)])
    expect(answers.toSorted()).toEqual([200, 201])
    const rows = await target.database.db.select().from(calls).where(eq(calls.groupId, groupId))
    expect(rows).toHaveLength(1)
    for (const one of [ali, siti]) await leave(one, rows[0]?.id ?? '')
  })

  test('one person into several, and with several devices: one', async () => {
    const ali = crowd[0]
    const groups = [await group([ali]), await group([ali]), await group([ali])]
    const tries = groups.flatMap(groupId => [join(ali, groupId), join(ali, groupId, otherDevice)])
    const answers = await Promise.all(tries)
    expect(answers.filter(answer => answer === 201)).toHaveLength(1)
    expect(answers.filter(answer => answer !== 201)).toEqual(Array(5).fill(elsewhere))
    const [call, ...more] = await list(ali)
    expect(more).toEqual([])
    for (const dev of [ali.keys.dev, otherDevice]) await leave(ali, call.id, dev)
  })

  test('somebody joins while the group is being closed: they wait for it, and are told so', async () => {
    const { db } = target.database
    const groupId = await group([crowd[0]])
    const waiting = async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const joining = await db.transaction(async tx => {
      await tx.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
      const started = { answer: join(crowd[0], groupId) }
      await until(waiting)
      return started
    })
    expect(await joining.answer).toEqual([409, 'group_closed'])
  })

  test('the last two leave: it ends once', async () => {
    const [ali, siti] = crowd
    const groupId = await group([ali, siti])
    const { id } = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    expect(await Promise.all([leave(ali, id), leave(siti, id), leave(siti, id)])).toEqual([204, 204, 204])
    const ended = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'call.ended'), eq(auditEvents.targetId, String(groupId))))
    expect(ended).toHaveLength(1)
  })
})

describe('word that one is alive', () => {
  test('is taken from the device that is in, and from nobody else', async () => {
    const [ali, siti] = await people(2)
    const groupId = await group([ali, siti])
    const { id } = await enterCall(ali, groupId)
    const [before] = await stays(id)
    expect(await alive(ali, id)).toBe(204)
    const [after] = await stays(id)
    expect(after?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? Number.POSITIVE_INFINITY)
    expect(await alive(ali, id, otherDevice)).toEqual(nobody)
    expect(await alive(siti, id)).toEqual(nobody)
    expect(await alive(ali, unknown)).toEqual(nobody)
    await leave(ali, id)
    expect(await alive(ali, id)).toEqual(nobody)
  })
})

describe('leaving', () => {
  test('as often as one likes; from another device it changes nothing; whoever was never in it: 404', async () => {
    const [ali, siti, muthu] = await people(3)
    const groupId = await group([ali, siti, muthu])
    const { id } = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    expect(await leave(ali, id, otherDevice)).toBe(204)
    expect((await list(muthu))[0].members).toHaveLength(2)
    expect([await leave(ali, id), await leave(ali, id)]).toEqual([204, 204])
    expect((await list(muthu))[0].members).toMatchObject([{ userId: siti.user.id }])
    expect(await leave(muthu, id)).toEqual(nobody)
    expect(await leave(ali, unknown)).toEqual(nobody)
    // Back again: another stay, after the others.
    await enterCall(ali, groupId)
    expect((await list(muthu))[0].members).toMatchObject([{ userId: siti.user.id }, { userId: ali.user.id }])
    expect(await stays(id)).toHaveLength(3)
    expect([await leave(siti, id), await leave(ali, id), await leave(ali, id)]).toEqual([204, 204, 204])
    expect(await stored(id)).toMatchObject({ endedAt: expect.any(Date) })
  })
})

describe('a participant who is away', () => {
  const goAway = (by: Member, id: string, dev = by.keys.dev) =>
    verdict(by.call('POST', `/api/calls/${id}/leave`, { dev, isAway: true }))
  const comeBack = (by: Member, groupId: number, callId: string, dev = by.keys.dev) =>
    verdict(by.call('POST', `/api/groups/${groupId}/calls`, { dev, callId }))
  async function twoInCall() {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const { id } = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    return { ali, siti, groupId, id }
  }

  test('is waited for in an answered call between two, and joins the same call again', async () => {
    const { ali, siti, groupId, id } = await twoInCall()
    expect(await goAway(siti, id)).toBe(204)
    const waiting = { id, members: [{ userId: ali.user.id }], formerMembers: [siti.user.id] }
    for (const one of [ali, siti]) expect(await list(one)).toMatchObject([waiting])
    expect(await alive(siti, id)).toEqual(nobody)
    expect(await comeBack(siti, groupId, id)).toBe(200)
    expect(await list(ali)).toMatchObject([{ id, formerMembers: [] }])
    // A stay of its own, so that the other device connects anew.
    expect(await stays(id)).toHaveLength(3)
    await leave(ali, id)
  })

  test('is waited for also when the other participant goes away meanwhile', async () => {
    const { ali, siti, groupId, id } = await twoInCall()
    for (const one of [ali, siti]) expect(await goAway(one, id)).toBe(204)
    expect(await stored(id)).toMatchObject({ endedAt: null })
    for (const one of [ali, siti]) expect(await comeBack(one, groupId, id)).toBe(200)
    await leave(ali, id)
  })

  test('ends the call between two by hanging up, and so does the one who waits', async () => {
    for (const by of ['siti', 'ali'] as const) {
      const two = await twoInCall()
      await goAway(two.siti, two.id)
      expect(await leave(two[by], two.id, by === 'siti' ? otherDevice : undefined)).toBe(204)
      expect(await stored(two.id)).toMatchObject({ endedAt: expect.any(Date) })
      expect(await missed(two.siti)).toEqual([])
    }
  })

  test('does not hang up from one device while in the call with another', async () => {
    const { siti, groupId, id } = await twoInCall()
    await goAway(siti, id)
    expect(await comeBack(siti, groupId, id, otherDevice)).toBe(200)
    expect(await leave(siti, id)).toBe(204)
    expect(await goAway(siti, id)).toBe(204)
    expect(await stored(id)).toMatchObject({ endedAt: null })
    await leave(siti, id, otherDevice)
  })

  test('begins no new call by returning after the end, and no stranger returns in their place', async () => {
    const { ali, siti, groupId, id } = await twoInCall()
    const stranger = await person()
    await goAway(siti, id)
    expect(await comeBack(stranger, groupId, id)).toEqual(nobody)
    expect(
      await verdict(stranger.call('POST', `/api/calls/${id}/leave`, { dev: stranger.keys.dev })),
    ).toEqual(nobody)
    await leave(ali, id)
    expect(await comeBack(siti, groupId, id)).toEqual([409, 'call_ended'])
    expect(await list(ali)).toEqual([])
  })

  test('ends a call that nobody has answered, and leaves a group call alone', async () => {
    const [ali, siti] = await people(2)
    const ringing = await enterCall(ali, await talk([ali, siti]))
    expect(await goAway(ali, ringing.id)).toBe(204)
    expect(await stored(ringing.id)).toMatchObject({ endedAt: expect.any(Date) })
    expect(await missed(siti)).toHaveLength(1)
    const inGroup = await enterCall(ali, await group([ali, siti]))
    await enterCall(siti, inGroup.groupId)
    await goAway(ali, inGroup.id)
    expect(await list(ali)).toMatchObject([{ id: inGroup.id, formerMembers: [ali.user.id] }])
    await leave(ali, inGroup.id)
    expect(await stored(inGroup.id)).toMatchObject({ endedAt: null })
    await goAway(siti, inGroup.id)
    expect(await stored(inGroup.id)).toMatchObject({ endedAt: expect.any(Date) })
  })
})

describe('declining', () => {
  test('in a group is seen by all and ends nothing; whoever comes after all has not declined', async () => {
    const [ali, siti, muthu] = await people(3)
    const groupId = await group([ali, siti, muthu])
    const { id } = await enterCall(ali, groupId)
    expect([await decline(siti, id), await decline(siti, id), await decline(muthu, id)]).toEqual([
      204, 204, 204,
    ])
    const declined = [siti.user.id, muthu.user.id].sort((a, b) => a - b)
    expect(await list(ali)).toMatchObject([{ id, declined, members: [{ userId: ali.user.id }] }])
    expect(await enterCall(siti, groupId)).toMatchObject({ id, declined: [muthu.user.id] })
    expect(await decline(siti, id)).toEqual([409, 'conflict'])
    expect(await decline(siti, unknown)).toEqual(nobody)
  })

  test('in a conversation of two ends it; after the end it says nothing more', async () => {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const { id } = await enterCall(ali, groupId)
    expect(await decline(siti, id)).toBe(204)
    expect(await stored(id)).toMatchObject({ endedAt: expect.any(Date) })
    expect(await stays(id)).toMatchObject([{ leftAt: expect.any(Date) }])
    expect([await decline(siti, id), await alive(ali, id), await leave(ali, id)]).toEqual([204, nobody, 204])
    expect(await missed(siti)).toEqual([])
  })
})

describe('between two', () => {
  test('whoever hangs up ends it for both; of a group one leaves alone', async () => {
    const [ali, siti] = await people(2)
    const { id } = await enterCall(ali, await talk([ali, siti]))
    expect(await stored(id)).toMatchObject({ answeredAt: null })
    await enterCall(siti, (await stored(id))?.groupId ?? 0)
    expect(await stored(id)).toMatchObject({ answeredAt: expect.any(Date), endedAt: null })
    expect(await leave(ali, id)).toBe(204)
    expect(await stored(id)).toMatchObject({ endedAt: expect.any(Date) })
    expect([await alive(siti, id), await leave(siti, id)]).toEqual([nobody, 204])
    const inGroup = await enterCall(ali, await group([ali, siti]))
    await enterCall(siti, inGroup.groupId)
    await leave(ali, inGroup.id)
    expect(await stored(inGroup.id)).toMatchObject({ endedAt: null })
    await leave(siti, inGroup.id)
  })

  test('both hang up at once: it ends once, and was missed by nobody', async () => {
    const [ali, siti] = await people(2)
    const { id, groupId } = await enterCall(ali, await talk([ali, siti]))
    await enterCall(siti, groupId)
    expect(await Promise.all([leave(ali, id), leave(siti, id)])).toEqual([204, 204])
    const ended = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'call.ended'), eq(auditEvents.targetId, String(groupId))))
    expect(ended).toHaveLength(1)
    expect(await missed(siti)).toEqual([])
  })

  test('whoever calls learns that the other is in another call; a whole group does not', async () => {
    const [ali, siti, muthu] = await people(3)
    const other = await enterCall(siti, await talk([siti, muthu]))
    expect(await enterCall(ali, await talk([ali, siti]))).toMatchObject({ busy: [siti.user.id] })
    const [mine] = await list(ali)
    await leave(ali, mine.id)
    const inGroup = await enterCall(ali, await group([ali, siti]))
    expect(inGroup.busy).toEqual([])
    await leave(siti, other.id)
    await leave(ali, inGroup.id)
  })

  test('is refused with a text about calls when one of the two has blocked the other', async () => {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    expect((await ali.call('PUT', `/api/blocks/${siti.user.id}`, { isBlocked: true })).statusCode).toBe(204)
    for (const one of [ali, siti]) {
      const answer = await joinCall(one, groupId)
      expect(answer.json()).toMatchObject({ code: 'call_blocked', message: errorTexts.call_blocked })
      expect(answer.json().message).toMatch(/^Panggilan tidak dapat dibuat/)
    }
  })

  test('it is with or without pictures as whoever begins it says', async () => {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const begin = (by: Member, isAudioOnly: unknown) =>
      by.call('POST', `/api/groups/${groupId}/calls`, { dev: by.keys.dev, isAudioOnly })
    expect((await begin(ali, 'ya')).statusCode).toBe(400)
    expect((await begin(ali, true)).json().call).toMatchObject({ isAudioOnly: true })
    expect((await begin(siti, false)).json().call).toMatchObject({ isAudioOnly: true })
    await leave(ali, (await list(ali))[0].id)
  })
})

describe('what a conversation shows of its calls', () => {
  const traces = async (by: Member, groupId: number, from = '') =>
    (await by.call('GET', `/api/groups/${groupId}/calls${from}`)).json()

  test('who began them, how long they were, and where; whoever began it need not be there any more', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const answered = await enterCall(ali, groupId)
    expect(await traces(siti, groupId)).toMatchObject([{ id: answered.id, afterSeq: 0, endedAt: null }])
    await enterCall(siti, groupId)
    await leave(siti, answered.id)
    await db.update(messageGroups).set({ lastSeq: 7 }).where(eq(messageGroups.id, groupId))
    const declined = await enterCall(siti, groupId)
    await decline(ali, declined.id)
    const unanswered = await enterCall(ali, groupId)
    await leave(ali, unanswered.id)
    const shown = await traces(ali, groupId)
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
    expect(await traces(ali, groupId, '?from=1')).toEqual(shown.slice(1))
    expect(await traces(ali, groupId, '?from=8')).toEqual([])
    // One of which whoever began it spoke themselves, as it was before.
    await db.update(calls).set({ afterSeq: null }).where(eq(calls.id, declined.id))
    expect(await traces(ali, groupId)).toHaveLength(2)
  })

  test('nothing for strangers, nor for nonsense', async () => {
    const [ali, siti] = await people(2)
    const groupId = await group([ali])
    expect(await verdict(siti.call('GET', `/api/groups/${groupId}/calls`))).toEqual(nobody)
    for (const from of ['-1', 'x', '1e20', '']) {
      expect(await verdict(ali.call('GET', `/api/groups/${groupId}/calls?from=${from}`))).toEqual([
        400,
        'bad_input',
      ])
    }
  })
})

test('in the list of conversations it stands where the newest words stand', async () => {
  const [ali, siti] = await people(2)
  const [silent, talked] = [await talk([ali, siti]), await group([ali, siti])]
  const rows = async () => {
    const all: GroupRow[] = (await siti.call('GET', '/api/groups')).json()
    return all.map(({ id, lastCall, lastMessage }) => ({ id, lastCall, lastMessage }))
  }
  const { id } = await enterCall(ali, silent)
  const byAli = { startedBy: ali.user.id, startedAt: expect.any(String), isAudioOnly: false }
  expect(await rows()).toEqual([
    { id: silent, lastMessage: null, lastCall: { ...byAli, isMissed: false } },
    { id: talked, lastMessage: null, lastCall: null },
  ])
  await leave(ali, id)
  expect((await rows())[0]).toMatchObject({ id: silent, lastCall: { isMissed: true } })
  await enterCall(siti, talked)
  expect((await rows()).map(one => one.id)).toEqual([talked, silent])
})

describe('what is kept', () => {
  test('the trail: who began it, how long it was and how many were in it, and not who', async () => {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const { id } = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    await target.database.db
      .update(calls)
      .set({ startedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(calls.id, id))
    await leave(ali, id)
    await leave(siti, id)
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

  test('who missed a call in a conversation of two is told, and led to it', async () => {
    const [ali, siti] = await people(2)
    const groupId = await talk([ali, siti])
    const { id } = await enterCall(ali, groupId)
    expect(await missed(siti)).toEqual([])
    await leave(ali, id)
    expect(await missed(siti)).toEqual([{ params: { userId: ali.user.id, groupId } }])
    expect(await missed(ali)).toEqual([])
    expect((await siti.call('GET', '/api/notifications')).json()).toMatchObject([
      { kind: 'call.missed', subject: ali.user.fullName, subjectId: groupId },
    ])
  })

  test('not who answered, nor who wants to hear nothing of it, nor a whole group', async () => {
    const [ali, siti, muthu] = await people(3)
    const answered = await enterCall(ali, await talk([ali, siti]))
    await enterCall(siti, answered.groupId)
    await leave(siti, answered.id)
    await leave(ali, answered.id)
    await muthu.call('PUT', '/api/account/preferences', { channel: 'app', kind: 'call.missed', isOn: false })
    const muted = await enterCall(ali, await talk([ali, muthu]))
    await leave(ali, muted.id)
    const inGroup = await enterCall(ali, await group([ali, siti, muthu]))
    await leave(ali, inGroup.id)
    expect([await missed(siti), await missed(muthu)]).toEqual([[], []])
  })

  test('whoever is erased leaves it', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const groupId = await group([siti, ali])
    const { id } = await enterCall(ali, groupId)
    await enterCall(siti, groupId)
    expect(await verdict(ali.call('POST', '/api/account/erase', { currentPassword: testPassword }))).toBe(204)
    expect(await list(siti)).toMatchObject([{ id, members: [{ userId: siti.user.id }] }])
    expect(await stays(id)).toMatchObject([{ leftAt: expect.any(Date) }, { leftAt: null }])
    const [emptied] = await db.select().from(users).where(eq(users.id, ali.user.id))
    expect(emptied?.erasedAt).toBeInstanceOf(Date)
  })
})
