import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser, createTestSessionInDatabase } from '#server/test/harness/factories.ts'
import { initialGroupLimit } from '#shared/constants.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { syncSystemGroups } from './system-groups.service.ts'

const target = setUpApp()
type Person = Awaited<ReturnType<typeof target.asNew>>

const signInFromJapan = () => target.asNew({ currentCountry: 'Japan' })
const createGroup = (owner: Person, name: string, ...members: Person[]) =>
  owner.call('POST', '/api/groups', { name, memberIds: members.map(({ user }) => user.id) })
const openDirectMessage = (me: Person, { user }: Pick<Person, 'user'>) =>
  me.call('POST', '/api/groups', { direct: true, memberIds: [user.id] })
const listGroups = async (me: Person) => (await me.call('GET', '/api/groups')).json()
const listMembers = async (groupId: number) => {
  const rows = await target.database.db
    .select()
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(groupMembers.id)
  return rows.map(({ userId, role }) => [userId, role])
}
const findGroup = async (id: number) => {
  const [row] = await target.database.db.select().from(messageGroups).where(eq(messageGroups.id, id))
  return row
}
const findAuditEvents = (id: number) =>
  target.database.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.targetType, 'group'), eq(auditEvents.targetId, String(id))))
    .orderBy(auditEvents.id)

describe('POST /api/groups', () => {
  test('a new group has its creator as owner, notifies the other members and is recorded in the audit log', async () => {
    const [ali, siti, muthu] = [await signInFromJapan(), await signInFromJapan(), await signInFromJapan()]
    const answer = await createGroup(ali, '  Panitia   Hari Raya ', siti, muthu, siti, ali)
    expect(answer.statusCode).toBe(201)
    const group = answer.json()
    expect(group).toEqual({
      id: expect.any(Number),
      name: 'Panitia Hari Raya',
      type: 'custom',
      clubId: null,
      country: null,
      direct: false,
      encrypted: true,
      isActive: true,
      createdBy: ali.user.id,
      createdAt: expect.any(String),
      role: 'owner',
      memberCount: 3,
      lastSeq: 0,
      lastReadSeq: 0,
      ownUnread: 0,
      unreadCount: 0,
      isMentioned: false,
      mutedUntil: null,
      isPinned: false,
      pins: [],
      mayRun: true,
      isBlocked: false,
      lastMessage: null,
      lastCall: null,
      peer: null,
    })
    expect(await listGroups(siti)).toEqual([{ ...group, role: 'member', mayRun: false }])
    expect((await muthu.call('GET', '/api/notifications')).json()).toMatchObject([
      { kind: 'group.invited', subject: ali.user.fullName, subjectId: group.id },
    ])
    expect((await ali.call('GET', '/api/notifications')).json()).toEqual([])
    expect(await findAuditEvents(group.id)).toMatchObject([
      {
        kind: 'group.created',
        actorId: ali.user.id,
        country: 'Japan',
        details: { members: `${siti.user.id},${muthu.user.id}` },
      },
    ])
  })

  test('createGroup returns 404 for members who are inactive, erased or outside the scope of the creator', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Germany' })
    const ali = await target.asNew({ currentCountry: 'Japan', clubId: club.id })
    const readStatusOfDirectMessage = async (person: Pick<Person, 'user'>, by = ali) =>
      (await by.call('POST', '/api/groups', { name: 'Cuba', memberIds: [person.user.id] })).statusCode
    const far = await target.asNew({ currentCountry: 'Germany' })
    expect(await readStatusOfDirectMessage({ user: await buildUser(db, { currentCountry: 'Japan' }) })).toBe(
      201,
    )
    expect(
      await readStatusOfDirectMessage({
        user: await buildUser(db, { currentCountry: 'Germany', clubId: club.id }),
      }),
    ).toBe(201)
    expect(await readStatusOfDirectMessage(far)).toBe(404)
    expect(await readStatusOfDirectMessage({ user: await buildUser(db, { status: 'inactive' }) })).toBe(404)
    expect(await readStatusOfDirectMessage({ user: await buildUser(db, { erasedAt: new Date() }) })).toBe(404)
    expect(await readStatusOfDirectMessage({ user: { ...far.user, id: 2_000_000_000 } })).toBe(404)
    expect((await openDirectMessage(ali, far)).statusCode).toBe(404)
    expect(
      await readStatusOfDirectMessage(far, await target.asNew({ role: 'hq_admin', currentCountry: 'Japan' })),
    ).toBe(201)
    expect(
      await readStatusOfDirectMessage(
        far,
        await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
      ),
    ).toBe(404)
  })

  test.each([
    ['no name', { memberIds: [1] }, 'name'],
    ['an empty name', { name: '  ', memberIds: [1] }, 'name'],
    ['a long name', { name: 'x'.repeat(101), memberIds: [1] }, 'name'],
    ['a name with a bidirectional control character', { name: 'a\u202eb', memberIds: [1] }, 'name'],
    ['no members', { name: 'Cuba', memberIds: [] }, 'memberIds'],
    [
      'too many members',
      { name: 'Cuba', memberIds: Array.from({ length: 501 }, (_, n) => n + 1) },
      'memberIds',
    ],
    ['two other members for a direct conversation', { direct: true, memberIds: [1, 2] }, 'memberIds'],
    ['a type', { name: 'Cuba', memberIds: [1], type: 'global' }, 'type'],
  ])('POST /api/groups with %s returns 400 and names the invalid field', async (_name, body, field) => {
    const answer = await (await signInFromJapan()).call('POST', '/api/groups', body)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  })

  test('creating a group or direct conversation returns 400 when the creator is the only member', async () => {
    const ali = await signInFromJapan()
    expect((await createGroup(ali, 'Sendiri', ali)).statusCode).toBe(400)
    expect((await openDirectMessage(ali, ali)).statusCode).toBe(400)
  })
})

describe('direct conversations', () => {
  test('a direct conversation is created once for both users and shows each the name of the other', async () => {
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const made = await openDirectMessage(ali, siti)
    expect(made.statusCode).toBe(201)
    const peer = { id: siti.user.id, fullName: siti.user.fullName, profileImageUrl: null }
    expect(made.json()).toMatchObject({ direct: true, name: siti.user.fullName, peer, memberCount: 2 })
    const found = await openDirectMessage(siti, ali)
    expect(found.statusCode).toBe(200)
    expect(found.json()).toMatchObject({ id: made.json().id, name: ali.user.fullName })
    // The audit log does not name the other user of a direct conversation.
    expect(await findAuditEvents(made.json().id)).toMatchObject([
      { kind: 'group.created', details: { direct: true } },
    ])
  })

  test('twenty concurrent requests from both users create one direct conversation', async () => {
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? openDirectMessage(ali, siti) : openDirectMessage(siti, ali),
      ),
    )
    expect(new Set(answers.map(answer => answer.json().id)).size).toBe(1)
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(await listMembers(answers[0]?.json().id)).toHaveLength(2)
  })

  test('a direct conversation cannot be renamed and its members cannot be changed', async () => {
    const [ali, siti, muthu] = [await signInFromJapan(), await signInFromJapan(), await signInFromJapan()]
    const { id } = (await openDirectMessage(ali, siti)).json()
    const attempts = [
      ali.call('PUT', `/api/groups/${id}`, { name: 'Lain' }),
      ali.call('POST', `/api/groups/${id}/members`, { userIds: [muthu.user.id] }),
      ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [ali.user.id] }),
    ]
    for (const answer of await Promise.all(attempts)) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'direct_group'])
    }
  })

  test('a direct conversation can be opened after the other user was erased and shows the name of a former member', async () => {
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const { id } = (await openDirectMessage(ali, siti)).json()
    await target.database.db
      .update(users)
      .set({ fullName: '', status: 'inactive', erasedAt: new Date() })
      .where(eq(users.id, siti.user.id))
    expect((await openDirectMessage(ali, siti)).json()).toMatchObject({ id, name: 'Bekas ahli' })
  })
})

describe('PUT /api/groups/:id and its members', () => {
  test('group managers can change a group and its members, other members get 403 and outsiders get 404', async () => {
    const [ali, siti, muthu, stranger] = [
      await signInFromJapan(),
      await signInFromJapan(),
      await signInFromJapan(),
      await signInFromJapan(),
    ]
    const { id } = (await createGroup(ali, 'Asal', siti, muthu)).json()
    const renameGroup = (by: Person) => by.call('PUT', `/api/groups/${id}`, { name: `Nama ${by.user.id}` })
    expect((await renameGroup(stranger)).statusCode).toBe(404)
    expect((await renameGroup(siti)).json().code).toBe('not_group_owner')
    expect((await renameGroup(siti)).statusCode).toBe(403)
    expect((await renameGroup(ali)).statusCode).toBe(204)
    await target.database.db
      .update(groupMembers)
      .set({ role: 'admin' })
      .where(and(eq(groupMembers.groupId, id), eq(groupMembers.userId, siti.user.id)))
    expect((await renameGroup(siti)).statusCode).toBe(204)
    expect((await findGroup(id))?.name).toBe(`Nama ${siti.user.id}`)
    const removeMember = (by: Person, target: Person) =>
      by.call('DELETE', `/api/groups/${id}/members`, { userIds: [target.user.id] })
    expect((await removeMember(siti, ali)).statusCode).toBe(403)
    expect((await removeMember(muthu, siti)).statusCode).toBe(403)
    expect((await removeMember(siti, muthu)).statusCode).toBe(204)
    expect((await removeMember(ali, siti)).statusCode).toBe(204)
    expect(await listMembers(id)).toEqual([[ali.user.id, 'owner']])
  })

  test('a closed group keeps its history, refuses changes and can still be left', async () => {
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const { id } = (await createGroup(ali, 'Tutup', siti)).json()
    expect((await ali.call('PUT', `/api/groups/${id}`, { isActive: false })).statusCode).toBe(204)
    for (const attempt of [
      ali.call('PUT', `/api/groups/${id}`, { name: 'Buka' }),
      ali.call('POST', `/api/groups/${id}/members`, { userIds: [(await signInFromJapan()).user.id] }),
    ]) {
      expect((await attempt).json().code).toBe('group_closed')
    }
    expect((await siti.call('PUT', `/api/groups/${id}`, { isActive: true })).statusCode).toBe(403)
    expect((await listGroups(siti))[0]).toMatchObject({ isActive: false })
    expect((await ali.call('PUT', `/api/groups/${id}`, { isActive: true })).statusCode).toBe(204)
    expect((await listGroups(siti))[0]).toMatchObject({ isActive: true })
    expect((await siti.call('GET', `/api/messages/${id}`)).statusCode).toBe(200)
    await siti.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
    expect(await listGroups(siti)).toEqual([])
    const kinds = (await findAuditEvents(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['group.created', 'group.closed', 'group.reopened', 'group.members_changed'])
  })

  test('the longest-standing member becomes owner when the owner leaves, and the group closes with the last member', async () => {
    const [ali, siti, muthu] = [await signInFromJapan(), await signInFromJapan(), await signInFromJapan()]
    const { id } = (await createGroup(ali, 'Warisan', siti, muthu)).json()
    const leaveGroup = (who: Person) =>
      who.call('DELETE', `/api/groups/${id}/members`, { userIds: [who.user.id] })
    expect((await leaveGroup(ali)).statusCode).toBe(204)
    expect(await listMembers(id)).toEqual([
      [siti.user.id, 'owner'],
      [muthu.user.id, 'member'],
    ])
    expect((await leaveGroup(ali)).statusCode).toBe(404)
    await leaveGroup(muthu)
    expect((await findGroup(id))?.isActive).toBe(true)
    await leaveGroup(siti)
    expect([await listMembers(id), (await findGroup(id))?.isActive]).toEqual([[], false])
  })

  test('a group without members is closed, also when all members leave concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, signInFromJapan))
    const [ali, ...others] = people as [Person, ...Person[]]
    const { id } = (await createGroup(ali, 'Bubar', ...others)).json()
    const answers = await Promise.all(
      people.map(who => who.call('DELETE', `/api/groups/${id}/members`, { userIds: [who.user.id] })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 204))
    expect([await listMembers(id), (await findGroup(id))?.isActive]).toEqual([[], false])
  })

  test('newly added members have no unread messages, users listed twice are added once, and a group holds at most 500 members', async () => {
    const { db } = target.database
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const { id } = (await createGroup(ali, 'Penuh', siti)).json()
    await db.update(messageGroups).set({ lastSeq: 7 }).where(eq(messageGroups.id, id))
    const newcomer = await signInFromJapan()
    const addMembers = (...userIds: number[]) => ali.call('POST', `/api/groups/${id}/members`, { userIds })
    expect((await addMembers(newcomer.user.id, siti.user.id)).statusCode).toBe(204)
    expect((await addMembers(newcomer.user.id)).statusCode).toBe(204)
    expect(await listGroups(newcomer)).toMatchObject([{ lastSeq: 7, lastReadSeq: 7, memberCount: 3 }])
    const crowd = await db
      .insert(users)
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          username: `ramai${n}`,
          email: `ramai${n}@contoh.my`,
          fullName: `Ramai ${n}`,
          status: 'active' as const,
          currentCountry: 'Japan' as const,
        })),
      )
      .returning()
    const ids = crowd.map(user => user.id)
    expect((await addMembers(...ids.slice(0, 496))).statusCode).toBe(204)
    const last = await Promise.all([
      addMembers(ids[496] ?? 0),
      addMembers(ids[497] ?? 0),
      addMembers(ids[498] ?? 0),
    ])
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
    expect(last.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('group_full')
    expect(await listMembers(id)).toHaveLength(500)
    const page = await siti.call('GET', `/api/groups/${id}/members?page=2&pageSize=200`)
    expect([page.headers['x-total-count'], page.json().length]).toEqual(['500', 200])
  })
})

describe('system groups', () => {
  test('system groups (club, country, all users) contain and count the users of their club or country, and their members cannot be edited', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'France', name: 'Kelab Paris' })
    const people = await Promise.all(
      ['Ana', 'Budi', 'Citra'].map(fullName =>
        target.asNew({ fullName, currentCountry: 'France', clubId: club.id }),
      ),
    )
    for (const { user } of people) await syncSystemGroups(db, user.id)
    const [ana] = people as [Person]
    const groups = await listGroups(ana)
    const byType = Object.fromEntries(groups.map((group: { type: string }) => [group.type, group]))
    expect(byType.club).toMatchObject({ name: 'Kelab Paris', clubId: club.id, memberCount: 3 })
    expect(byType.country).toMatchObject({ name: 'France', country: 'France', memberCount: 3 })
    const count = await db.$count(users, and(eq(users.status, 'active'), isNull(users.erasedAt)))
    expect(byType.global).toMatchObject({ name: 'Perantau Sedunia', memberCount: count })
    for (const { id } of groups) {
      for (const answer of [
        await ana.call('PUT', `/api/groups/${id}`, { name: 'Milik saya' }),
        await ana.call('POST', `/api/groups/${id}/members`, { userIds: [ana.user.id] }),
        await ana.call('DELETE', `/api/groups/${id}/members`, { userIds: [ana.user.id] }),
      ]) {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'system_group'])
      }
    }
    const listMembersSeenByAna = async (id: number) =>
      (await ana.call('GET', `/api/groups/${id}/members`)).json()
    const expected = people.map(({ user }) => ({
      id: user.id,
      fullName: user.fullName,
      profileImageUrl: null,
      role: 'member',
      clubName: 'Kelab Paris',
    }))
    expect(await listMembersSeenByAna(byType.club.id)).toEqual(expected)
    expect(await listMembersSeenByAna(byType.country.id)).toEqual(expected)
    // The global group lists only people of the caller's country or club.
    expect(await listMembersSeenByAna(byType.global.id)).toEqual(expected)
  })
})

describe('GET /api/groups', () => {
  test('the group list holds pinned and newest groups, and with the parameter `after` it pages through all groups by id', async () => {
    const { db, pool } = target.database
    const ali = await signInFromJapan()
    const ids: number[] = []
    for (let n = 0; n <= initialGroupLimit; n++) {
      ids.push(await createChatGroup(db, [ali.user], { newestAt: new Date(Date.UTC(2026, 0, 1, n)) }))
    }
    const [oldest = 0, second = 0] = ids
    const listGroupIds = async (query = '') =>
      ((await ali.call('GET', `/api/groups${query}`)).json() as GroupRow[]).map(({ id }) => id)
    expect(await listGroupIds()).toEqual(ids.slice(1).reverse())
    await ali.call('PUT', `/api/groups/${second}/place`, { isPinned: true })
    const sessionId = await createTestSessionInDatabase(db, ali.user.id)
    const message = { clientId: 'kata', content: 'Salam', messageType: 'text', metadata: null }
    await writeMessagesOfOneGroup(db, pool, [
      { ...message, groupId: oldest, user: { ...ali.user, profileImageUrl: null }, sessionId },
    ])
    expect((await listGroupIds()).slice(0, 3)).toEqual([second, oldest, ids.at(-1)])
    expect(await listGroupIds('?after=0')).toEqual(ids)
    expect(await listGroupIds(`?after=${oldest}`)).toEqual(ids.slice(1))
    expect(await listGroupIds(`?after=${ids.at(-1)}`)).toEqual([])
  })

  test('the group list is ordered by newest activity and shows last message and unread count', async () => {
    const { db } = target.database
    const [ali, siti] = [await signInFromJapan(), await signInFromJapan()]
    const quiet = await createChatGroup(db, [ali.user], { name: 'Sunyi', newestAt: new Date('2026-01-05') })
    const busy = await createChatGroup(db, [ali.user, siti.user], {
      name: 'Riuh',
      lastSeq: 3,
      newestAt: new Date('2026-02-03'),
    })
    const older = await createChatGroup(db, [ali.user], {
      name: 'Lama',
      lastSeq: 1,
      newestAt: new Date('2026-01-02'),
    })
    await createChatGroup(db, [siti.user], { name: 'Bukan milik Ali' })
    const insertMessage = (groupId: number, seq: number, senderId: number, createdAt: string) =>
      db.insert(messages).values({
        groupId,
        seq,
        senderId,
        content: `${groupId} ${seq}`,
        createdAt: new Date(createdAt),
      })
    await insertMessage(older, 1, ali.user.id, '2026-01-02')
    for (const seq of [1, 2, 3]) await insertMessage(busy, seq, siti.user.id, `2026-02-0${seq}`)
    const groups = await listGroups(ali)
    expect(groups.map(({ name, unreadCount }: never) => [name, unreadCount])).toEqual([
      ['Riuh', 3],
      ['Sunyi', 0],
      ['Lama', 1],
    ])
    expect(groups[0]).toMatchObject({
      lastSeq: 3,
      lastReadSeq: 0,
      memberCount: 2,
      role: 'owner',
      lastMessage: {
        seq: 3,
        senderId: siti.user.id,
        content: `${busy} 3`,
        messageType: 'text',
        sender: { fullName: siti.user.fullName, profileImageUrl: null },
        createdAt: '2026-02-03T00:00:00.000Z',
      },
    })
    expect(groups[1]).toMatchObject({ id: quiet, lastMessage: null })
    await db.update(users).set({ fullName: '', erasedAt: new Date() }).where(eq(users.id, siti.user.id))
    expect((await listGroups(ali))[0].lastMessage.sender).toEqual({
      fullName: 'Bekas ahli',
      profileImageUrl: null,
    })
  })
})

test('every endpoint of a group returns 404 for users who are not members', async () => {
  const [ali, stranger] = [await signInFromJapan(), await signInFromJapan()]
  const id = await createChatGroup(target.database.db, [ali.user])
  const calls = [
    stranger.call('GET', `/api/messages/${id}`),
    stranger.call('GET', `/api/groups/${id}/members`),
    stranger.call('PUT', `/api/groups/${id}`, { name: 'x' }),
    stranger.call('POST', `/api/groups/${id}/members`, { userIds: [stranger.user.id] }),
    stranger.call('DELETE', `/api/groups/${id}/members`, { userIds: [stranger.user.id] }),
    stranger.call('POST', `/api/groups/${id}/read`, { seq: 1 }),
  ]
  for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(404)
})
