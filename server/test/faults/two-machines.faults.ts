// Tests two server instances behind nginx, with PgBouncer, a standby database and an object store.
// Chat, uploads, calls and lists continue during a restart of each instance and a failure of the database machine.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openConnectionPool } from '#server/db/connection/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createEncryptedTestGroup, joinCallOrThrow } from '#server/test/chat/call-members.ts'
import { createChatGroup, createSessionCookie } from '#server/test/chat/chat-client.ts'
import { expectNoMessageLost } from '#server/test/chat/chat-under-faults.ts'
import { type Member, publishEncryptionKeysOfTestMember } from '#server/test/chat/e2ee-members.ts'
import { startReliableChatClient } from '#server/test/chat/reliable-client.ts'
import { type ObjectStore, startFakeObjectStore } from '#server/test/fakes/object-store.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { connectSocket } from '#server/test/harness/sockets.ts'
import {
  createTemporaryFolderAndProcessRunner,
  type Machines,
  missingPrograms,
  startLoadBalancer,
  startPgBouncer,
  startReplicatedDatabases,
  startTcpProxy,
} from '#server/test/processes/machines.ts'
import {
  buildServerEnvironment,
  type ProgramProcess,
  readHttpStatus,
  startServerProcess,
  stopProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'

const isPossible = missingPrograms.length === 0

let machines: Machines
let databases: Awaited<ReturnType<typeof startReplicatedDatabases>>
let databaseProxy: Awaited<ReturnType<typeof startTcpProxy>>
let store: ObjectStore
let balancer: Awaited<ReturnType<typeof startLoadBalancer>>
let database: Database
const instances: { env: Record<string, string> & { PORT: string }; program: ProgramProcess }[] = []

beforeAll(async () => {
  if (!isPossible) return
  machines = createTemporaryFolderAndProcessRunner()
  store = await startFakeObjectStore()
  databases = await startReplicatedDatabases(machines)
  databaseProxy = await startTcpProxy(databases.port)
  const directUrl = `postgresql://perantau@127.0.0.1:${databaseProxy.port}/perantau`
  const ownerUrl = directUrl.replace('perantau@', 'perantau_owner@')
  // PgBouncer also connects through the TCP proxy, so that after a failover all connections lead to the new database.
  const pooler = await startPgBouncer(machines, databaseProxy.port)
  await migrate(ownerUrl, { appRole: 'perantau' })
  database = openConnectionPool(directUrl)
  const ports = [await findFreePort(), await findFreePort()]
  balancer = await startLoadBalancer(machines, ports)
  for (const port of ports) {
    const env = {
      ...(await buildServerEnvironment({ appUrl: pooler.url, ownerUrl: ownerUrl })),
      PORT: String(port),
      PUBLIC_URL: balancer.url,
      REQUIRE_2FA: 'none',
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_REPLICA_URL: `postgresql://perantau@127.0.0.1:${databases.copyPort}/perantau`,
      ...store.env,
    }
    instances.push({ env, program: await startServerProcess(env) })
  }
  await balancer.start()
})

afterAll(async () => {
  for (const { program } of instances) {
    program.child.kill('SIGKILL')
    await program.ended
  }
  await database?.close()
  databaseProxy?.close()
  await store?.close()
  await machines?.clear()
})

const getInstanceUrl = (instance: number) => `http://127.0.0.1:${instances[instance]?.env.PORT}`

/** Creates a user whose requests go to the given URL: that of the load balancer or of one server instance. */
async function createMemberAt(url: string, overrides: Parameters<typeof buildUser>[1] = {}): Promise<Member> {
  const user = await buildUser(database.db, overrides)
  const cookie = await createSessionCookie(database.db, user.id)
  const callApi = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: balancer.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { statusCode: response.status, body: text, json: () => JSON.parse(text) }
  }
  return publishEncryptionKeysOfTestMember({ user, cookie, call: callApi as unknown as Member['call'] })
}

test.runIf(isPossible)(
  'a file uploaded through one machine can be downloaded from the other (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const member = await createMemberAt(balancer.url)
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pdf)]), 'surat.pdf')
    const headers = { cookie: member.cookie, origin: balancer.url }
    const uploaded = await fetch(`${balancer.url}/api/files?kind=activity_document`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(uploaded.status).toBe(201)
    const { url } = (await uploaded.json()) as { url: string }
    for (const instance of [0, 1]) {
      const response = await fetch(getInstanceUrl(instance) + url, { headers })
      expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
    }
  },
)

test.runIf(isPossible)(
  'a call started on one machine rings on the other, and signals pass between them (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const [ali, siti] = [await createMemberAt(getInstanceUrl(0)), await createMemberAt(getInstanceUrl(1))]
    const groupId = await createEncryptedTestGroup(database.db, [ali, siti])
    const connectMember = ({ cookie }: Member, url: string) =>
      connectSocket(url, { cookie, origin: balancer.url })
    const sockets = [
      await connectMember(ali, getInstanceUrl(0)),
      await connectMember(siti, getInstanceUrl(1)),
    ]
    const callChanges: Call[] = []
    const parts: unknown[] = []
    sockets[1]?.on('call-changed', call => callChanges.push(call))
    sockets[1]?.on('call-signal', part => parts.push(part))
    const { id } = await joinCallOrThrow(ali, groupId)
    await waitUntil(() => callChanges.some(call => call.id === id))
    await joinCallOrThrow(siti, groupId)
    const signal = {
      callId: id,
      id: randomUUID(),
      fromDev: ali.keys.dev,
      to: siti.user.id,
      toDev: siti.keys.dev,
      sealed: 'A'.repeat(200),
    }
    expect(await sockets[0]?.emitWithAck('call-signal', signal)).toMatchObject({ ok: true })
    await waitUntil(() => parts.length === 1)
    for (const socket of sockets) socket.close()
  },
)

test.runIf(isPossible)(
  'a list read from the standby contains own changes at once and changes of others within 3 s (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const admins = [
      await createMemberAt(getInstanceUrl(0), { role: 'system_admin' }),
      await createMemberAt(getInstanceUrl(1), { role: 'system_admin' }),
    ]
    const readClubs = async (caller: Member | undefined) => {
      const response = await caller?.call('GET', '/api/clubs?pageSize=100')
      return response?.body ?? ''
    }
    const countStandbyReads = async () => {
      const rows = await databases.query(
        databases.copyPort,
        `select (seq_scan + idx_scan)::int as count from pg_stat_user_tables where relname = 'clubs'`,
        'perantau',
      )
      return Number(rows[0]?.count ?? 0)
    }
    const before = await countStandbyReads()
    for (let round = 0; round < 20; round++) {
      const caller = admins[round % 2]
      const name = `Kelab ${randomUUID()}`
      const created = await caller?.call('POST', '/api/clubs', { name, country: 'Japan' })
      expect(created?.statusCode, created?.body).toBe(201)
      expect(await readClubs(caller)).toContain(name)
      await waitUntil(async () => (await readClubs(admins[(round + 1) % 2])).includes(name), { seconds: 3 })
    }
    await waitUntil(async () => (await countStandbyReads()) > before, { seconds: 10 })
  },
)

test.runIf(isPossible)(
  'a rolling restart fails no request, and a failover of the database loses no acknowledged message (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.db)))
    const groupId = await createChatGroup(database.db, people)
    const cookies = await Promise.all(people.map(({ id }) => createSessionCookie(database.db, id)))
    const clients = cookies.map(cookie => startReliableChatClient(balancer.url, cookie, groupId))
    let isOver = false
    const sending = clients.map(client => client.sendMessages(() => isOver))
    const countAcknowledged = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
    const waitForMoreMessages = async (more: number) => {
      const before = countAcknowledged()
      await waitUntil(
        () => clients.every(client => client.isConnected()) && countAcknowledged() > before + more,
        {
          seconds: 60,
        },
      )
    }

    const statuses: number[] = []
    let isPolling = true
    const polling = cookies.map(async cookie => {
      while (isPolling) {
        statuses.push((await fetch(`${balancer.url}/api/groups`, { headers: { cookie } })).status)
        await sleep(50)
      }
    })
    try {
      await waitForMoreMessages(30)
      for (const instance of instances) {
        expect(await stopProcess(instance.program)).toBe(0)
        instance.program = await startServerProcess(instance.env)
        await waitForMoreMessages(30)
      }
      isPolling = false
      await Promise.all(polling)
      expect(statuses.length).toBeGreaterThan(50)
      expect(statuses.filter(code => code !== 200)).toEqual([])

      await databases.failOver()
      const beforeSwitch = countAcknowledged()
      databaseProxy.leadTo(databases.copyPort)
      const areInstancesReady = async () => {
        const codes = await Promise.all(
          instances.map(({ env }) => readHttpStatus(Number(env.PORT), '/readyz')),
        )
        return codes.every(code => code === 200)
      }
      await waitUntil(areInstancesReady, { seconds: 20 })
      await waitUntil(() => countAcknowledged() > beforeSwitch + 60, { seconds: 60 })
      isOver = true
      await Promise.all(sending)
      await expectNoMessageLost(database.db, groupId, clients)
    } finally {
      isOver = true
      isPolling = false
      for (const client of clients) client.close()
    }
  },
)
