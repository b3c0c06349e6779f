import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
let me: Awaited<ReturnType<typeof target.asNew>>
let groupId: number
beforeAll(async () => {
  const { db } = target.database
  me = await target.asNew()
  const erasedUser = await buildUser(db, { fullName: '', erasedAt: new Date(), status: 'inactive' })
  groupId = await createChatGroup(db, [me.user], { lastSeq: 300 })
  await db.insert(messages).values(
    Array.from({ length: 300 }, (_, n) => ({
      groupId,
      seq: n + 1,
      content: `baris ${n + 1}`,
      senderId: n % 2 ? me.user.id : erasedUser.id,
    })),
  )
})

const listSequences = async (query = '') => {
  const answer = await me.call('GET', `/api/messages/${groupId}${query}`)
  expect(answer.statusCode).toBe(200)
  return (answer.json() as { seq: number }[]).map(({ seq }) => seq)
}
const listDescendingNumbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => from - n)

describe('GET /api/messages/:groupId', () => {
  test.each([
    ['', 300, 251],
    ['?limit=3', 300, 298],
    ['?before=10', 9, 1],
    ['?before=100&limit=2', 99, 98],
    ['?after=290', 300, 291],
    ['?after=100&limit=5', 105, 101],
    ['?after=10&before=14', 13, 11],
  ])('GET /api/messages/:groupId%s returns the requested range newest first', async (query, from, to) => {
    expect(await listSequences(query)).toEqual(listDescendingNumbers(from, to))
  })

  test('paging messages with the parameter after returns exactly the messages that a client missed', async () => {
    const missed: number[] = []
    for (let after = 87; ; after = Math.max(...missed)) {
      const page = await listSequences(`?after=${after}&limit=40`)
      if (page.length === 0) break
      missed.push(...page.reverse())
    }
    expect(missed).toEqual(listDescendingNumbers(300, 88).reverse())
    expect(await listSequences('?after=300')).toEqual([])
    expect(await listSequences('?before=1')).toEqual([])
  })

  test.each(['?limit=0', '?limit=201', '?before=-1', '?after=x', '?after=1e3', '?page=1'])(
    'GET /api/messages/:groupId%s returns 400',
    async query => {
      expect((await me.call('GET', `/api/messages/${groupId}${query}`)).statusCode).toBe(400)
    },
  )

  test('messages whose sender erased the account show the placeholder name for former members', async () => {
    const answer = await me.call('GET', `/api/messages/${groupId}?limit=2`)
    expect(answer.json().map(({ sender }: never) => (sender as { fullName: string }).fullName)).toEqual([
      me.user.fullName,
      'Bekas ahli',
    ])
  })

  test('the query that lists messages uses the database index messages_in_order', async () => {
    const { db } = target.database
    await db.execute(sql`analyze messages`)
    const { rows } = await db.execute(
      sql`explain select * from messages where group_id = ${groupId} and seq > 5 order by seq limit 50`,
    )
    expect(JSON.stringify(rows)).toContain('messages_in_order')
  })
})

describe('POST /api/groups/:id/read', () => {
  const markGroupRead = (seq: number) => me.call('POST', `/api/groups/${groupId}/read`, { seq })

  test('the read position moves only forward and never past the last message', async () => {
    expect((await markGroupRead(120)).json()).toEqual({ lastReadSeq: 120, ownUnread: 0, unreadCount: 180 })
    expect((await markGroupRead(50)).json()).toEqual({ lastReadSeq: 120, ownUnread: 0, unreadCount: 180 })
    expect((await markGroupRead(9_000_000)).json()).toEqual({
      lastReadSeq: 300,
      ownUnread: 0,
      unreadCount: 0,
    })
    expect((await me.call('GET', '/api/messages/unread/count')).json()).toEqual({ count: 0 })
  })

  test.each([{ seq: -1 }, { seq: 1.5 }, { seq: '1' }, { seq: 1e300 }, {}, { seq: 1, extra: 1 }])(
    'POST /api/groups/:id/read returns 400 for the body %j',
    async body => {
      expect((await me.call('POST', `/api/groups/${groupId}/read`, body)).statusCode).toBe(400)
    },
  )

  test('concurrent requests to mark messages as read leave the highest read position', async () => {
    const { db } = target.database
    await db.update(groupMembers).set({ lastReadSeq: 0 }).where(eq(groupMembers.groupId, groupId))
    await Promise.all([5, 250, 17, 100, 3].map(markGroupRead))
    const [row] = await db.select().from(groupMembers).where(eq(groupMembers.groupId, groupId))
    expect(row?.lastReadSeq).toBe(250)
  })

  test('the unread message count of a user covers only active groups of the user', async () => {
    const { db } = target.database
    const other = await target.asNew()
    const countUnread = async () => (await other.call('GET', '/api/messages/unread/count')).json()
    expect(await countUnread()).toEqual({ count: 0 })
    await createChatGroup(db, [other.user], { lastSeq: 10 })
    await createChatGroup(db, [other.user], { lastSeq: 4 })
    const closed = await createChatGroup(db, [other.user], { lastSeq: 9, isActive: false })
    await createChatGroup(db, [], { lastSeq: 100 })
    expect(await countUnread()).toEqual({ count: 14 })
    const rows = (await other.call('GET', '/api/groups')).json() as { id: number; unreadCount: number }[]
    expect(rows.find(({ id }) => id === closed)?.unreadCount).toBe(0)
    await db.update(messageGroups).set({ lastSeq: 11 }).where(eq(messageGroups.lastSeq, 10))
    expect(await countUnread()).toEqual({ count: 15 })
  })
})
