import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import {
  type ChatClient,
  connectChatClient,
  createChatGroup,
  createSessionCookie,
  getSentMessageOrThrow,
} from '#server/test/chat/chat-client.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { errorTexts } from '#texts/errors.ts'

const { database, here, there, open, deviceOf } = setUpTwoServerInstances()

const createMember = (overrides = {}) => buildUser(database.db, overrides)
const createGroup = (
  ...args: Parameters<typeof createChatGroup> extends [unknown, ...infer Rest] ? Rest : never
) => createChatGroup(database.db, ...args)

async function connectMember(instance: Instance, { id }: { id: number }): Promise<ChatClient> {
  const client = await connectChatClient(instance.url, await createSessionCookie(database.db, id))
  open.push(client)
  return client
}

const findStoredMessages = (groupId: number) =>
  database.db.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(messages.seq)
const listContents = ({ messages }: ChatClient) => messages.map(({ content }) => content)

describe('sending and receiving messages', () => {
  test('every client that joined a group receives messages from both server instances in the same order, sender included', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const [a, b] = [await connectMember(here, ali), await connectMember(there, siti)]
    expect(await a.join(groupId)).toEqual({ ok: true, lastSeq: 0, lastChange: 0 })
    expect(await b.join(groupId)).toEqual({ ok: true, lastSeq: 0, lastChange: 0 })
    const input = { content: 'Apa khabar?', groupId, senderId: ali.id, messageType: 'text' }
    const answer = getSentMessageOrThrow(await a.send(input))
    expect(answer).toEqual({
      id: expect.any(Number),
      groupId,
      seq: 1,
      senderId: ali.id,
      sender: { fullName: ali.fullName, profileImageUrl: null },
      clientId: expect.any(String),
      content: 'Apa khabar?',
      messageType: 'text',
      isHidden: false,
      isDeleted: false,
      editedAt: null,
      revision: null,
      reactionCount: 0,
      reactions: [],
      changeSeq: 0,
      metadata: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    await waitUntil(() => b.messages.length === 1)
    await b.send({ ...input, content: 'Baik!', senderId: siti.id })
    await waitUntil(() => a.messages.length === 2 && b.messages.length === 2)
    expect(a.messages).toEqual(b.messages)
    expect(a.messages[0]).toEqual(answer)
    expect(a.messages.map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'Apa khabar?'],
      [2, 'Baik!'],
    ])
  })

  test('after a file was sent on one server instance, another serves its download and finds its message by search', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const [a, b] = [await deviceOf(here, ali), await deviceOf(there, siti)]
    for (const member of [a, b]) await member.join(groupId)
    const pdf = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
    const body = new FormData()
    body.append('file', new Blob([pdf]), 'minit.pdf')
    const headers = { cookie: await createSessionCookie(database.db, ali.id), origin: here.url }
    const uploaded = await fetch(`${here.url}/api/files?kind=chat_document`, {
      method: 'POST',
      headers,
      body,
    })
    const uploadedFile = (await uploaded.json()) as { id: string; url: string }
    await a.send({
      groupId,
      content: 'Minit mesyuarat',
      messageType: 'text',
      metadata: { file: { id: uploadedFile.id } },
    })
    await waitUntil(() => b.messages.length === 1)
    expect(b.messages[0]?.metadata).toMatchObject({ file: { id: uploadedFile.id, kind: 'document' } })
    expect((await b.call('GET', uploadedFile.url)).body).toBe(pdf)
    const { found } = (await b.call('GET', '/api/messages/search?search=mesyuarat')).json()
    expect(found).toMatchObject([{ groupId, seq: 1, content: 'Minit mesyuarat' }])
  })

  test('a client that requests no Socket.IO acknowledgements can join a group, send and receive messages', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    a.socket.emit('join-group', groupId)
    a.socket.emit('send-message', { content: 'Helo', groupId, senderId: ali.id, messageType: 'text' })
    await waitUntil(() => a.messages.length === 1)
    expect(a.messages[0]).toMatchObject({ content: 'Helo', sender: { fullName: ali.fullName } })
  })

  test('a client that sends a message directly after the socket event join-group receives its own message', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    // Joining many groups is slow, so without serialization the message would be sent before the last join finishes.
    for (let n = 0; n < 29; n++) a.socket.emit('join-group', 1_000_000 + n)
    a.socket.emit('join-group', groupId)
    a.socket.emit('send-message', { content: 'Dengar?', groupId })
    await waitUntil(() => a.messages.length === 1)
    expect(a.messages).toMatchObject([{ content: 'Dengar?', groupId }])
  })

  test('the socket event join-group returns the error too_fast when a client joins groups too often within a second', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    const answers = await Promise.all(Array.from({ length: 200 }, () => a.join(groupId)))
    expect(answers.filter(({ ok }) => ok).length).toBeLessThan(100)
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 'too_fast' })
  })

  test('message content and metadata are stored unchanged', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    const content = '  dua\n\tbaris 🇲🇾 e\u0301 \u202eterbalik <b>tebal</b>  '
    const metadata = { e2ee: { v: 1, eid: 'a"b\\c', list: [1, null, { x: 'ü' }] } }
    const answer = getSentMessageOrThrow(await a.send({ content, groupId, messageType: 'e2ee-1', metadata }))
    expect(answer).toMatchObject({ content, metadata, messageType: 'e2ee-1' })
    expect(await findStoredMessages(groupId)).toMatchObject([{ content, metadata, messageType: 'e2ee-1' }])
  })

  test('concurrent messages on two server instances get gapless sequence numbers and one order for all clients', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => createMember()))
    const groupId = await createGroup(people)
    const clients = await Promise.all(people.map((member, n) => connectMember(n % 2 ? here : there, member)))
    for (const client of clients) await client.join(groupId)
    const answers = await Promise.all(
      clients.flatMap((client, n) =>
        Array.from({ length: 10 }, (_, i) => client.send({ content: `${n}-${i}`, groupId })),
      ),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    await waitUntil(() => clients.every(client => client.messages.length === 120))
    const order = Array.from({ length: 120 }, (_, index) => index + 1)
    for (const client of clients) {
      expect(client.messages.map(({ seq }) => seq)).toEqual(order)
      expect(listContents(client)).toEqual(listContents(clients[0] as ChatClient))
    }
    expect((await findStoredMessages(groupId)).map(({ seq }) => seq)).toEqual(order)
  })
})

describe('access to groups', () => {
  test('a user outside the group can neither join it, send to it nor receive from it', async () => {
    const [ali, outsider] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali])
    const [a, o] = [await connectMember(here, ali), await connectMember(here, outsider)]
    const refusal = { ok: false, code: 'not_found', message: errorTexts.not_found }
    expect(await o.join(groupId)).toEqual(refusal)
    expect(await o.send({ content: 'Intip', groupId })).toEqual(refusal)
    expect(await o.join(2_000_000_000)).toEqual(refusal)
    await a.join(groupId)
    await a.send({ content: 'Rahsia', groupId })
    await waitUntil(() => a.messages.length === 1)
    // Events for the user outside the group would have arrived before this acknowledgement.
    await o.leave(groupId)
    expect([o.messages, o.activity]).toEqual([[], []])
    expect(await findStoredMessages(groupId)).toHaveLength(1)
  })

  test('the socket event send-message gets the error sender-mismatch when senderId is another user', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const a = await connectMember(here, ali)
    expect(await a.send({ content: 'Saya Siti', groupId, senderId: siti.id })).toEqual({
      ok: false,
      code: 'sender-mismatch',
      message: errorTexts['sender-mismatch'],
    })
    expect(await findStoredMessages(groupId)).toEqual([])
  })

  test('a removed member receives nothing more on any server instance, and an added member receives messages', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const [a, s1, s2] = [
      await connectMember(here, ali),
      await connectMember(here, siti),
      await connectMember(there, siti),
    ]
    for (const client of [a, s1, s2]) await client.join(groupId)
    await database.db.delete(groupMembers).where(eq(groupMembers.userId, siti.id))
    // The event "reload the groups" may come from the group's creation, so the test checks the Socket.IO room itself.
    const isSocketInGroup = ({ app }: Instance, { socket }: ChatClient) =>
      app.io.sockets.sockets.get(socket.id ?? '')?.rooms.has(`group:${groupId}`)
    await waitUntil(() => !isSocketInGroup(here, s1) && !isSocketInGroup(there, s2))
    await a.send({ content: 'Siti sudah pergi', groupId })
    await waitUntil(() => a.messages.length === 1)
    await Promise.all([s1.leave(groupId), s2.leave(groupId)])
    expect([s1.messages, s2.messages, s1.activity, s2.activity]).toEqual([[], [], [], []])
    expect((await s1.join(groupId)).ok).toBe(false)

    await database.db.insert(groupMembers).values({ groupId, userId: siti.id })
    expect((await s2.join(groupId)).ok).toBe(true)
    await a.send({ content: 'Siti kembali', groupId })
    await waitUntil(() => s2.messages.length === 1 && s1.activity.length === 1)
  })

  test('a deactivated account cannot send messages, even before its socket is disconnected', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    await database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, ali.id))
    const answer = await Promise.race([
      a.send({ content: 'Masih di sini', groupId }),
      new Promise(resolve => a.socket.once('disconnect', () => resolve({ ok: false }))),
    ])
    expect(answer).toMatchObject({ ok: false })
    expect(await findStoredMessages(groupId)).toEqual([])
  })

  test('the socket event send-message gets the error group_closed in a closed group', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali], { isActive: false })
    const a = await connectMember(here, ali)
    expect((await a.join(groupId)).ok).toBe(true)
    expect(await a.send({ content: 'Ada orang?', groupId })).toMatchObject({
      ok: false,
      code: 'group_closed',
      message: errorTexts.group_closed,
    })
    const [row] = await database.db.select().from(messageGroups).where(eq(messageGroups.id, groupId))
    expect(row?.lastSeq).toBe(0)
  })
})

describe('guarantee 24: repeated client id', () => {
  test('sending a message again with the same client message id stores one row, also concurrently on two server instances', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const [a, b] = [await connectMember(here, ali), await connectMember(there, ali)]
    const input = { content: 'Sekali sahaja', groupId, clientId: 'abc-1' }
    const answers = await Promise.all([a.send(input), b.send(input), a.send(input), b.send(input)])
    const [first, ...rest] = answers.map(getSentMessageOrThrow)
    for (const answer of rest) expect(answer).toEqual(first)
    expect(getSentMessageOrThrow(await b.send({ ...input, content: 'Lain' }))).toEqual(first)
    expect(await findStoredMessages(groupId)).toHaveLength(1)
    // Repeated sends of a message consume no sequence number.
    expect(getSentMessageOrThrow(await a.send({ content: 'Kedua', groupId })).seq).toBe(2)
  })

  test('a repeated send returns the stored message even after the sender has left the group', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const a = await connectMember(here, ali)
    const input = { content: 'Selamat tinggal', groupId, clientId: 'abc-2' }
    const first = getSentMessageOrThrow(await a.send(input))
    await database.db.delete(groupMembers).where(eq(groupMembers.userId, ali.id))
    expect(getSentMessageOrThrow(await a.send(input))).toEqual(first)
  })

  test('two senders may use the same client message id, but one sender may not reuse it in another group', async () => {
    const [ali, siti] = [await createMember(), await createMember()]
    const [groupId, other] = [await createGroup([ali, siti]), await createGroup([ali])]
    const [a, s] = [await connectMember(here, ali), await connectMember(here, siti)]
    const input = { content: 'Sama', clientId: 'abc-3' }
    expect(getSentMessageOrThrow(await a.send({ ...input, groupId })).seq).toBe(1)
    expect(getSentMessageOrThrow(await s.send({ ...input, groupId })).seq).toBe(2)
    expect(await a.send({ ...input, groupId: other })).toMatchObject({ ok: false, code: 'conflict' })
  })
})

describe('guarantee 27: rate limit', () => {
  test('a user can send ten messages per second over all sockets together, and further messages get the error too_fast', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const [a, b] = [await connectMember(here, ali), await connectMember(here, ali)]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? a : b).send({ content: `${n}`, groupId })),
    )
    const refused = answers.filter(answer => !answer.ok)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer).toEqual({ ok: false, code: 'too_fast', message: errorTexts.too_fast })
    }
    expect(await findStoredMessages(groupId)).toHaveLength(answers.length - refused.length)
    await waitUntil(async () => (await a.send({ content: 'Semula', groupId })).ok)
  })
})

describe('invalid input', () => {
  const inputs: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a negative number', -42],
    ['text', 'x'],
    ['an array', []],
    ['an empty object', {}],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['deep nesting', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
  ]
  const fields: [string, object][] = [
    ['no content', { content: undefined }],
    ['null content', { content: null }],
    ['empty content', { content: '' }],
    ['only spaces', { content: ' \n\t\u00a0 ' }],
    ['content too long', { content: 'x'.repeat(4001) }],
    ['a NUL character', { content: 'a\0b' }],
    ['half a surrogate pair', { content: 'a\ud800' }],
    ['an array as content', { content: ['x'] }],
    ['a group as text', { groupId: '1' }],
    ['a group beyond range', { groupId: 1e12 }],
    ['a fraction', { groupId: 1.5 }],
    ['a sender as text', { senderId: '1' }],
    ['a type in capitals', { messageType: 'TEXT!' }],
    ['a client id with spaces', { clientId: 'a b' }],
    ['a client id too long', { clientId: 'x'.repeat(65) }],
    ['metadata as text', { metadata: 'x' }],
    ['metadata as a list', { metadata: [] }],
    ['metadata too large', { metadata: { x: 'x'.repeat(9000) } }],
    ['metadata with NUL', { metadata: { x: '\0' } }],
    ['metadata too deep', { metadata: JSON.parse(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`) }],
  ]

  test('invalid input of a socket event gets the error bad_input, and the connection stays open', async () => {
    const ali = await createMember()
    const groupId = await createGroup([ali])
    const a = await connectMember(here, ali)
    const expected = { ok: false, code: 'bad_input', message: errorTexts.bad_input }
    for (const [name, input] of inputs) {
      expect([name, await a.join(input)]).toEqual([name, expected])
      expect([name, await a.leave(input)]).toEqual([name, expected])
      expect([name, await a.send(input)]).toEqual([name, expected])
    }
    for (const [name, field] of fields) {
      expect([name, await a.send({ content: 'Baik', groupId, ...field })]).toEqual([name, expected])
    }
    expect(getSentMessageOrThrow(await a.send({ content: 'Masih hidup', groupId })).seq).toBe(1)
  })

  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  test.each([
    ['an event without a name', '2[]'],
    ['an event without its arguments', '2["join-group"]'],
    ['an unknown event', '2["tiada-acara",1]'],
    ['a reserved event', '2["disconnect"]'],
    ['broken JSON', '2["send-message",{'],
    ['an invalid packet type', 'x'],
    ['an unknown namespace', '2/tiada,["join-group",1]'],
    ['a missing binary attachment', '51-["send-message",{"_placeholder":true,"num":9}]'],
    ['nesting as deep as the size allows', `2["send-message",${deep}]`],
    ['deep nesting in a binary event', `51-["send-message",${deep}]`],
    ['more bytes than allowed', `2["send-message","${'x'.repeat(70_000)}"]`],
  ])('a packet with %s disconnects at most the socket that sent it', async (_name, packet) => {
    const [ali, siti] = [await createMember(), await createMember()]
    const groupId = await createGroup([ali, siti])
    const [a, s] = [await connectMember(here, ali), await connectMember(here, siti)]
    a.socket.io.engine.write(packet)
    a.socket.io.engine.write('51-["x",{"_placeholder":true,"num":0}]')
    a.socket.io.engine.write(new Uint8Array([1]).buffer as never)
    expect(getSentMessageOrThrow(await s.send({ content: 'Masih hidup', groupId })).seq).toBe(1)
  })
})
