// Who is there, for whom; and who does not want to hear from whom.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messages } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { buildGroup, sent } from '#server/test/chat.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/factories.ts'
import { type Instance, setUpTwoInstances } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { PresenceAnswer } from '#shared/contracts/socket.ts'
import { tellMentions } from './tell-mentions.service.ts'

const { database, here, there, deviceOf } = setUpTwoInstances()
const db = () => database.db

async function device(instance: Instance, user: TestUser) {
  const one = await deviceOf(instance, user)
  const see = (userId: unknown): Promise<PresenceAnswer> =>
    one.socket.emitWithAck('see-presence', userId as number)
  return { ...one, see }
}

const unseen = { ok: true, isOnline: false, lastSeenAt: null }

describe('presence', () => {
  test('is seen within a club and within a conversation, on whichever instance, and by nobody else', async () => {
    const club = await buildClub(db())
    const people = await Promise.all([1, 2].map(() => buildUser(db(), { clubId: club.id })))
    const [ali, siti] = people as [TestUser, TestUser]
    const [friend, stranger] = [await buildUser(db()), await buildUser(db())]
    await buildGroup(db(), [ali, friend])
    const [a, s] = [await device(here, ali), await device(there, siti)]
    expect(await a.see(siti.id)).toEqual({ ok: true, isOnline: true, lastSeenAt: expect.any(String) })
    expect(await a.see(stranger.id)).toEqual(unseen)
    // Known, and not here: never, as far as anybody knows.
    expect(await a.see(friend.id)).toEqual(unseen)
    const f = await device(here, friend)
    expect(await a.see(friend.id)).toMatchObject({ isOnline: true })
    expect(await f.see(siti.id)).toEqual(unseen)
    s.socket.close()
    await expect
      .poll(() => a.see(siti.id))
      .toEqual({ ok: true, isOnline: false, lastSeenAt: expect.any(String) })
    expect(await a.see('nonsense')).toMatchObject({ ok: false, code: 'bad_input' })
  })

  test('of whom a club’s directory does not show, it shows nothing either, but to those who look after them', async () => {
    const club = await buildClub(db())
    const place = { clubId: club.id }
    const admin = await device(here, await buildUser(db(), { ...place, role: 'club_admin_ln' }))
    const hidden = [
      { birthYear: new Date().getFullYear() - 16 },
      { unlistedAt: new Date() },
      { agreedAt: null },
    ]
    for (const one of hidden) {
      const viewer = await device(here, await buildUser(db(), place))
      const person = await device(there, await buildUser(db(), { ...place, ...one }))
      expect([one, await viewer.see(person.user.id)]).toEqual([one, unseen])
      expect(await admin.see(person.user.id)).toMatchObject({ isOnline: true })
      // Whom one talks to is somebody one knows.
      await buildGroup(db(), [viewer.user, person.user])
      expect(await viewer.see(person.user.id)).toMatchObject({ isOnline: true })
    }
  })

  test('whoever hides it sees nobody either', async () => {
    const [ali, siti] = [await buildUser(db()), await buildUser(db())]
    await buildGroup(db(), [ali, siti])
    const [a, s] = [await device(here, ali), await device(there, siti)]
    expect(await s.see(ali.id)).toMatchObject({ isOnline: true })
    expect((await a.call('GET', '/api/account')).json()).toMatchObject({ showsPresence: true })
    for (const isShown of [false, false]) {
      expect((await a.call('PUT', '/api/account/presence', { isShown })).statusCode).toBe(204)
    }
    expect((await a.call('GET', '/api/account')).json()).toMatchObject({ showsPresence: false })
    expect([await s.see(ali.id), await a.see(siti.id)]).toEqual([unseen, unseen])
    await a.call('PUT', '/api/account/presence', { isShown: true })
    expect(await s.see(ali.id)).toMatchObject({ isOnline: true })
    expect((await a.call('PUT', '/api/account/presence', { isShown: 'ya' })).statusCode).toBe(400)
  })
})

describe('a person who is blocked', () => {
  async function talk() {
    const [ali, siti] = [await buildUser(db()), await buildUser(db())]
    const directKey = [ali.id, siti.id].sort((x, y) => x - y).join(':')
    const groupId = await buildGroup(db(), [ali, siti], { directKey })
    const shared = await buildGroup(db(), [ali, siti])
    const [a, s] = [await device(here, ali), await device(there, siti)]
    for (const one of [a, s]) await one.join(groupId)
    sent(await s.send({ groupId, content: 'Helo' }))
    return { a, s, groupId, shared }
  }
  const react = { seq: 1, op: 'react', clientId: 'r', content: '👍' }

  test('is not heard in their conversation of two, nor sees who is there, until it is taken back', async () => {
    const { a, s, groupId, shared } = await talk()
    const block = (isBlocked: boolean) => a.call('PUT', `/api/blocks/${s.user.id}`, { isBlocked })
    expect((await block(true)).statusCode).toBe(204)
    expect((await block(true)).statusCode).toBe(204)
    for (const one of [a, s]) {
      expect(await one.send({ groupId, content: 'Masih?' })).toMatchObject({ ok: false, code: 'blocked' })
      expect((await one.call('POST', `/api/messages/${groupId}/changes`, react)).json().code).toBe('blocked')
    }
    expect([await a.see(s.user.id), await s.see(a.user.id)]).toEqual([unseen, unseen])
    // Nor how far the other has read.
    const read: unknown[] = []
    s.socket.on('member-read', one => read.push(one))
    await a.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect((await s.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual([])
    const rowOf = async (one: typeof a) =>
      ((await one.call('GET', '/api/groups')).json() as GroupRow[]).find(({ id }) => id === groupId)
    // Only who did it is told.
    expect([(await rowOf(a))?.isBlocked, (await rowOf(s))?.isBlocked]).toEqual([true, false])
    // What was said can still be read and taken back, and groups are none of it.
    const gone = { seq: 1, op: 'delete', clientId: 'd' }
    expect((await s.call('POST', `/api/messages/${groupId}/changes`, gone)).statusCode).toBe(200)
    expect((await s.send({ groupId: shared, content: 'Semua' })).ok).toBe(true)
    expect((await block(false)).statusCode).toBe(204)
    expect((await s.send({ groupId, content: 'Terima kasih' })).ok).toBe(true)
    await a.call('POST', `/api/groups/${groupId}/read`, { seq: 2 })
    await until(() => read.length > 0)
    expect(read).toEqual([{ groupId, userId: a.user.id, lastReadSeq: 2 }])
    expect((await s.call('GET', `/api/groups/${groupId}/reads`)).json()).toHaveLength(2)
    expect(await db().$count(messages, eq(messages.groupId, groupId))).toBe(2)
  })

  test('is somebody one knows, and not oneself; and no new conversation is begun', async () => {
    const [ali, other] = [await buildUser(db()), await buildUser(db())]
    const far = await buildUser(db(), { currentCountry: 'Australia' })
    const [a, o] = [await device(here, ali), await device(here, other)]
    const block = (userId: number | string, body: object = { isBlocked: true }) =>
      a.call('PUT', `/api/blocks/${userId}`, body)
    expect((await block(ali.id)).statusCode).toBe(400)
    expect((await block(far.id)).statusCode).toBe(404)
    expect((await block(999_999_999)).statusCode).toBe(404)
    expect((await block('x')).statusCode).toBe(400)
    expect((await block(other.id, {})).statusCode).toBe(400)
    expect((await block(other.id)).statusCode).toBe(204)
    const begin = await o.call('POST', '/api/groups', { direct: true, memberIds: [ali.id] })
    expect([begin.statusCode, begin.json().code]).toEqual([409, 'blocked'])
  })

  test('does not come in by the back door: a group of a few with whoever does not want to hear from them', async () => {
    const [ali, other, third] = [await buildUser(db()), await buildUser(db()), await buildUser(db())]
    const [a, o] = [await device(here, ali), await device(here, other)]
    await a.call('PUT', `/api/blocks/${other.id}`, { isBlocked: true })
    const make = (by: typeof a, memberIds: number[]) =>
      by.call('POST', '/api/groups', { name: 'Bertiga', memberIds })
    const refused = await make(o, [third.id, ali.id])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'cannot_add'])
    const { id } = (await make(o, [third.id])).json()
    const add = await o.call('POST', `/api/groups/${id}/members`, { userIds: [ali.id] })
    expect([add.statusCode, add.json().code]).toEqual([409, 'cannot_add'])
    expect(await db().$count(groupMembers, eq(groupMembers.userId, ali.id))).toBe(0)
    // Whom oneself does not hear one may still ask into a group.
    expect((await make(a, [other.id, third.id])).statusCode).toBe(201)
  })
})

test('nobody rings for more than a hundred different people an hour', async () => {
  const sender = await buildUser(db())
  const groupId = await buildGroup(db(), [sender])
  const { rows } = await db().execute<{ id: number }>(sql`
    insert into users (username, email, full_name, role, status)
    select 'disebut' || n, 'disebut' || n || '@contoh.my', 'Ahli ' || n, 'member', 'active'
      from generate_series(1, 130) n returning id`)
  const ids = rows.map(({ id }) => id)
  await db()
    .insert(groupMembers)
    .values(ids.map(userId => ({ groupId, userId })))
  let seq = 0
  const callOn = async (mentions: number[]) => {
    const [message] = await db()
      .insert(messages)
      .values({ groupId, senderId: sender.id, seq: ++seq, content: 'x', metadata: { mentions } })
      .returning()
    await tellMentions(here.app.context, message?.id ?? 0)
  }
  for (let from = 0; from < 130; from += 50) await callOn(ids.slice(from, from + 50))
  const told = () => db().$count(notifications, eq(notifications.kind, 'message.mentioned'))
  expect(await told()).toBe(100)
  // Those who were called before may be called again; the sign in their list is there for all.
  await db().update(notifications).set({ readAt: new Date() })
  await callOn(ids.slice(0, 3))
  expect(await told()).toBe(103)
  const marked = await db().select().from(groupMembers).where(eq(groupMembers.groupId, groupId))
  expect(marked.filter(({ mentionedSeq }) => mentionedSeq !== null)).toHaveLength(130)
})
