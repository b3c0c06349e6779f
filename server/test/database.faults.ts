// What befalls a database while people talk: stopped, paused for 15 s, only to be read, without room on its disk. Whoever
// asks meanwhile is told so within two seconds, nothing that was acknowledged is lost, and it heals by itself. Prints what
// was sent, acknowledged and found, and how long each took.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, connectClient, type Database } from '#server/db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildGroup, cookieFor } from './chat.ts'
import { expectNothingLost } from './chat-faults.ts'
import { runAt } from './database.ts'
import { buildUser } from './factories.ts'
import { type FaithfulClient, startFaithfulClient } from './faithful-client.ts'
import { type Instance, startInstance } from './instances.ts'
import { until } from './program.ts'

const megabyte = 2 ** 20
const folder = mkdtempSync(join(tmpdir(), 'perantau-disk-'))

/** A disk of its own, which is soon full; needs root, as in CI and in containers. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasOwnDisk = mountSmallDisk()
if (!hasOwnDisk) console.warn('A full disk is not tried: no disk of its own could be mounted (root may).')

let postgres: EmbeddedDatabase
let database: Database
let instance: Instance
let clients: FaithfulClient[]
let groupId: number
let cookie: string
let isOver = false
let talking: Promise<void>[]

beforeAll(async () => {
  postgres = await startEmbedded(folder)
  await migrate(postgres.ownerUrl, { appRole: 'perantau' })
  database = connect(postgres.appUrl)
  instance = await startInstance(postgres.appUrl)
  const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.db)))
  groupId = await buildGroup(database.db, people)
  const cookies = await Promise.all(people.map(({ id }) => cookieFor(database.db, id)))
  cookie = cookies[0] ?? ''
  clients = cookies.map(one => startFaithfulClient(instance.url, one, groupId))
  talking = clients.map(client => client.talk(() => isOver))
})

afterAll(async () => {
  isOver = true
  for (const client of clients ?? []) client.close()
  await instance?.close()
  await database?.close()
  await postgres?.stop()
  if (hasOwnDisk) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

const spoken = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

async function goOn(seconds = 30): Promise<void> {
  const before = spoken()
  await until(() => spoken() > before + 30, { seconds })
}

/** What a change is answered with, and after how many milliseconds. */
async function change(): Promise<{ status: number; ms: number }> {
  const from = Date.now()
  const answer = await fetch(`${instance.url}/api/account/presence`, {
    method: 'PUT',
    headers: { cookie, origin: instance.url, 'content-type': 'application/json' },
    body: JSON.stringify({ isShown: true }),
  })
  return { status: answer.status, ms: Date.now() - from }
}

const asSuperuser = (statement: string) =>
  runAt(postgres.appUrl.replace('perantau@/perantau', 'postgres@/postgres'), statement)

/** The database's first process and all that it started. */
function processes(): number[] {
  const first = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const others = readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(first)
    } catch {
      return false
    }
  })
  return [first, ...others.map(Number)]
}

/** From the first to the last byte that is free. */
function fillDisk(): string {
  const file = join(folder, 'penuh')
  const { bavail, bsize } = statfsSync(folder)
  let rest = bavail * bsize
  for (let size = 8 * megabyte; size >= 4096; size /= 2)
    for (; rest > size; rest -= size) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
  return file
}

interface Trouble {
  name: string
  /** Returns what ends it. */
  begin(): Promise<() => Promise<unknown> | unknown>
  /** Milliseconds that it lasts. */
  lasts: number
  /** Seconds until all is well. */
  heals: number
  /** Some changes still find room. */
  isPartial?: boolean
}

const troubles: Trouble[] = [
  {
    name: 'stopped',
    lasts: 2000,
    heals: 5,
    begin: async () => {
      await postgres.stop()
      return async () => {
        postgres = await startEmbedded(folder)
      }
    },
  },
  {
    name: 'paused for 15 s',
    lasts: 15_000,
    heals: 10,
    begin: async () => {
      const paused = processes()
      for (const pid of paused) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of paused) process.kill(pid, 'SIGCONT')
      }
    },
  },
  {
    name: 'only to be read',
    lasts: 3000,
    heals: 5,
    begin: async () => {
      const set = async (value: string) => {
        await asSuperuser(`alter system set default_transaction_read_only = ${value}`)
        await asSuperuser('select pg_reload_conf()')
      }
      await set('on')
      return async () => {
        const client = await connectClient(
          postgres.appUrl.replace('perantau@/perantau', 'postgres@/postgres'),
        )
        await client.query('set default_transaction_read_only = off')
        await client.query('alter system reset default_transaction_read_only')
        await client.query('select pg_reload_conf()')
        await client.end()
      }
    },
  },
  ...(hasOwnDisk
    ? [
        {
          name: 'without room on its disk',
          lasts: 5000,
          heals: 30,
          isPartial: true,
          begin: async () => {
            const file = fillDisk()
            return () => rmSync(file)
          },
        },
      ]
    : []),
]

test.each(troubles)('the database $name', async ({ name, begin, lasts, heals, isPartial }) => {
  await goOn()
  const before = spoken()
  const end = await begin()
  const beganAt = Date.now()
  const answers: Awaited<ReturnType<typeof change>>[] = []
  // What was on its way when it began may still be answered.
  if (!isPartial) await until(async () => (await change()).status === 503, { seconds: 5 })
  while (Date.now() - beganAt < lasts) {
    answers.push(await change())
    await sleep(100)
  }
  await end()
  const endedAt = Date.now()
  await until(async () => (await change()).status === 204, { seconds: heals })
  const healed = Date.now() - endedAt
  await goOn(60)
  const codes = [...new Set(answers.map(({ status }) => status))]
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  console.warn(
    `Database ${name}: ${answers.length} changes answered ${codes.join(', ')}, the slowest after ${slowest} ms; ` +
      `well again after ${healed} ms; ${spoken() - before} words acknowledged meanwhile and since`,
  )
  expect(codes.filter(code => code !== 503 && !(isPartial && code === 204))).toEqual([])
  expect(codes).toContain(503)
  expect(slowest).toBeLessThan(3000)
})

test('after all of it: every word that was acknowledged is there, once, in one order, for everybody', async () => {
  isOver = true
  await Promise.all(talking)
  await expectNothingLost(database.db, groupId, clients)
  console.warn(`Words: ${spoken()} acknowledged, all found once and in order`)
})
