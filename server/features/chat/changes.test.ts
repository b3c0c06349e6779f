// What becomes of a message after it was said: edited, deleted, reacted to, and called on by name.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messageReactions, messages } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { actingAs } from '#server/test/app.ts'
import { buildGroup, type Client, sent } from '#server/test/chat.ts'
import { buildUser, type TestUser } from '#server/test/factories.ts'
import { type Instance, setUpTwoInstances } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import type { GroupRow, Message } from '#shared/contracts/chat.ts'
import { changeMessage } from './change-message.service.ts'
import { tellMentions } from './tell-mentions.service.ts'

const { database, here, there, deviceOf } = setUpTwoInstances()
const db = () => database.db

async function device(instance: Instance, user: TestUser) {
  const one = await deviceOf(instance, user)
  const changed: { after: number; message: Message }[] = []
  one.socket.on('message-changed', change => changed.push(change))
  const change = (groupId: number, body: object) =>
    one.call('POST', `/api/messages/${groupId}/changes`, { clientId: crypto.randomUUID(), ...body })
  const list = async (groupId: number) =>
    (await one.call('GET', `/api/messages/${groupId}`)).json() as Message[]
  return { ...one, changed, change, list }
}

async function talk() {
  const [ali, siti] = [await buildUser(db()), await buildUser(db())]
  const groupId = await buildGroup(db(), [ali, siti])
  const [a, s] = [await device(here, ali), await device(there, siti)]
  for (const one of [a, s]) await one.join(groupId)
  return { a, s, groupId }
}

const say = async (client: Client, groupId: number, content: string, more = {}) =>
  sent(await client.send({ groupId, content, ...more }))

describe('what was said', () => {
  test('is edited by its sender: everybody sees the new words, on both instances, and nobody the old', async () => {
    const { a, s, groupId } = await talk()
    await say(a, groupId, 'Jumpa pukul lima')
    const answer = await a.change(groupId, { seq: 1, op: 'edit', content: 'Jumpa pukul enam' })
    expect(answer.json()).toMatchObject({
      content: 'Jumpa pukul enam',
      editedAt: expect.any(String),
      changeSeq: 1,
    })
    await until(() => a.changed.length === 1 && s.changed.length === 1)
    const { isRead, ...changed } = answer.json()
    expect(isRead).toBe(true)
    expect(s.changed[0]).toMatchObject({ after: 0, message: changed })
    expect(await s.list(groupId)).toEqual([{ ...changed, isRead: false }])
    // Whoever knows only the spec's events goes on: a message, and no other.
    expect(s.messages).toHaveLength(1)
    expect(
      JSON.stringify(await db().select().from(messages).where(eq(messages.groupId, groupId))),
    ).not.toContain('lima')
    await say(a, groupId, 'Baik?')
    await until(() => s.messages.length === 2)
    expect(((await s.call('GET', '/api/groups')).json() as GroupRow[])[0]).toMatchObject({ unreadCount: 2 })
  })

  test('is not edited by others, too late, when it is deleted, hidden or in a closed group', async () => {
    const { a, s, groupId } = await talk()
    await say(a, groupId, 'Asal')
    const edit = { seq: 1, op: 'edit', content: 'Lain' }
    const set = (values: Partial<typeof messages.$inferInsert>) =>
      db().update(messages).set(values).where(eq(messages.groupId, groupId))
    expect((await s.change(groupId, edit)).statusCode).toBe(403)
    expect((await s.change(groupId, { seq: 1, op: 'delete' })).statusCode).toBe(403)
    const outsider = await device(here, await buildUser(db()))
    for (const op of ['edit', 'delete', 'react', 'unreact']) {
      expect((await outsider.change(groupId, { ...edit, op })).statusCode).toBe(404)
    }
    expect((await outsider.call('GET', `/api/messages/${groupId}/changes?after=0`)).statusCode).toBe(404)
    for (const wrong of [
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
      expect((await a.change(groupId, wrong)).statusCode).toBe(400)
    }
    expect((await s.change(groupId, { ...edit, seq: 2 })).statusCode).toBe(404)
    await set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    expect((await a.change(groupId, edit)).json().code).toBe('edit_too_late')
    // Said by a clock that was ahead: nobody knows when, and it is not open until then.
    await set({ createdAt: new Date(Date.now() + 3_600_000) })
    expect((await a.change(groupId, edit)).json().code).toBe('edit_too_late')
    // What it says already: asked once more because the answer was lost.
    expect((await a.change(groupId, { ...edit, content: 'Asal' })).statusCode).toBe(200)
    await set({ hiddenFor: 'spam' })
    expect((await s.change(groupId, { seq: 1, op: 'react', content: '👍' })).json().code).toBe(
      'message_hidden',
    )
    await set({ hiddenFor: null, createdAt: new Date() })
    await db().update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
    expect((await a.change(groupId, edit)).json().code).toBe('group_closed')
    expect((await a.list(groupId))[0]).toMatchObject({ content: 'Asal', changeSeq: 0 })
  })

  test('a hundred edits against one deletion: deleted', async () => {
    const { a, s, groupId } = await talk()
    await say(a, groupId, 'Rahsia')
    await s.change(groupId, { seq: 1, op: 'react', content: '😮' })
    const acting = actingAs(db(), a.user)
    const change = (op: 'edit' | 'delete', content?: string) =>
      changeMessage(acting, groupId, {
        seq: 1,
        op,
        clientId: crypto.randomUUID(),
        ...(content && { content }),
      })
    let edits = 0
    const edit = async () => {
      while (edits++ < 100) await change('edit', `Sunting ${edits}`).catch(() => {})
    }
    const editing = Array.from({ length: 8 }, edit)
    await until(() => edits > 40)
    await change('delete')
    await Promise.all(editing)
    const [now] = await s.list(groupId)
    expect(now).toMatchObject({
      content: '',
      isDeleted: true,
      editedAt: null,
      reactionCount: 0,
      reactions: [],
    })
    await until(() => s.changed.at(-1)?.message.isDeleted === true)
    expect(
      await db()
        .select()
        .from(messageReactions)
        .where(eq(messageReactions.messageId, now?.id ?? 0)),
    ).toEqual([])
    expect((await s.change(groupId, { seq: 1, op: 'react', content: '😮' })).json().code).toBe(
      'message_deleted',
    )
    // Twice is once.
    expect((await a.change(groupId, { seq: 1, op: 'delete' })).json().changeSeq).toBe(now?.changeSeq)
  })

  test('reactions and edits of ten people at once end the same everywhere, in order and without a gap', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(db())))
    const groupId = await buildGroup(db(), people)
    const devices = await Promise.all(people.map((one, n) => device(n % 2 ? here : there, one)))
    for (const one of devices) await one.join(groupId)
    for (const [n, one] of devices.entries()) await say(one, groupId, `Kata ${n}`)
    const order = await devices[0]?.list(groupId)
    const seqOf = (userId: number) => order?.find(({ senderId }) => senderId === userId)?.seq
    // Whoever is told that there is too much to do at the moment asks again, as a client does.
    const insist = async (one: (typeof devices)[number], body: object) => {
      const clientId = crypto.randomUUID()
      for (;;) {
        const answer = await one.change(groupId, { ...body, clientId })
        if (answer.statusCode !== 503) return answer
      }
    }
    const answers = await Promise.all(
      devices.flatMap((one, n) => [
        insist(one, { seq: 1, op: 'react', content: n % 2 ? '👍' : '❤️' }),
        insist(one, { seq: seqOf(one.user.id), op: 'edit', content: `Kata baharu ${n}` }),
        insist(one, { seq: 1, op: 'react', content: '😂' }),
      ]),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const ends = await Promise.all(devices.map(one => one.list(groupId)))
    const first = ends[0]?.at(-1)
    expect(first).toMatchObject({ reactionCount: 10 })
    expect(ends[0]?.map(({ content }) => content).toSorted()).toEqual(
      people.map((_, n) => `Kata baharu ${n}`).toSorted(),
    )
    const head = Math.max(...(ends[0] ?? []).map(({ changeSeq }) => changeSeq))
    await until(() => devices.every(({ changed }) => changed.at(-1)?.message.changeSeq === head))
    for (const { changed } of devices) {
      // Each says what came before it, so that whoever missed one knows.
      let last = changed[0]?.after ?? 0
      for (const { after, message } of changed) {
        expect(after).toBe(last)
        last = message.changeSeq
      }
      const heard = new Map(changed.map(({ message }) => [message.seq, message.content]))
      for (const { seq, content } of ends[0] ?? []) expect(heard.get(seq)).toBe(content)
    }
  })

  test('whoever was away asks for what was changed since, and gets each message once, as it is now', async () => {
    const { a, s, groupId } = await talk()
    for (const words of ['satu', 'dua', 'tiga']) await say(a, groupId, words)
    s.socket.disconnect()
    for (const content of ['dua!', 'dua!!']) await a.change(groupId, { seq: 2, op: 'edit', content })
    await a.change(groupId, { seq: 1, op: 'react', content: '🙏' })
    await a.change(groupId, { seq: 3, op: 'delete' })
    const missed = (query: string) => s.call('GET', `/api/messages/${groupId}/changes?${query}`)
    const all = (await missed('after=0')).json() as Message[]
    expect(all.map(({ seq, content, isDeleted }) => [seq, content, isDeleted])).toEqual([
      [2, 'dua!!', false],
      [1, 'satu', false],
      [3, '', true],
    ])
    expect((await missed(`after=${all[0]?.changeSeq}&from=2`)).json()).toEqual([all[2]])
    for (const wrong of ['', 'after=-1', 'after=x', 'after=1&limit=500', 'after=1&other=1']) {
      expect((await missed(wrong)).statusCode).toBe(400)
    }
  })

  test('one reaction a person: the new one takes the place of the old, and can be taken back', async () => {
    const { a, s, groupId } = await talk()
    await say(a, groupId, 'Setuju?')
    const react = (content: string) => s.change(groupId, { seq: 1, op: 'react', content })
    const first = (await react('👍')).json() as Message
    expect(first).toMatchObject({
      reactionCount: 1,
      reactions: [{ userId: s.user.id, fullName: s.user.fullName, content: '👍' }],
    })
    expect((await react('👍')).json()).toEqual(first)
    expect((await react('👨‍👩‍👧‍👦')).json()).toMatchObject({
      reactionCount: 1,
      reactions: [{ content: '👨‍👩‍👧‍👦' }],
    })
    expect((await s.change(groupId, { seq: 1, op: 'unreact' })).json()).toMatchObject({
      reactionCount: 0,
      reactions: [],
    })
    expect((await s.change(groupId, { seq: 1, op: 'unreact' })).statusCode).toBe(200)
  })

  test('too many changes in a second are refused', async () => {
    const { a, groupId } = await talk()
    await say(a, groupId, 'Cepat')
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => a.change(groupId, { seq: 1, op: 'react', content: '👍' })),
    )
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})

describe('calling on somebody by name', () => {
  const bell = (userId: number) => db().select().from(notifications).where(eq(notifications.userId, userId))

  test('tells them and nobody else, until they have read it; a job sees to it', async () => {
    const { a, s, groupId } = await talk()
    const other = await buildUser(db())
    await db().insert(groupMembers).values({ groupId, userId: other.id })
    const stranger = await buildUser(db())
    const { id } = await say(a, groupId, '@Siti datang?', {
      metadata: { mentions: [s.user.id, stranger.id, a.user.id] },
    })
    const context = actingAs(db(), a.user)
    for (const _ of [1, 2]) await tellMentions(context, id)
    expect(await bell(s.user.id)).toMatchObject([
      { kind: 'message.mentioned', params: { userId: a.user.id, groupId, seq: 1 } },
    ])
    for (const { id } of [a.user, other, stranger]) expect(await bell(id)).toEqual([])
    const row = async () => ((await s.call('GET', '/api/groups')).json() as GroupRow[])[0]
    expect(await row()).toMatchObject({ isMentioned: true })
    await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect(await row()).toMatchObject({ isMentioned: false })
    expect(await bell(s.user.id)).toMatchObject([{ readAt: expect.any(Date) }])
    const { rows } = await db().execute<{ count: number }>(
      `select count(*)::int as count from queued_jobs where task = 'tell_mentions'`,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('again and again rings once, until so far was read; numbers that are nobody do no harm', async () => {
    const { a, s, groupId } = await talk()
    const call = async (mentions: number[]) => {
      const { id } = await say(a, groupId, '@Siti', { metadata: { mentions } })
      await tellMentions(actingAs(db(), a.user), id)
    }
    const read = (seq: number) => s.call('POST', `/api/groups/${groupId}/read`, { seq })
    await say(a, groupId, 'Satu')
    await say(a, groupId, 'Dua')
    for (const _ of [1, 2, 3]) await call([s.user.id])
    expect(await bell(s.user.id)).toHaveLength(1)
    await read(2)
    expect(await bell(s.user.id)).toMatchObject([{ readAt: null }])
    await read(3)
    expect(await bell(s.user.id)).toMatchObject([{ readAt: expect.any(Date) }])
    await call([s.user.id, 2 ** 31, Number.MAX_SAFE_INTEGER])
    await call([s.user.id])
    expect(await bell(s.user.id)).toHaveLength(2)
  })

  test('everybody is called on by those who run the group alone', async () => {
    const { a, s, groupId } = await talk()
    const other = await buildUser(db())
    await db().insert(groupMembers).values({ groupId, userId: other.id })
    const everybody = { metadata: { mentions: [0] } }
    const bySiti = await say(s, groupId, '@semua', everybody)
    await tellMentions(actingAs(db(), s.user), bySiti.id)
    expect([await bell(a.user.id), await bell(other.id)]).toEqual([[], []])
    const byAli = await say(a, groupId, '@semua', everybody)
    await tellMentions(actingAs(db(), a.user), byAli.id)
    for (const { id } of [s.user, other]) expect(await bell(id)).toHaveLength(1)
    expect(await bell(a.user.id)).toEqual([])
  })
})
