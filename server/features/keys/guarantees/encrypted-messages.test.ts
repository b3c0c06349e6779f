import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import {
  type ChatClient,
  connectChatClient,
  createSessionCookie,
  getSentMessageOrThrow,
} from '#server/test/chat/chat-client.ts'
import {
  buildPublishKeysRequestBody,
  createEncryptedGroupHelpers,
  createSignedMemberListOfGroup,
  createTestEncryptionIdentity,
  type Member,
  postNewSignedMemberListAndGroupKey,
  postNextGroupKey,
  RosterChain,
} from '#server/test/chat/e2ee-members.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { createTestSessionInDatabase } from '#server/test/harness/factories.ts'
import { type Instance, startServerInstance } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { errorTexts } from '#texts/errors.ts'

const target = setUpApp()
let instance: Instance
const openClients: ChatClient[] = []
beforeAll(async () => {
  instance = await startServerInstance(target.database.appUrl)
})
afterEach(() => {
  for (const { socket } of openClients.splice(0)) socket.close()
})
afterAll(() => instance.close())

const { person, people, group, speaking } = createEncryptedGroupHelpers(target)
async function connectUser({ user }: Pick<Member, 'user'>): Promise<ChatClient> {
  const client = await connectChatClient(instance.url, await createSessionCookie(target.database.db, user.id))
  openClients.push(client)
  return client
}
const findStoredMessages = (groupId: number) =>
  target.database.db.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(messages.seq)
const listGroups = async (me: Member) => (await me.call('GET', '/api/groups')).json() as GroupRow[]
const buildRefusal = (code: 'plaintext-refused' | 'stale-epoch' | 'bad_input' | 'sender-mismatch') => ({
  ok: false,
  code,
  message: errorTexts[code],
})

describe('send-message in an encrypted group', () => {
  test('a message encrypted with the current group key is stored and delivered unchanged', async () => {
    const { ali, siti, id, chain } = await speaking()
    const [a, s] = [await connectUser(ali), await connectUser(siti)]
    await s.join(id)
    const encrypted = chain.buildEncryptedMessage(ali.keys)
    const message = getSentMessageOrThrow(await a.send(encrypted))
    expect(message).toMatchObject({ ...encrypted, seq: 1, senderId: ali.user.id })
    await waitUntil(() => s.messages.length === 1)
    expect(s.messages).toEqual([message])
    const [read] = (await siti.call('GET', `/api/messages/${id}`)).json()
    expect(read).toEqual({ ...message, isRead: false })
  })

  test('an encrypted message of the maximum length is accepted and a longer one gets the error bad_input', async () => {
    const { ali, chain } = await speaking()
    const a = await connectUser(ali)
    expect(
      getSentMessageOrThrow(await a.send(chain.buildEncryptedMessage(ali.keys, 35_994))).content,
    ).toHaveLength(47_998)
    expect(await a.send(chain.buildEncryptedMessage(ali.keys, 36_000))).toEqual(buildRefusal('bad_input'))
  })

  test('plaintext and malformed ciphertext get the error plaintext-refused in an encrypted group', async () => {
    const { ali, id, chain } = await speaking()
    const a = await connectUser(ali)
    const { content, metadata } = chain.buildEncryptedMessage(ali.keys)
    const { e2ee } = metadata
    const specMessage = { content: 'Helo', groupId: id, senderId: ali.user.id, messageType: 'text' }
    for (const encrypted of [
      specMessage,
      { groupId: id, content: 'Helo', metadata },
      { groupId: id, content: 'e2ee1.Helo semua', metadata },
      { groupId: id, content: 'e2ee1.', metadata },
      { groupId: id, content },
      { groupId: id, content, metadata: { e2ee: null } },
      { groupId: id, content, metadata: { e2ee: { ...e2ee, v: 5 } } },
      { groupId: id, content, metadata: { e2ee: { ...e2ee, dev: '' } } },
    ]) {
      expect(await a.send(encrypted)).toEqual(buildRefusal('plaintext-refused'))
    }
    expect(await findStoredMessages(id)).toEqual([])
  })

  test('a new direct conversation refuses plaintext even before it has a group key', async () => {
    const [ali, siti] = await people(2)
    const created = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = created.json()
    const a = await connectUser(ali)
    expect(await a.send({ groupId: id, content: 'Helo' })).toEqual(buildRefusal('plaintext-refused'))
    const chainWithoutEpoch = new RosterChain(id)
    chainWithoutEpoch.epoch = { n: 1, eid: 'A'.repeat(43), headSeq: 1 }
    expect(await a.send(chainWithoutEpoch.buildEncryptedMessage(ali.keys))).toEqual(
      buildRefusal('stale-epoch'),
    )
  })

  test('a message encrypted with an outdated or unknown group key (epoch) gets the error stale-epoch', async () => {
    const { ali, siti, chain } = await speaking()
    const a = await connectUser(ali)
    const outdated = chain.buildEncryptedMessage(ali.keys)
    await postNextGroupKey(chain, siti)
    expect(await a.send(outdated)).toEqual(buildRefusal('stale-epoch'))
    const { metadata, ...encrypted } = chain.buildEncryptedMessage(ali.keys)
    for (const wrongEpoch of [{ n: 3 }, { n: 1 }, { eid: 'A'.repeat(43) }]) {
      const e2ee = { ...metadata.e2ee, ...wrongEpoch }
      expect(await a.send({ ...encrypted, metadata: { e2ee } })).toEqual(buildRefusal('stale-epoch'))
    }
    expect(getSentMessageOrThrow(await a.send({ ...encrypted, metadata })).seq).toBe(1)
  })

  test('after a reader was removed or deactivated, messages get the error stale-epoch until a member creates a new group key', async () => {
    const { db } = target.database
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await postNewSignedMemberListAndGroupKey(id, [ali, siti, muthu])
    const a = await connectUser(ali)
    const remove = await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
    expect(remove.statusCode).toBe(204)
    expect(await a.send(chain.buildEncryptedMessage(ali.keys))).toEqual(buildRefusal('stale-epoch'))
    await postNextGroupKey(chain, ali, [siti.user.id])
    expect((await a.send(chain.buildEncryptedMessage(ali.keys))).ok).toBe(true)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, muthu.user.id))
    expect(await a.send(chain.buildEncryptedMessage(ali.keys))).toEqual(buildRefusal('stale-epoch'))
  })

  test('a message with a spoofed sender gets the error sender-mismatch, and a message from a non-member gets not_found', async () => {
    const { ali, siti, id, chain } = await speaking()
    const stranger = await person()
    const [a, s] = [await connectUser(ali), await connectUser(stranger)]
    const encrypted = chain.buildEncryptedMessage(ali.keys)
    expect(await a.send({ ...encrypted, senderId: siti.user.id })).toEqual(buildRefusal('sender-mismatch'))
    expect(await s.send(encrypted)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await findStoredMessages(id)).toEqual([])
  })

  test('resending a stored message after a new group key was created returns the stored message', async () => {
    const { ali, siti, id, chain } = await speaking()
    const a = await connectUser(ali)
    const encrypted = { ...chain.buildEncryptedMessage(ali.keys), clientId: 'sekali' }
    const first = getSentMessageOrThrow(await a.send(encrypted))
    await postNextGroupKey(chain, siti)
    expect(getSentMessageOrThrow(await a.send(encrypted))).toEqual(first)
    expect(await findStoredMessages(id)).toHaveLength(1)
  })

  test('in a batch with plaintext and encrypted messages only the encrypted ones are stored, with consecutive numbers', async () => {
    const { ali, id, chain } = await speaking()
    const { user } = ali
    const sessionId = await createTestSessionInDatabase(target.database.db, user.id)
    const batch = Array.from({ length: 9 }, (_, n) => ({
      groupId: id,
      user: { ...user, profileImageUrl: null },
      clientId: `b${n}`,
      messageType: 'text',
      sessionId,
      ...(n % 3 === 0 ? { content: 'Helo', metadata: null } : chain.buildEncryptedMessage(ali.keys)),
    }))
    const { db, pool } = target.database
    const { outcomes, newMessages } = await writeMessagesOfOneGroup(db, pool, batch)
    expect(outcomes.map(outcome => ('seq' in outcome ? outcome.seq : outcome.code))).toEqual([
      'plaintext-refused',
      1,
      2,
      'plaintext-refused',
      3,
      4,
      'plaintext-refused',
      5,
      6,
    ])
    expect(newMessages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a plaintext message that is sent while encryption is being turned on gets the error plaintext-refused', async () => {
    const { db, pool } = target.database
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const batch = [
      {
        groupId: id,
        user: { ...siti.user, profileImageUrl: null },
        clientId: 'serentak',
        sessionId: await createTestSessionInDatabase(db, siti.user.id),
        content: 'Helo',
        messageType: 'text',
        metadata: null,
      },
    ]
    // The insert statement has read the group as plaintext and waits for the row lock while encryption is turned on.
    const writing = await db.transaction(async tx => {
      await tx.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, id))
      const started = writeMessagesOfOneGroup(db, pool, batch)
      await waitUntil(async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%with input as%'
            and datname = current_database()`,
        )
        return rows.length > 0
      })
      return { started }
    })
    const { outcomes } = await writing.started
    expect(outcomes).toMatchObject([{ code: 'plaintext-refused' }])
    expect(await findStoredMessages(id)).toEqual([])
  })
})

describe('send-message in a plaintext group', () => {
  test('a client without encryption support can send plaintext to a plaintext group', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const [a, s] = [await connectUser(ali), await connectUser(siti)]
    await s.join(id)
    a.socket.emit('send-message', {
      content: 'Helo',
      groupId: id,
      senderId: ali.user.id,
      messageType: 'text',
    })
    await waitUntil(() => s.messages.length === 1)
    expect(s.messages).toMatchObject([{ content: 'Helo', metadata: null }])
  })

  test('a plaintext group limits messages to 4,000 characters, also those that look encrypted', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const a = await connectUser(ali)
    const long = 'a'.repeat(4001)
    expect(await a.send({ groupId: id, content: long })).toEqual(buildRefusal('bad_input'))
    expect(await a.send({ groupId: id, content: `e2ee1.${long}` })).toEqual(buildRefusal('bad_input'))
    expect(await a.send({ groupId: id, content: `e2ee1. ${long}` })).toEqual(buildRefusal('bad_input'))
    expect((await a.send({ groupId: id, content: '🎉'.repeat(2000) })).ok).toBe(true)
    expect((await a.send({ groupId: id, content: 'e2ee1.pendek' })).ok).toBe(true)
  })
})

describe('last message in group lists and activity events', () => {
  test('the last message in group lists is empty when encrypted, and truncated when it is a long plaintext message', async () => {
    const [ali, siti] = await people(2)
    const [encryptedGroup, plaintextGroup] = [
      await group([ali, siti]),
      await group([ali, siti], { encrypted: false }),
    ]
    const chain = await postNewSignedMemberListAndGroupKey(encryptedGroup, [ali, siti])
    const [a, s] = [await connectUser(ali), await connectUser(siti)]
    await a.send(chain.buildEncryptedMessage(ali.keys))
    await a.send({ groupId: plaintextGroup, content: '🎉'.repeat(300) })
    const buildExpectedPreview = (id: number) => ({
      groupId: id,
      lastMessage: { content: id === encryptedGroup ? '' : '🎉'.repeat(200) },
    })
    await waitUntil(() => s.activity.length === 2)
    expect(s.activity).toMatchObject([
      buildExpectedPreview(encryptedGroup),
      buildExpectedPreview(plaintextGroup),
    ])
    const rows = await listGroups(siti)
    for (const id of [encryptedGroup, plaintextGroup]) {
      const { groupId, ...rest } = buildExpectedPreview(id)
      const encrypted = id === encryptedGroup
      expect(rows.find(row => row.id === groupId)).toMatchObject({ ...rest, encrypted, unreadCount: 1 })
    }
    expect(rows.filter(({ lastMessage }) => lastMessage === null)).toEqual([])
  })
})

describe('e2ee-roster and e2ee-epoch events', () => {
  const recordEvents = (client: ChatClient) => {
    const events: [string, number][] = []
    client.socket.on('e2ee-roster', ({ groupId }) => events.push(['roster', groupId]))
    client.socket.on('e2ee-epoch', ({ groupId }) => events.push(['epoch', groupId]))
    return events
  }

  test('events about the roster (signed member list) and the keys of a group reach its members only', async () => {
    const [ali, siti] = await people(2)
    const stranger = await person()
    const id = await group([ali, siti])
    const ownGroup = await group([stranger])
    const [s, o] = [recordEvents(await connectUser(siti)), recordEvents(await connectUser(stranger))]
    const chain = await createSignedMemberListOfGroup(id, [ali, siti])
    await postNextGroupKey(chain, ali)
    await waitUntil(() => s.length === 2)
    expect(s).toEqual([
      ['roster', id],
      ['epoch', id],
    ])
    await createSignedMemberListOfGroup(ownGroup, [stranger])
    await waitUntil(() => o.length === 1)
    expect(o).toEqual([['roster', ownGroup]])
    expect(s).toHaveLength(2)
  })

  test('publishing new encryption keys sends an event to the members of each encrypted group of the user', async () => {
    const [ali, siti] = await people(2)
    const [firstGroup, secondGroup] = [await group([ali, siti]), await group([ali, siti])]
    // Members of a plaintext group, or of a group without the test user Ali, get no event.
    await group([ali, siti], { encrypted: false })
    await group([siti])
    const s = recordEvents(await connectUser(siti))
    await ali.call(
      'PUT',
      '/api/keys/me',
      buildPublishKeysRequestBody(createTestEncryptionIdentity(ali.user.id, 2)),
    )
    await waitUntil(() => s.length === 2)
    expect(s.map(([, id]) => id).sort()).toEqual([firstGroup, secondGroup].sort())
  })
})
