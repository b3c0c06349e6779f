// Tests of message changes (edit, delete, react) and of mentions.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messageReactions, messages } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { type ChatClient, createChatGroup, getSentMessageOrThrow } from '#server/test/chat/chat-client.ts'
import { createServiceContextForActor } from '#server/test/harness/app.ts'
import { buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow, Message } from '#shared/contracts/chat/chat.schemas.ts'
import { changeMessage } from './change-message.service.ts'
import { notifyMentionedMembers } from './notify-mentioned-members.service.ts'

const { database, here, there, deviceOf } = setUpTwoServerInstances()
const getDatabase = () => database.db

async function connectTestDevice(instance: Instance, user: TestUser) {
  const member = await deviceOf(instance, user)
  const changed: { after: number; message: Message }[] = []
  member.socket.on('message-changed', change => changed.push(change))
  const changeMessage = (groupId: number, body: object) =>
    member.call('POST', `/api/messages/${groupId}/changes`, { clientId: crypto.randomUUID(), ...body })
  const listMessages = async (groupId: number) =>
    (await member.call('GET', `/api/messages/${groupId}`)).json() as Message[]
  return { ...member, changed, change: changeMessage, list: listMessages }
}

async function setUpGroup() {
  const [ali, siti] = [await buildUser(getDatabase()), await buildUser(getDatabase())]
  const groupId = await createChatGroup(getDatabase(), [ali, siti])
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
  for (const member of [a, s]) await member.join(groupId)
  return { a, s, groupId }
}

const sendMessage = async (client: ChatClient, groupId: number, content: string, fields = {}) =>
  getSentMessageOrThrow(await client.send({ groupId, content, ...fields }))

describe('changeMessage', () => {
  test('an edited message is delivered to all members on both server instances, and the old text is not stored', async () => {
    const { a, s, groupId } = await setUpGroup()
    await sendMessage(a, groupId, 'Jumpa pukul lima')
    const answer = await a.change(groupId, { seq: 1, op: 'edit', content: 'Jumpa pukul enam' })
    expect(answer.json()).toMatchObject({
      content: 'Jumpa pukul enam',
      editedAt: expect.any(String),
      changeSeq: 1,
    })
    await waitUntil(() => a.changed.length === 1 && s.changed.length === 1)
    const { isRead, ...changed } = answer.json()
    expect(isRead).toBe(true)
    expect(s.changed[0]).toMatchObject({ after: 0, message: changed })
    expect(await s.list(groupId)).toEqual([{ ...changed, isRead: false }])
    // A message change sends no new-message event, because older clients would show it as a new message.
    expect(s.messages).toHaveLength(1)
    expect(
      JSON.stringify(await getDatabase().select().from(messages).where(eq(messages.groupId, groupId))),
    ).not.toContain('lima')
    await sendMessage(a, groupId, 'Baik?')
    await waitUntil(() => s.messages.length === 2)
    expect(((await s.call('GET', '/api/groups')).json() as GroupRow[])[0]).toMatchObject({ unreadCount: 2 })
  })

  test('editing a message fails for other users, after the edit time, in closed groups and when it is deleted or hidden', async () => {
    const { a, s, groupId } = await setUpGroup()
    await sendMessage(a, groupId, 'Asal')
    const edit = { seq: 1, op: 'edit', content: 'Lain' }
    const updateMessage = (values: Partial<typeof messages.$inferInsert>) =>
      getDatabase().update(messages).set(values).where(eq(messages.groupId, groupId))
    expect((await s.change(groupId, edit)).statusCode).toBe(403)
    expect((await s.change(groupId, { seq: 1, op: 'delete' })).statusCode).toBe(403)
    const outsider = await connectTestDevice(here, await buildUser(getDatabase()))
    for (const op of ['edit', 'delete', 'react', 'unreact']) {
      expect((await outsider.change(groupId, { ...edit, op })).statusCode).toBe(404)
    }
    expect((await outsider.call('GET', `/api/messages/${groupId}/changes?after=0`)).statusCode).toBe(404)
    for (const invalid of [
      { ...edit, seq: 0 },
      { ...edit, content: ' ' },
      { ...edit, content: 'x'.repeat(4001) },
      { ...edit, op: 'hide' },
      { seq: 1, op: 'edit' },
      { seq: 1, op: 'react', content: 'bukan emoji' },
      { seq: 1, op: 'react', content: '👍👍' },
      { seq: 1, op: 'react', content: '\u20e3' },
      { ...edit, metadata: { a: 1 } },
    ]) {
      expect((await a.change(groupId, invalid)).statusCode).toBe(400)
    }
    expect((await s.change(groupId, { ...edit, seq: 2 })).statusCode).toBe(404)
    await updateMessage({ createdAt: new Date(Date.now() - 16 * 60_000) })
    expect((await a.change(groupId, edit)).json().code).toBe('edit_too_late')
    // A timestamp in the future comes from a wrong clock and does not extend the edit time.
    await updateMessage({ createdAt: new Date(Date.now() + 3_600_000) })
    expect((await a.change(groupId, edit)).json().code).toBe('edit_too_late')
    // An edit to the current content succeeds, because clients repeat an edit whose response was lost.
    expect((await a.change(groupId, { ...edit, content: 'Asal' })).statusCode).toBe(200)
    await updateMessage({ hiddenFor: 'spam' })
    expect((await s.change(groupId, { seq: 1, op: 'react', content: '👍' })).json().code).toBe(
      'message_hidden',
    )
    await updateMessage({ hiddenFor: null, createdAt: new Date() })
    await getDatabase().update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
    expect((await a.change(groupId, edit)).json().code).toBe('group_closed')
    expect((await a.list(groupId))[0]).toMatchObject({ content: 'Asal', changeSeq: 0 })
  })

  test('a message stays deleted when it is edited a hundred times concurrently with the deletion', async () => {
    const { a, s, groupId } = await setUpGroup()
    await sendMessage(a, groupId, 'Rahsia')
    await s.change(groupId, { seq: 1, op: 'react', content: '😮' })
    const acting = createServiceContextForActor(getDatabase(), a.user)
    const changeMessageTo = (op: 'edit' | 'delete', content?: string) =>
      changeMessage(acting, groupId, {
        seq: 1,
        op,
        clientId: crypto.randomUUID(),
        ...(content && { content }),
      })
    let edits = 0
    const editMessage = async () => {
      while (edits++ < 100) await changeMessageTo('edit', `Sunting ${edits}`).catch(() => {})
    }
    const editing = Array.from({ length: 8 }, editMessage)
    await waitUntil(() => edits > 40)
    await changeMessageTo('delete')
    await Promise.all(editing)
    const [deletedMessage] = await s.list(groupId)
    expect(deletedMessage).toMatchObject({
      content: '',
      isDeleted: true,
      editedAt: null,
      reactionCount: 0,
      reactions: [],
    })
    await waitUntil(() => s.changed.at(-1)?.message.isDeleted === true)
    expect(
      await getDatabase()
        .select()
        .from(messageReactions)
        .where(eq(messageReactions.messageId, deletedMessage?.id ?? 0)),
    ).toEqual([])
    expect((await s.change(groupId, { seq: 1, op: 'react', content: '😮' })).json().code).toBe(
      'message_deleted',
    )
    // Deleting a deleted message changes nothing.
    expect((await a.change(groupId, { seq: 1, op: 'delete' })).json().changeSeq).toBe(
      deletedMessage?.changeSeq,
    )
  })

  test('concurrent reactions and edits of ten users reach every device in order and without gaps', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(getDatabase())))
    const groupId = await createChatGroup(getDatabase(), people)
    const devices = await Promise.all(
      people.map((member, n) => connectTestDevice(n % 2 ? here : there, member)),
    )
    for (const member of devices) await member.join(groupId)
    for (const [n, member] of devices.entries()) await sendMessage(member, groupId, `Kata ${n}`)
    const order = await devices[0]?.list(groupId)
    const findSequenceOfSender = (userId: number) => order?.find(({ senderId }) => senderId === userId)?.seq
    // Repeats the request while the server is overloaded, as the web client does.
    const changeWithRetry = async (member: (typeof devices)[number], body: object) => {
      const clientId = crypto.randomUUID()
      for (;;) {
        const answer = await member.change(groupId, { ...body, clientId })
        if (answer.statusCode !== 503) return answer
      }
    }
    const answers = await Promise.all(
      devices.flatMap((member, n) => [
        changeWithRetry(member, { seq: 1, op: 'react', content: n % 2 ? '👍' : '❤️' }),
        changeWithRetry(member, {
          seq: findSequenceOfSender(member.user.id),
          op: 'edit',
          content: `Kata baharu ${n}`,
        }),
        changeWithRetry(member, { seq: 1, op: 'react', content: '😂' }),
      ]),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const finalLists = await Promise.all(devices.map(member => member.list(groupId)))
    const first = finalLists[0]?.at(-1)
    expect(first).toMatchObject({ reactionCount: 10 })
    expect(finalLists[0]?.map(({ content }) => content).toSorted()).toEqual(
      people.map((_, n) => `Kata baharu ${n}`).toSorted(),
    )
    const head = Math.max(...(finalLists[0] ?? []).map(({ changeSeq }) => changeSeq))
    await waitUntil(() => devices.every(({ changed }) => changed.at(-1)?.message.changeSeq === head))
    for (const { changed } of devices) {
      // Each change event carries the number of the previous change, so that clients notice a missed change.
      let last = changed[0]?.after ?? 0
      for (const { after, message } of changed) {
        expect(after).toBe(last)
        last = message.changeSeq
      }
      const receivedContents = new Map(changed.map(({ message }) => [message.seq, message.content]))
      for (const { seq, content } of finalLists[0] ?? []) expect(receivedContents.get(seq)).toBe(content)
    }
  })

  test('listing message changes returns every message changed since the given change number once, in its current state', async () => {
    const { a, s, groupId } = await setUpGroup()
    for (const content of ['satu', 'dua', 'tiga']) await sendMessage(a, groupId, content)
    s.socket.disconnect()
    for (const content of ['dua!', 'dua!!']) await a.change(groupId, { seq: 2, op: 'edit', content })
    await a.change(groupId, { seq: 1, op: 'react', content: '🙏' })
    await a.change(groupId, { seq: 3, op: 'delete' })
    const listMissedChanges = (query: string) => s.call('GET', `/api/messages/${groupId}/changes?${query}`)
    const all = (await listMissedChanges('after=0')).json() as Message[]
    expect(all.map(({ seq, content, isDeleted }) => [seq, content, isDeleted])).toEqual([
      [2, 'dua!!', false],
      [1, 'satu', false],
      [3, '', true],
    ])
    expect((await listMissedChanges(`after=${all[0]?.changeSeq}&from=2`)).json()).toEqual([all[2]])
    for (const invalid of ['', 'after=-1', 'after=x', 'after=1&limit=500', 'after=1&other=1']) {
      expect((await listMissedChanges(invalid)).statusCode).toBe(400)
    }
  })

  test('a user has one reaction per message, which a new reaction replaces and unreact removes', async () => {
    const { a, s, groupId } = await setUpGroup()
    await sendMessage(a, groupId, 'Setuju?')
    const reactToMessage = (content: string) => s.change(groupId, { seq: 1, op: 'react', content })
    const first = (await reactToMessage('👍')).json() as Message
    expect(first).toMatchObject({
      reactionCount: 1,
      reactions: [{ userId: s.user.id, fullName: s.user.fullName, content: '👍' }],
    })
    expect((await reactToMessage('👍')).json()).toEqual(first)
    expect((await reactToMessage('👨‍👩‍👧‍👦')).json()).toMatchObject({
      reactionCount: 1,
      reactions: [{ content: '👨‍👩‍👧‍👦' }],
    })
    expect((await s.change(groupId, { seq: 1, op: 'unreact' })).json()).toMatchObject({
      reactionCount: 0,
      reactions: [],
    })
    expect((await s.change(groupId, { seq: 1, op: 'unreact' })).statusCode).toBe(200)
  })

  test('changing messages too often within a second returns 429', async () => {
    const { a, groupId } = await setUpGroup()
    await sendMessage(a, groupId, 'Cepat')
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => a.change(groupId, { seq: 1, op: 'react', content: '👍' })),
    )
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})

describe('mentions', () => {
  const findNotifications = (userId: number) =>
    getDatabase().select().from(notifications).where(eq(notifications.userId, userId))

  test('a mention notifies only the mentioned members until they have read the message', async () => {
    const { a, s, groupId } = await setUpGroup()
    const other = await buildUser(getDatabase())
    await getDatabase().insert(groupMembers).values({ groupId, userId: other.id })
    const stranger = await buildUser(getDatabase())
    const { id } = await sendMessage(a, groupId, '@Siti datang?', {
      metadata: { mentions: [s.user.id, stranger.id, a.user.id] },
    })
    const context = createServiceContextForActor(getDatabase(), a.user)
    for (const _ of [1, 2]) await notifyMentionedMembers(context, id)
    expect(await findNotifications(s.user.id)).toMatchObject([
      { kind: 'message.mentioned', params: { userId: a.user.id, groupId, seq: 1 } },
    ])
    for (const { id } of [a.user, other, stranger]) expect(await findNotifications(id)).toEqual([])
    const findFirstGroup = async () => ((await s.call('GET', '/api/groups')).json() as GroupRow[])[0]
    expect(await findFirstGroup()).toMatchObject({ isMentioned: true })
    await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect(await findFirstGroup()).toMatchObject({ isMentioned: false })
    expect(await findNotifications(s.user.id)).toMatchObject([{ readAt: expect.any(Date) }])
    const { rows } = await getDatabase().execute<{ count: number }>(
      `select count(*)::int as count from queued_jobs where task = 'tell_mentions'`,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('further mentions by the same sender do not notify until the first was read, and mentions of unknown user ids are ignored', async () => {
    const { a, s, groupId } = await setUpGroup()
    const sendMention = async (mentions: number[]) => {
      const { id } = await sendMessage(a, groupId, '@Siti', { metadata: { mentions } })
      await notifyMentionedMembers(createServiceContextForActor(getDatabase(), a.user), id)
    }
    const markGroupRead = (seq: number) => s.call('POST', `/api/groups/${groupId}/read`, { seq })
    await sendMessage(a, groupId, 'Satu')
    await sendMessage(a, groupId, 'Dua')
    for (const _ of [1, 2, 3]) await sendMention([s.user.id])
    expect(await findNotifications(s.user.id)).toHaveLength(1)
    await markGroupRead(2)
    expect(await findNotifications(s.user.id)).toMatchObject([{ readAt: null }])
    await markGroupRead(3)
    expect(await findNotifications(s.user.id)).toMatchObject([{ readAt: expect.any(Date) }])
    await sendMention([s.user.id, 2 ** 31, Number.MAX_SAFE_INTEGER])
    await sendMention([s.user.id])
    expect(await findNotifications(s.user.id)).toHaveLength(2)
  })

  test('mentioning everybody notifies all members only when a group manager sends it', async () => {
    const { a, s, groupId } = await setUpGroup()
    const other = await buildUser(getDatabase())
    await getDatabase().insert(groupMembers).values({ groupId, userId: other.id })
    const everybody = { metadata: { mentions: [0] } }
    const bySiti = await sendMessage(s, groupId, '@semua', everybody)
    await notifyMentionedMembers(createServiceContextForActor(getDatabase(), s.user), bySiti.id)
    expect([await findNotifications(a.user.id), await findNotifications(other.id)]).toEqual([[], []])
    const byAli = await sendMessage(a, groupId, '@semua', everybody)
    await notifyMentionedMembers(createServiceContextForActor(getDatabase(), a.user), byAli.id)
    for (const { id } of [s.user, other]) expect(await findNotifications(id)).toHaveLength(1)
    expect(await findNotifications(a.user.id)).toEqual([])
  })
})
