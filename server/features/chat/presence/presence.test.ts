// Tests of presence, blocked users and the hourly limit of mentions.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messages } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { notifyMentionedMembers } from '#server/features/chat/messages/notify-mentioned-members.service.ts'
import { createChatGroup, getSentMessageOrThrow } from '#server/test/chat/chat-client.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { PresenceAcknowledgement } from '#shared/realtime/socket-events.ts'

const { database, here, there, deviceOf } = setUpTwoServerInstances()
const getDatabase = () => database.db

async function connectTestDevice(instance: Instance, user: TestUser) {
  const one = await deviceOf(instance, user)
  const getPresence = (userId: unknown): Promise<PresenceAcknowledgement> =>
    one.socket.emitWithAck('see-presence', userId as number)
  return { ...one, getPresence }
}

const hiddenPresence = { ok: true, isOnline: false, lastSeenAt: null }

describe('see-presence', () => {
  test('presence is visible within a club and a shared group on any server instance, and to nobody else', async () => {
    const club = await buildClub(getDatabase())
    const people = await Promise.all([1, 2].map(() => buildUser(getDatabase(), { clubId: club.id })))
    const [ali, siti] = people as [TestUser, TestUser]
    const [friend, stranger] = [await buildUser(getDatabase()), await buildUser(getDatabase())]
    await createChatGroup(getDatabase(), [ali, friend])
    const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
    expect(await a.getPresence(siti.id)).toEqual({ ok: true, isOnline: true, lastSeenAt: expect.any(String) })
    expect(await a.getPresence(stranger.id)).toEqual(hiddenPresence)
    // The other user may be seen but was never online, so no time of last activity is returned.
    expect(await a.getPresence(friend.id)).toEqual(hiddenPresence)
    const f = await connectTestDevice(here, friend)
    expect(await a.getPresence(friend.id)).toMatchObject({ isOnline: true })
    expect(await f.getPresence(siti.id)).toEqual(hiddenPresence)
    s.socket.close()
    await expect
      .poll(() => a.getPresence(siti.id))
      .toEqual({ ok: true, isOnline: false, lastSeenAt: expect.any(String) })
    expect(await a.getPresence('nonsense')).toMatchObject({ ok: false, code: 'bad_input' })
  })

  test('presence of users missing in the club directory is visible only to administrators and members of a shared group', async () => {
    const club = await buildClub(getDatabase())
    const membership = { clubId: club.id }
    const admin = await connectTestDevice(
      here,
      await buildUser(getDatabase(), { ...membership, role: 'club_admin_ln' }),
    )
    const unlistedUsers = [
      { birthYear: new Date().getFullYear() - 16 },
      { unlistedAt: new Date() },
      { agreedAt: null },
    ]
    for (const one of unlistedUsers) {
      const viewer = await connectTestDevice(here, await buildUser(getDatabase(), membership))
      const person = await connectTestDevice(there, await buildUser(getDatabase(), { ...membership, ...one }))
      expect([one, await viewer.getPresence(person.user.id)]).toEqual([one, hiddenPresence])
      expect(await admin.getPresence(person.user.id)).toMatchObject({ isOnline: true })
      // Users who share a group see each other's presence.
      await createChatGroup(getDatabase(), [viewer.user, person.user])
      expect(await viewer.getPresence(person.user.id)).toMatchObject({ isOnline: true })
    }
  })

  test('a user who hides presence cannot see the presence of others', async () => {
    const [ali, siti] = [await buildUser(getDatabase()), await buildUser(getDatabase())]
    await createChatGroup(getDatabase(), [ali, siti])
    const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
    expect(await s.getPresence(ali.id)).toMatchObject({ isOnline: true })
    expect((await a.call('GET', '/api/account')).json()).toMatchObject({ showsPresence: true })
    for (const isShown of [false, false]) {
      expect((await a.call('PUT', '/api/account/presence', { isShown })).statusCode).toBe(204)
    }
    expect((await a.call('GET', '/api/account')).json()).toMatchObject({ showsPresence: false })
    expect([await s.getPresence(ali.id), await a.getPresence(siti.id)]).toEqual([
      hiddenPresence,
      hiddenPresence,
    ])
    await a.call('PUT', '/api/account/presence', { isShown: true })
    expect(await s.getPresence(ali.id)).toMatchObject({ isOnline: true })
    expect((await a.call('PUT', '/api/account/presence', { isShown: 'ya' })).statusCode).toBe(400)
  })
})

describe('blocked users', () => {
  async function setUpDirectMessage() {
    const [ali, siti] = [await buildUser(getDatabase()), await buildUser(getDatabase())]
    const directKey = [ali.id, siti.id].sort((x, y) => x - y).join(':')
    const groupId = await createChatGroup(getDatabase(), [ali, siti], { directKey })
    const shared = await createChatGroup(getDatabase(), [ali, siti])
    const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
    for (const one of [a, s]) await one.join(groupId)
    getSentMessageOrThrow(await s.send({ groupId, content: 'Helo' }))
    return { a, s, groupId, shared }
  }
  const react = { seq: 1, op: 'react', clientId: 'r', content: '👍' }

  test('a blocked user can neither send direct messages nor see presence and read positions until unblocked', async () => {
    const { a, s, groupId, shared } = await setUpDirectMessage()
    const setPeerBlocked = (isBlocked: boolean) => a.call('PUT', `/api/blocks/${s.user.id}`, { isBlocked })
    expect((await setPeerBlocked(true)).statusCode).toBe(204)
    expect((await setPeerBlocked(true)).statusCode).toBe(204)
    for (const one of [a, s]) {
      expect(await one.send({ groupId, content: 'Masih?' })).toMatchObject({ ok: false, code: 'blocked' })
      expect((await one.call('POST', `/api/messages/${groupId}/changes`, react)).json().code).toBe('blocked')
    }
    expect([await a.getPresence(s.user.id), await s.getPresence(a.user.id)]).toEqual([
      hiddenPresence,
      hiddenPresence,
    ])
    // Read positions are hidden from a blocked user.
    const read: unknown[] = []
    s.socket.on('member-read', one => read.push(one))
    await a.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect((await s.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual([])
    const findGroupRow = async (one: typeof a) =>
      ((await one.call('GET', '/api/groups')).json() as GroupRow[]).find(({ id }) => id === groupId)
    // Only the user who blocked the other sees the block in the group list.
    expect([(await findGroupRow(a))?.isBlocked, (await findGroupRow(s))?.isBlocked]).toEqual([true, false])
    // After a block, existing direct messages can still be read and deleted, and shared groups are not affected.
    const deletion = { seq: 1, op: 'delete', clientId: 'd' }
    expect((await s.call('POST', `/api/messages/${groupId}/changes`, deletion)).statusCode).toBe(200)
    expect((await s.send({ groupId: shared, content: 'Semua' })).ok).toBe(true)
    expect((await setPeerBlocked(false)).statusCode).toBe(204)
    expect((await s.send({ groupId, content: 'Terima kasih' })).ok).toBe(true)
    await a.call('POST', `/api/groups/${groupId}/read`, { seq: 2 })
    await waitUntil(() => read.length > 0)
    expect(read).toEqual([{ groupId, userId: a.user.id, lastReadSeq: 2 }])
    expect((await s.call('GET', `/api/groups/${groupId}/reads`)).json()).toHaveLength(2)
    expect(await getDatabase().$count(messages, eq(messages.groupId, groupId))).toBe(2)
  })

  test('users can block only users they know and not themselves, and a blocked user cannot open a direct conversation', async () => {
    const [ali, other] = [await buildUser(getDatabase()), await buildUser(getDatabase())]
    const far = await buildUser(getDatabase(), { currentCountry: 'Australia' })
    const [a, o] = [await connectTestDevice(here, ali), await connectTestDevice(here, other)]
    const requestBlock = (userId: number | string, body: object = { isBlocked: true }) =>
      a.call('PUT', `/api/blocks/${userId}`, body)
    expect((await requestBlock(ali.id)).statusCode).toBe(400)
    expect((await requestBlock(far.id)).statusCode).toBe(404)
    expect((await requestBlock(999_999_999)).statusCode).toBe(404)
    expect((await requestBlock('x')).statusCode).toBe(400)
    expect((await requestBlock(other.id, {})).statusCode).toBe(400)
    expect((await requestBlock(other.id)).statusCode).toBe(204)
    const response = await o.call('POST', '/api/groups', { direct: true, memberIds: [ali.id] })
    expect([response.statusCode, response.json().code]).toEqual([409, 'blocked'])
  })

  test('a blocked user cannot add the blocking user to a group', async () => {
    const [ali, other, third] = [
      await buildUser(getDatabase()),
      await buildUser(getDatabase()),
      await buildUser(getDatabase()),
    ]
    const [a, o] = [await connectTestDevice(here, ali), await connectTestDevice(here, other)]
    await a.call('PUT', `/api/blocks/${other.id}`, { isBlocked: true })
    const createGroup = (by: typeof a, memberIds: number[]) =>
      by.call('POST', '/api/groups', { name: 'Bertiga', memberIds })
    const refused = await createGroup(o, [third.id, ali.id])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'cannot_add'])
    const { id } = (await createGroup(o, [third.id])).json()
    const add = await o.call('POST', `/api/groups/${id}/members`, { userIds: [ali.id] })
    expect([add.statusCode, add.json().code]).toEqual([409, 'cannot_add'])
    expect(await getDatabase().$count(groupMembers, eq(groupMembers.userId, ali.id))).toBe(0)
    // The blocking user may still add the blocked user to a group.
    expect((await createGroup(a, [other.id, third.id])).statusCode).toBe(201)
  })
})

test('a sender can notify at most one hundred different users per hour by mentions', async () => {
  const sender = await buildUser(getDatabase())
  const groupId = await createChatGroup(getDatabase(), [sender])
  const { rows } = await getDatabase().execute<{ id: number }>(sql`
    insert into users (username, email, full_name, role, status)
    select 'disebut' || n, 'disebut' || n || '@contoh.my', 'Ahli ' || n, 'member', 'active'
      from generate_series(1, 130) n returning id`)
  const ids = rows.map(({ id }) => id)
  await getDatabase()
    .insert(groupMembers)
    .values(ids.map(userId => ({ groupId, userId })))
  let seq = 0
  const sendMention = async (mentions: number[]) => {
    const [message] = await getDatabase()
      .insert(messages)
      .values({ groupId, senderId: sender.id, seq: ++seq, content: 'x', metadata: { mentions } })
      .returning()
    await notifyMentionedMembers(here.app.context, message?.id ?? 0)
  }
  for (let from = 0; from < 130; from += 50) await sendMention(ids.slice(from, from + 50))
  const countMentions = () => getDatabase().$count(notifications, eq(notifications.kind, 'message.mentioned'))
  expect(await countMentions()).toBe(100)
  // The mention limit counts each user once, and every mentioned member sees the mention mark in the group list.
  await getDatabase().update(notifications).set({ readAt: new Date() })
  await sendMention(ids.slice(0, 3))
  expect(await countMentions()).toBe(103)
  const marked = await getDatabase().select().from(groupMembers).where(eq(groupMembers.groupId, groupId))
  expect(marked.filter(({ mentionedSeq }) => mentionedSeq !== null)).toHaveLength(130)
})
