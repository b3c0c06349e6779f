// Edits, reactions and deletions in encrypted groups: what the server stores, and which changes clients accept.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import type { Person } from '#server/test/chat/encrypted-person.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { DisclosedMessage } from '#shared/e2ee/disclosed-message.ts'
import type { DisplayedMessage, MessageChange } from '#web/features/chat/displayed-message.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import { findMissingReorderedOrOutdatedMessages } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'

const { run, people, begin } = setUpEncryptedGroups()

/** Creates an encrypted group of two people, each with the client functions that read and change its messages. */
async function startConversation() {
  const [ali, siti] = await people(2)
  const { id, group } = await begin(ali, siti)
  const createViewer = (person: Person, sealed: EncryptedGroup) => {
    const wire = wrapTransportWithEncryption(person.wire(id), sealed)
    const listShownMessages = async () => (await wire.fetchMessages({ limit: 50 })).toReversed()
    const findShownMessage = async (seq: number) =>
      (await listShownMessages()).find(message => message.seq === seq) as DisplayedMessage
    return {
      ...person,
      sealed,
      listShown: listShownMessages,
      listFlaws: async () =>
        findMissingReorderedOrOutdatedMessages(await listShownMessages(), {
          isFromStart: true,
          memory: sealed.memory,
        }),
      find: findShownMessage,
      say: (text: string) => person.sendText(sealed, id, text),
      change: async (seq: number, change: Omit<MessageChange, 'message'>) =>
        wire.change({ message: await findShownMessage(seq), ...change }),
    }
  }
  const groupOfSiti = siti.group(id)
  await groupOfSiti.sync()
  return { id, a: createViewer(ali, group), s: createViewer(siti, groupOfSiti) }
}

const dumpMessages = async (id: number) =>
  JSON.stringify(
    (
      await run(sql`select * from messages m left join message_reactions r on r.message_id = m.id
    where m.group_id = ${id}`)
    ).rows,
  )

test('readers of an encrypted group see edits, reactions and deletions without a warning, and the server stores no plaintext', async () => {
  const { id, a, s } = await startConversation()
  await a.say('Jumpa di dewan')
  await a.say('Ketiga')
  await a.change(2, {
    op: 'edit',
    content: 'Jumpa di pustaka',
    extra: { called: ['@Siti'], mentions: [s.user.id] },
  })
  await s.change(2, { op: 'react', content: '👍' })
  const stored = (await s.call<Message[]>('GET', `/api/messages/${id}`)).find(({ seq }) => seq === 2)
  expect(stored).toMatchObject({ content: '', reactionCount: 1, editedAt: expect.any(String) })
  expect(await dumpMessages(id)).not.toMatch(/dewan|pustaka|👍/)
  for (const viewer of [a, s]) {
    expect(await viewer.find(2)).toMatchObject({
      content: 'Jumpa di pustaka',
      extra: { called: ['@Siti'] },
      reactions: [{ userId: s.user.id, content: '👍' }],
    })
    expect((await viewer.listFlaws()).size).toBe(0)
  }
  await s.change(2, { op: 'react', content: '❤️' })
  expect((await a.find(2)).reactions.map(({ content }) => content)).toEqual(['❤️'])
  await s.change(2, { op: 'unreact' })
  await a.change(2, { op: 'edit', content: 'Jumpa di taman' })
  expect(await s.find(2)).toMatchObject({ content: 'Jumpa di taman', reactions: [] })
  await a.change(2, { op: 'delete' })
  for (const viewer of [a, s]) {
    const shown = await viewer.find(2)
    expect(shown).toMatchObject({ content: '', isDeleted: true })
    expect(shown.trouble).toBeUndefined()
    // The deleted message keeps its signed counter, so that clients do not report a missing message.
    expect((await viewer.listFlaws()).size).toBe(0)
  }
})

test('clients reject edits, reactions and deletions that the server forged, moved to another message or attributed to another sender', async () => {
  const { a, s } = await startConversation()
  await a.say('Satu')
  await a.say('Dua')
  await a.change(2, { op: 'edit', content: 'Satu, betul' })
  await s.change(2, { op: 'react', content: '😂' })
  const [first, second] = [await a.find(2), await a.find(3)]
  // The client derives the edit state and the reaction count from signatures, not from the server's columns.
  await run(sql`update messages set reaction_count = 9, edited_at = null where id = ${first.id}`)
  expect(await s.find(2)).toMatchObject({ reactionCount: 1, editedAt: expect.any(String) })
  await run(sql`update messages set edited_at = now() where id = ${second.id}`)
  expect(await s.find(3)).toMatchObject({ content: 'Dua', editedAt: null })
  // The dishonest server attaches the edit of one message to another.
  await run(sql`update messages set content = '', revision = (select revision from messages where id = ${first.id})
    where id = ${second.id}`)
  expect(await s.find(3)).toMatchObject({ content: '', trouble: 'forged' })
  // The dishonest server presents a reaction as that of another user, or as one to another message.
  await run(sql`update message_reactions set user_id = ${a.user.id} where message_id = ${first.id}`)
  expect((await s.find(2)).reactions).toEqual([])
  await run(
    sql`update message_reactions set user_id = ${s.user.id}, message_id = ${second.id} where message_id = ${first.id}`,
  )
  await run(sql`update messages set reaction_count = 1, revision = null where id = ${second.id}`)
  expect((await s.find(3)).reactions).toEqual([])
  // The dishonest server marks a message as deleted without a signature, or with the signature of an edit.
  await run(sql`update messages set content = '', deleted_at = now() where id = ${first.id}`)
  expect(await s.find(2)).toMatchObject({ trouble: 'forged', isDeleted: false })
  await run(sql`update messages set revision = null where id = ${first.id}`)
  expect(await s.find(2)).toMatchObject({ trouble: 'forged', isDeleted: false })
  // The dishonest server presents a signed edit as an ordinary message.
  const { revision } = first
  await run(sql`update messages set content = ${revision?.content}, message_type = 'change', deleted_at = null,
    client_id = ${revision?.id}, metadata = ${JSON.stringify(revision?.metadata)} where id = ${first.id}`)
  expect(await s.find(2)).toMatchObject({ trouble: 'forged' })
})

test('the server refuses plaintext edits in encrypted groups, and a report of an edited message discloses its current text', async () => {
  const { id, a, s } = await startConversation()
  await a.say('Kata biasa')
  const postMessageChange = (body: object) =>
    a.call('POST', `/api/messages/${id}/changes`, { seq: 2, clientId: crypto.randomUUID(), ...body })
  for (const body of [
    { op: 'edit', content: 'Terang' },
    { op: 'react', content: '👍' },
    { op: 'delete' },
    { op: 'edit', content: 'Terang', metadata: { e2ee: (await a.find(2)).metadata?.e2ee } },
  ]) {
    await expect(postMessageChange(body)).rejects.toMatchObject({ status: 409, code: 'plaintext-refused' })
  }
  // A reaction holds one encrypted emoji; the size limit keeps every fetch of the message small.
  const metadata = { e2ee: (await a.find(2)).metadata?.e2ee, banyak: 'x'.repeat(2000) }
  const sendReactionOfLength = (length: number) =>
    postMessageChange({ op: 'react', content: `e2ee1.${'A'.repeat(length)}`, metadata })
  await expect(sendReactionOfLength(40_000)).rejects.toMatchObject({ status: 400 })
  await sendReactionOfLength(1000)
  expect(await dumpMessages(id)).not.toContain('xxx')
  await a.change(2, { op: 'edit', content: 'Kata kesat' })
  const message = (await s.call<Message[]>('GET', `/api/messages/${id}`)).find(
    ({ seq }) => seq === 2,
  ) as Message
  const disclosed: DisclosedMessage = await s.sealed.reader.discloseMessageForReport(message)
  expect(disclosed.body).toContain('Kata kesat')
  const report = { messageId: message.id, reason: 'abuse' }
  await a.say('Lain')
  const other = (await s.call<Message[]>('GET', `/api/messages/${id}`)).find(
    ({ seq }) => seq === 3,
  ) as Message
  await expect(
    s.call('POST', '/api/reports', {
      ...report,
      disclosed: await s.sealed.reader.discloseMessageForReport(other),
    }),
  ).rejects.toMatchObject({ status: 400 })
  await s.call('POST', '/api/reports', { ...report, disclosed })
  // A moderator can still verify the reported message after its sender has deleted it.
  await a.change(2, { op: 'delete' })
  const { rows } = await run(
    sql`select frame, disclosed from message_reports where message_id = ${message.id}`,
  )
  expect(rows).toMatchObject([
    { frame: { messageType: 'change', clientId: message.revision?.id }, disclosed },
  ])
})

test('reactions can be removed, an edit with a later group key than its message is refused, and a hidden message has no content', async () => {
  const { id, a, s } = await startConversation()
  await a.say('Sebelum Mei')
  await s.change(2, { op: 'react', content: '👍' })
  await s.change(2, { op: 'unreact' })
  const { rows } = await run(sql`select m.reaction_count, r.removed_at is not null as removed
    from messages m join message_reactions r on r.message_id = m.id where m.group_id = ${id} and m.seq = 2`)
  expect(rows).toEqual([{ reaction_count: 0, removed: true }])
  expect(await a.find(2)).toMatchObject({ reactions: [], reactionCount: 0 })
  await s.change(2, { op: 'react', content: '❤️' })
  expect((await a.find(2)).reactions).toMatchObject([{ userId: s.user.id, content: '❤️' }])

  const [mei] = await people(1)
  await a.call('POST', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
  await a.sealed.admitMembers([mei.user.id])
  await a.say('Selamat datang')
  // The edit is encrypted with a key that the new member has too, instead of that of the original message: refused.
  const { clientId, senderId, signed } = await a.find(2)
  const change = { op: 'edit' as const, of: clientId ?? '', by: senderId, k: 1 }
  const was = { ...(signed as NonNullable<typeof signed>), n: 2 }
  const sealed = await a.sealed.encrypt('Sebelum Mei!', 'suntingan', {
    extra: { change: { ...change, was } },
  })
  const { content, metadata } = sealed
  await expect(
    a.call('POST', `/api/messages/${id}/changes`, {
      ...{ seq: 2, op: 'edit', clientId: 'suntingan', content, metadata },
    }),
  ).rejects.toMatchObject({ status: 409, code: 'edit_epoch_over' })

  await run(sql`update messages set hidden_for = 'spam' where group_id = ${id} and seq = 2`)
  const hidden = (await s.call<Message[]>('GET', `/api/messages/${id}`)).find(({ seq }) => seq === 2)
  expect(hidden).toMatchObject({
    ...{ isHidden: true, content: '' },
    metadata: { e2ee: { c: 2, h: signed?.hash } },
  })
  expect((await s.listFlaws()).size).toBe(0)
})
