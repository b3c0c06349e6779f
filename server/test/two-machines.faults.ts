// Two instances behind nginx, on a pooled database with a copy that follows it, files in a store: a conversation, an
// upload, a call and lists, through a restart of each instance and the death of the database's machine.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Call } from '#shared/contracts/calls.ts'
import { freePort } from './app.ts'
import { buildCallGroup, enterCall } from './calls.ts'
import { buildGroup, cookieFor } from './chat.ts'
import { expectNothingLost } from './chat-faults.ts'
import { type Member, withKeys } from './e2ee.ts'
import { buildUser } from './factories.ts'
import { startFaithfulClient } from './faithful-client.ts'
import {
  type Machines,
  missing,
  setUpMachines,
  startAddress,
  startBalancer,
  startDatabases,
  startPooler,
} from './machines.ts'
import { type Program, settingsOn, startProgram, status, stop, until } from './program.ts'
import { type ObjectStore, startObjectStore } from './s3.ts'
import { connectSocket } from './sockets.ts'

const isPossible = missing.length === 0

let machines: Machines
let databases: Awaited<ReturnType<typeof startDatabases>>
let address: Awaited<ReturnType<typeof startAddress>>
let store: ObjectStore
let balancer: Awaited<ReturnType<typeof startBalancer>>
let database: Database
const instances: { env: Record<string, string> & { PORT: string }; program: Program }[] = []

beforeAll(async () => {
  if (!isPossible) return
  machines = setUpMachines()
  store = await startObjectStore()
  databases = await startDatabases(machines)
  address = await startAddress(databases.port)
  const direct = `postgresql://perantau@127.0.0.1:${address.port}/perantau`
  const owner = direct.replace('perantau@', 'perantau_owner@')
  // The pooler leads to the address as well, so that both move together.
  const pooler = await startPooler(machines, address.port)
  await migrate(owner, { appRole: 'perantau' })
  database = connect(direct)
  const ports = [await freePort(), await freePort()]
  balancer = await startBalancer(machines, ports)
  for (const port of ports) {
    const env = {
      ...(await settingsOn({ appUrl: pooler.url, ownerUrl: owner })),
      PORT: String(port),
      PUBLIC_URL: balancer.url,
      REQUIRE_2FA: 'none',
      DATABASE_DIRECT_URL: direct,
      DATABASE_REPLICA_URL: `postgresql://perantau@127.0.0.1:${databases.copyPort}/perantau`,
      ...store.env,
    }
    instances.push({ env, program: await startProgram(env) })
  }
  await balancer.start()
})

afterAll(async () => {
  for (const { program } of instances) {
    program.child.kill('SIGKILL')
    await program.ended
  }
  await database?.close()
  address?.close()
  await store?.close()
  await machines?.clear()
})

const own = (instance: number) => `http://127.0.0.1:${instances[instance]?.env.PORT}`

/** Somebody whose calls go to one address: the balancer's, or that of one instance. */
async function personAt(url: string, overrides: Parameters<typeof buildUser>[1] = {}): Promise<Member> {
  const user = await buildUser(database.db, overrides)
  const cookie = await cookieFor(database.db, user.id)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: balancer.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { statusCode: answer.status, body: text, json: () => JSON.parse(text) }
  }
  return withKeys({ user, cookie, call: call as unknown as Member['call'] })
}

test.runIf(isPossible)(
  'an upload on one machine is fetched from the other (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const me = await personAt(balancer.url)
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pdf)]), 'surat.pdf')
    const headers = { cookie: me.cookie, origin: balancer.url }
    const sent = await fetch(`${balancer.url}/api/files?kind=activity_document`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(sent.status).toBe(201)
    const { url } = (await sent.json()) as { url: string }
    for (const instance of [0, 1]) {
      const answer = await fetch(own(instance) + url, { headers })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
    }
  },
)

test.runIf(isPossible)(
  'a call made on one machine rings on the other, and signals pass between them (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const [ali, siti] = [await personAt(own(0)), await personAt(own(1))]
    const groupId = await buildCallGroup(database.db, [ali, siti])
    const hear = ({ cookie }: Member, url: string) => connectSocket(url, { cookie, origin: balancer.url })
    const ears = [await hear(ali, own(0)), await hear(siti, own(1))]
    const heard: Call[] = []
    const parts: unknown[] = []
    ears[1]?.on('call-changed', call => heard.push(call))
    ears[1]?.on('call-signal', part => parts.push(part))
    const { id } = await enterCall(ali, groupId)
    await until(() => heard.some(call => call.id === id))
    await enterCall(siti, groupId)
    const signal = {
      callId: id,
      id: randomUUID(),
      fromDev: ali.keys.dev,
      to: siti.user.id,
      toDev: siti.keys.dev,
      sealed: 'A'.repeat(200),
    }
    expect(await ears[0]?.emitWithAck('call-signal', signal)).toMatchObject({ ok: true })
    await until(() => parts.length === 1)
    for (const socket of ears) socket.close()
  },
)

test.runIf(isPossible)(
  'a list shows what one has just changed, and others a moment ago, from the copy (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const admins = [
      await personAt(own(0), { role: 'system_admin' }),
      await personAt(own(1), { role: 'system_admin' }),
    ]
    const names = async (by: Member | undefined) => {
      const answer = await by?.call('GET', '/api/clubs?pageSize=100')
      return answer?.body ?? ''
    }
    const readsOfCopy = async () => {
      const rows = await databases.query(
        databases.copyPort,
        `select (seq_scan + idx_scan)::int as count from pg_stat_user_tables where relname = 'clubs'`,
        'perantau',
      )
      return Number(rows[0]?.count ?? 0)
    }
    const before = await readsOfCopy()
    for (let round = 0; round < 20; round++) {
      const by = admins[round % 2]
      const name = `Kelab ${randomUUID()}`
      const made = await by?.call('POST', '/api/clubs', { name, country: 'Japan' })
      expect(made?.statusCode, made?.body).toBe(201)
      expect(await names(by)).toContain(name)
      await until(async () => (await names(admins[(round + 1) % 2])).includes(name), { seconds: 3 })
    }
    await until(async () => (await readsOfCopy()) > before, { seconds: 10 })
  },
)

test.runIf(isPossible)(
  'instances restarted one after the other fail no call, and with the death of the database no acknowledged word is lost (needs postgresql, pgbouncer and nginx: apt-get install them)',
  async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.db)))
    const groupId = await buildGroup(database.db, people)
    const cookies = await Promise.all(people.map(({ id }) => cookieFor(database.db, id)))
    const clients = cookies.map(cookie => startFaithfulClient(balancer.url, cookie, groupId))
    let isOver = false
    const talking = clients.map(client => client.talk(() => isOver))
    const spoken = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
    const goOn = async (more: number) => {
      const before = spoken()
      await until(() => clients.every(client => client.isConnected()) && spoken() > before + more, {
        seconds: 60,
      })
    }

    const answers: number[] = []
    let isAsking = true
    const asking = cookies.map(async cookie => {
      while (isAsking) {
        answers.push((await fetch(`${balancer.url}/api/groups`, { headers: { cookie } })).status)
        await sleep(50)
      }
    })
    try {
      await goOn(30)
      for (const instance of instances) {
        expect(await stop(instance.program)).toBe(0)
        instance.program = await startProgram(instance.env)
        await goOn(30)
      }
      isAsking = false
      await Promise.all(asking)
      expect(answers.length).toBeGreaterThan(50)
      expect(answers.filter(code => code !== 200)).toEqual([])

      await databases.failOver()
      const beforeSwitch = spoken()
      address.leadTo(databases.copyPort)
      const ready = async () => {
        const codes = await Promise.all(instances.map(({ env }) => status(Number(env.PORT), '/readyz')))
        return codes.every(code => code === 200)
      }
      await until(ready, { seconds: 20 })
      await until(() => spoken() > beforeSwitch + 60, { seconds: 60 })
      isOver = true
      await Promise.all(talking)
      await expectNothingLost(database.db, groupId, clients)
    } finally {
      isOver = true
      isAsking = false
      for (const client of clients) client.close()
    }
  },
)
