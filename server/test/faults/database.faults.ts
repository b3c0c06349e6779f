// Simulates faults of the database under chat load: stopped, paused for 15 s, read-only, and with a full disk.
// During a fault the server must answer 503 within three seconds; afterwards it must recover without a restart.
// No acknowledged message may be lost. The test prints the number of requests and the duration of each recovery.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openConnectionPool, openDedicatedConnection } from '#server/db/connection/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createChatGroup, createSessionCookie } from '#server/test/chat/chat-client.ts'
import { expectNoMessageLost } from '#server/test/chat/chat-under-faults.ts'
import { type ReliableClient, startReliableChatClient } from '#server/test/chat/reliable-client.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { type Instance, startServerInstance } from '#server/test/harness/instances.ts'
import { listDatabaseProcesses } from '#server/test/processes/database-processes.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'

const megabyte = 2 ** 20
const folder = mkdtempSync(join(tmpdir(), 'perantau-disk-'))

/**
 * Mounts a small tmpfs as the disk of the database, so that the test can fill it. Requires root, as in CI and in
 * containers.
 */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasSmallDisk = mountSmallDisk()
if (!hasSmallDisk) console.warn('A full disk is not tried: no disk of its own could be mounted (root may).')

let postgres: EmbeddedDatabase
let database: Database
let instance: Instance
let clients: ReliableClient[]
let groupId: number
let cookie: string
let isOver = false
let sending: Promise<void>[]

beforeAll(async () => {
  postgres = await startEmbeddedDatabase(folder)
  await migrate(postgres.ownerUrl, { appRole: 'perantau' })
  database = openConnectionPool(postgres.appUrl)
  instance = await startServerInstance(postgres.appUrl)
  const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.db)))
  groupId = await createChatGroup(database.db, people)
  const cookies = await Promise.all(people.map(({ id }) => createSessionCookie(database.db, id)))
  cookie = cookies[0] ?? ''
  clients = cookies.map(clientCookie => startReliableChatClient(instance.url, clientCookie, groupId))
  sending = clients.map(client => client.sendMessages(() => isOver))
})

afterAll(async () => {
  isOver = true
  for (const client of clients ?? []) client.close()
  await instance?.close()
  await database?.close()
  await postgres?.stop()
  if (hasSmallDisk) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

const countAcknowledged = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

async function waitForMoreMessages(seconds = 30): Promise<void> {
  const before = countAcknowledged()
  await waitUntil(() => countAcknowledged() > before + 30, { seconds })
}

/** Sends a writing request and returns its status and its duration in milliseconds. */
async function sendChange(): Promise<{ status: number; ms: number }> {
  const startedAt = Date.now()
  const response = await fetch(`${instance.url}/api/account/presence`, {
    method: 'PUT',
    headers: { cookie, origin: instance.url, 'content-type': 'application/json' },
    body: JSON.stringify({ isShown: true }),
  })
  return { status: response.status, ms: Date.now() - startedAt }
}

const asSuperuser = (statement: string) =>
  runSqlStatements(postgres.appUrl.replace('perantau@/perantau', 'postgres@/postgres'), statement)

/** Writes a file until no block of the disk is free, and returns its path. */
function fillDisk(): string {
  const file = join(folder, 'penuh')
  const { bavail, bsize } = statfsSync(folder)
  let freeBytes = bavail * bsize
  for (let size = 8 * megabyte; size >= 4096; size /= 2)
    for (; freeBytes > size; freeBytes -= size) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
  return file
}

interface DatabaseFault {
  name: string
  /** Starts the fault of the database and returns a function that ends the fault. */
  begin(): Promise<() => Promise<unknown> | unknown>
  /** Duration of the simulated database fault in milliseconds. */
  durationMs: number
  /** Seconds within which the server must have recovered from the database fault. */
  recoverySeconds: number
  /** True when some changes still succeed during the database fault. */
  isPartial?: boolean
}

const databaseFaults: DatabaseFault[] = [
  {
    name: 'stopped',
    durationMs: 2000,
    recoverySeconds: 5,
    begin: async () => {
      await postgres.stop()
      return async () => {
        postgres = await startEmbeddedDatabase(folder)
      }
    },
  },
  {
    name: 'paused for 15 s',
    durationMs: 15_000,
    recoverySeconds: 10,
    begin: async () => {
      const paused = listDatabaseProcesses(folder)
      for (const pid of paused) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of paused) process.kill(pid, 'SIGCONT')
      }
    },
  },
  {
    name: 'read-only',
    durationMs: 3000,
    recoverySeconds: 5,
    begin: async () => {
      const setReadOnly = async (value: string) => {
        await asSuperuser(`alter system set default_transaction_read_only = ${value}`)
        await asSuperuser('select pg_reload_conf()')
      }
      await setReadOnly('on')
      return async () => {
        const client = await openDedicatedConnection(
          postgres.appUrl.replace('perantau@/perantau', 'postgres@/postgres'),
        )
        await client.query('set default_transaction_read_only = off')
        await client.query('alter system reset default_transaction_read_only')
        await client.query('select pg_reload_conf()')
        await client.end()
      }
    },
  },
  ...(hasSmallDisk
    ? [
        {
          name: 'out of disk space',
          durationMs: 5000,
          recoverySeconds: 30,
          isPartial: true,
          begin: async () => {
            const file = fillDisk()
            return () => rmSync(file)
          },
        },
      ]
    : []),
]

test.each(databaseFaults)(
  'while the database is $name, the server returns 503 for changes in time, and recovers afterwards',
  async ({ name, begin, durationMs, recoverySeconds, isPartial }) => {
    await waitForMoreMessages()
    const before = countAcknowledged()
    const endFault = await begin()
    const beganAt = Date.now()
    const responses: Awaited<ReturnType<typeof sendChange>>[] = []
    // Requests that are in flight when the database fault starts may still succeed.
    if (!isPartial) await waitUntil(async () => (await sendChange()).status === 503, { seconds: 5 })
    while (Date.now() - beganAt < durationMs) {
      responses.push(await sendChange())
      await sleep(100)
    }
    await endFault()
    const endedAt = Date.now()
    await waitUntil(async () => (await sendChange()).status === 204, { seconds: recoverySeconds })
    const recoveryMs = Date.now() - endedAt
    await waitForMoreMessages(60)
    const codes = [...new Set(responses.map(({ status }) => status))]
    const slowest = Math.max(...responses.map(({ ms }) => ms))
    console.warn(
      `Database ${name}: ${responses.length} changes answered ${codes.join(', ')}, the slowest after ${slowest} ms; ` +
        `recovered after ${recoveryMs} ms; ${countAcknowledged() - before} messages acknowledged meanwhile and since`,
    )
    expect(codes.filter(code => code !== 503 && !(isPartial && code === 204))).toEqual([])
    expect(codes).toContain(503)
    expect(slowest).toBeLessThan(3000)
  },
)

test('after all simulated database faults every acknowledged message is stored once, in one order for all clients', async () => {
  isOver = true
  await Promise.all(sending)
  await expectNoMessageLost(database.db, groupId, clients)
  console.warn(`Messages: ${countAcknowledged()} acknowledged, all found once and in order`)
})
