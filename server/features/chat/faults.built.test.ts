// Short fault-injection tests for guarantees 25 to 28 of docs/guarantees.md.
// The long versions run with `npm run test:faults`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { describe, expect, test } from 'vitest'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import {
  type ChatClient,
  collectChatEvents,
  connectChatClient,
  createChatGroup,
  createSessionCookie,
  getSentMessageOrThrow,
} from '#server/test/chat/chat-client.ts'
import { killServerUnderLoad } from '#server/test/chat/chat-under-faults.ts'
import { buildUser, createTestSessionInDatabase } from '#server/test/harness/factories.ts'
import {
  type Instance,
  setUpTwoServerInstances,
  startServerInstance,
} from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { errorTexts } from '#texts/errors.ts'

const { database, here, there, open } = setUpTwoServerInstances()

async function connectUserToInstance(instance: Instance, userId: number): Promise<ChatClient> {
  const client = await connectChatClient(instance.url, await createSessionCookie(database.db, userId))
  open.push(client)
  return client
}

/** Writes 100 messages at once, bypassing the rate limit of the socket. */
async function writeManyMessages(
  groupId: number,
  user: Awaited<ReturnType<typeof buildUser>>,
  first: number,
  content: string,
) {
  const sessionId = await createTestSessionInDatabase(database.db, user.id)
  const batch = Array.from({ length: 100 }, (_, n) => ({
    groupId,
    clientId: `banjir-${groupId}-${first + n}`,
    content,
    messageType: 'text',
    metadata: null,
    user: { ...user, profileImageUrl: null },
    sessionId,
  }))
  await writeMessagesOfOneGroup(database.db, database.pool, batch)
}

test('guarantee 26: killing the server under load loses no acknowledged chat message, duplicates none and delivers all of them', async () => {
  await killServerUnderLoad(database, 1)
})

test('guarantee 28: chat messages arrive once and in order while the database listener connections are terminated under load', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.db)))
  const [sender] = people as [(typeof people)[0]]
  const groupId = await createChatGroup(database.db, people)
  const clients = await Promise.all(
    people.map(({ id }, n) => connectUserToInstance(n % 2 ? here : there, id)),
  )
  for (const client of clients) expect((await client.join(groupId)).ok).toBe(true)
  for (let round = 0; round < 8; round++) {
    await writeManyMessages(groupId, sender, round * 100 + 1, 'banjir')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'perantau listener' and datname = current_database()`,
    )
  }
  await waitUntil(() => clients.every(({ messages }) => messages.length >= 800))
  const order = Array.from({ length: 800 }, (_, index) => index + 1)
  for (const { messages } of clients) expect(messages.map(({ seq }) => seq)).toEqual(order)
})

test('a group member who is removed while a server instance has no database listener receives nothing more after the listener has reconnected', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s] = [await connectUserToInstance(there, ali.id), await connectUserToInstance(there, siti.id)]
  await a.join(groupId)
  await s.join(groupId)
  const isClientInGroup = () =>
    there.app.io
      .of('/')
      .adapter.rooms.get(`group:${groupId}`)
      ?.has(s.socket.id ?? '')
  expect(isClientInGroup()).toBe(true)
  await database.pool.query(
    `with deaf as materialized (
       select count(pg_terminate_backend(pid)) as cut from pg_stat_activity
        where application_name = 'perantau listener' and datname = current_database())
     delete from group_members using deaf where deaf.cut >= 0 and group_id = $1 and user_id = $2`,
    [groupId, siti.id],
  )
  await waitUntil(() => !isClientInGroup())
})

test('guarantee 27: a chat client that stops reading is disconnected while other clients receive every message', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [reader, slow] = [
    await connectUserToInstance(here, ali.id),
    await connectUserToInstance(here, siti.id),
  ]
  await reader.join(groupId)
  await slow.join(groupId)
  const transport = slow.socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }
  transport.ws._socket.pause()
  const id = slow.socket.id ?? ''
  const isConnected = () => here.app.io.sockets.sockets.has(id)
  expect(isConnected()).toBe(true)
  let sentCount = 0
  await waitUntil(async () => {
    await writeManyMessages(groupId, ali, sentCount + 1, 'x'.repeat(4000))
    sentCount += 100
    return !isConnected()
  })
  await waitUntil(() => reader.messages.length === sentCount)
  expect(reader.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: sentCount }, (_, n) => n + 1))
})

test('a database lock on one group or on a sender does not delay messages in other groups', async () => {
  const people = [await buildUser(database.db), await buildUser(database.db)] as const
  const [lockedGroup, otherGroup] = [
    await createChatGroup(database.db, [people[0]]),
    await createChatGroup(database.db, [people[1]]),
  ]
  const [a, b] = [
    await connectUserToInstance(here, people[0].id),
    await connectUserToInstance(here, people[1].id),
  ]
  const lockingClient = await database.pool.connect()
  for (const lockedRow of ['message_groups where id = $1 and $2 > 0', 'users where id = $2 and $1 > 0']) {
    await lockingClient.query('begin')
    await lockingClient.query(`select from ${lockedRow} for update`, [lockedGroup, people[0].id])
    let isPending = true
    const blockedSend = a.send({ content: 'tunggu', groupId: lockedGroup }).then(answer => {
      isPending = false
      return answer
    })
    expect((await b.send({ content: 'jalan', groupId: otherGroup })).ok).toBe(true)
    expect(isPending).toBe(true)
    await lockingClient.query('commit')
    expect((await blockedSend).ok).toBe(true)
  }
  lockingClient.release()
})

describe('guarantee 28: database outage', () => {
  test('during a database outage the server returns the error unavailable within two seconds and recovers by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perantau-gone-'))
    let postgres = await startEmbeddedDatabase(folder)
    await migrate(postgres.ownerUrl, { appRole: 'perantau' })
    const databaseClient = openConnectionPool(postgres.appUrl)
    const instance = await startServerInstance(postgres.appUrl)
    const user = await buildUser(databaseClient.db)
    const groupId = await createChatGroup(databaseClient.db, [user])
    const cookie = await createSessionCookie(databaseClient.db, user.id)
    const client = await connectChatClient(instance.url, cookie)
    await client.join(groupId)
    expect(getSentMessageOrThrow(await client.send({ content: 'satu', groupId })).seq).toBe(1)

    await postgres.stop()
    const refusal = { ok: false, code: 'unavailable', message: errorTexts.unavailable }
    const withTimeout = client.socket.timeout(2500)
    const message = { content: 'dua', groupId, clientId: 'dua' }
    const answers = Array.from({ length: 5 }, (_, n) =>
      withTimeout.emitWithAck('send-message', { ...message, clientId: `dua-${n}` }),
    )
    expect(await Promise.all(answers)).toEqual(answers.map(() => refusal))
    expect(await withTimeout.emitWithAck('join-group', groupId + 1)).toEqual(refusal)
    // A client that connects while the database is unavailable keeps trying to reconnect.
    const lateSocket = io(instance.url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      forceNew: true,
      reconnectionDelay: 100,
    })
    let attempts = 0
    lateSocket.io.on('reconnect_attempt', () => attempts++)
    await waitUntil(() => attempts > 1)

    postgres = await startEmbeddedDatabase(folder)
    await waitUntil(async () => (await client.send(message)).ok)
    await waitUntil(() => client.messages.length === 2 && lateSocket.connected)
    expect(client.messages.map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'satu'],
      [2, 'dua'],
    ])
    const newcomer = collectChatEvents(lateSocket)
    expect(await newcomer.join(groupId)).toMatchObject({ ok: true, lastSeq: 2 })

    // The database processes are suspended, so that connections hang instead of failing.
    const { rows } = await databaseClient.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    const parent = execFileSync('ps', ['-o', 'ppid=', '-p', `${rows[0]?.pid}`], { encoding: 'utf8' })
    const pids = [Number(parent), ...rows.map(({ pid }) => pid)]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    try {
      const blockedSends = Array.from({ length: 2 }, (_, n) =>
        withTimeout.emitWithAck('send-message', { ...message, clientId: `tiga-${n}` }),
      )
      expect(await Promise.all(blockedSends)).toEqual(blockedSends.map(() => refusal))
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await waitUntil(async () => (await client.send({ content: 'semula', groupId })).ok)
    for (const socket of [client.socket, lateSocket]) socket.close()
    await instance.close()
    await databaseClient.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
