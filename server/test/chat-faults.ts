// Faults under load, as long as one likes: short in the ordinary tests, long in `npm run test:faults`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { connect, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { messages } from '#server/db/schema/chat.ts'
import { buildGroup, cookieFor } from './chat.ts'
import type { TestDatabase } from './database.ts'
import { startErrands } from './errands.ts'
import { buildUser } from './factories.ts'
import { type FaithfulClient, startFaithfulClient } from './faithful-client.ts'
import { startInstance } from './instances.ts'
import { settingsOn, startProgram, until } from './program.ts'

/** Everything acknowledged is stored once, the sequence has no gap, and everybody sees the same. */
export async function expectNothingLost(db: Db, groupId: number, clients: FaithfulClient[]): Promise<void> {
  const stored = await db
    .select()
    .from(messages)
    .where(eq(messages.groupId, groupId))
    .orderBy(asc(messages.seq))
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const places = new Map(stored.map(({ clientId, seq }) => [clientId, seq]))
  expect(places.size).toBe(stored.length)
  for (const { acknowledged } of clients) {
    for (const [clientId, seq] of acknowledged)
      expect([clientId, places.get(clientId)]).toEqual([clientId, seq])
  }
  await until(() => clients.every(({ shown }) => shown.length === stored.length), { seconds: 10 })
  const expected = stored.map(({ id }) => id)
  for (const { shown } of clients) expect(shown.map(({ id }) => id)).toEqual(expected)
}

/** Milliseconds, shortest and longest. */
const range = (times: number[]) => `${Math.min(...times)}–${Math.max(...times)} ms`

/**
 * kill -9 of the server while people talk, as often as asked; with `errands` an office works meanwhile. Says what was
 * sent, acknowledged and found, and how long it took until it answered again.
 */
export async function killUnderLoad(
  database: TestDatabase,
  kills: number,
  { errands: hasErrands = false } = {},
): Promise<void> {
  const env = await settingsOn(database)
  const url = env.PUBLIC_URL
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)))
  const groupId = await buildGroup(database.db, people)
  let program = await startProgram(env)
  const cookies = await Promise.all(people.map(({ id }) => cookieFor(database.db, id)))
  const clients = cookies.map(cookie => startFaithfulClient(url, cookie, groupId))
  let isOver = false
  const talking = clients.map(client => client.talk(() => isOver))
  const errands = hasErrands ? await startErrands(database.db, url) : undefined
  const spoken = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const healed: number[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = spoken()
      await until(() => clients.every(client => client.isConnected()) && spoken() > before + 30)
      program.child.kill('SIGKILL')
      const killedAt = Date.now()
      await program.ended
      program = await startProgram(env)
      healed.push(Date.now() - killedAt)
      // A worker that was killed keeps its jobs for ten minutes; nobody here waits so long.
      if (errands)
        await database.db.execute(sql`select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker.jobs where locked_by is not null and locked_at < now() - interval '1 second'))`)
    }
    await until(() => clients.every(client => client.isConnected()), { seconds: 10 })
    isOver = true
    await Promise.all(talking)
    await errands?.stop()
    await expectNothingLost(database.db, groupId, clients)
    await errands?.expectAllDone()
    const words = `words: ${spoken()} acknowledged, all found once and in order`
    const others = Object.entries(errands?.tallies ?? {}).map(
      ([name, { sent, acknowledged }]) =>
        `${name}: ${sent} sent, ${acknowledged} acknowledged, all found once`,
    )
    if (errands)
      console.warn([`${kills} kills, answering again after ${range(healed)}`, words, ...others].join('; '))
  } finally {
    errands?.giveUp()
    isOver = true
    for (const client of clients) client.close()
    program.child.kill('SIGKILL')
    await program.ended
  }
}

/** The database stopped and started again while people talk on two instances, which live on. */
export async function restartDatabaseUnderLoad(restarts: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-away-'))
  let postgres = await startEmbedded(folder)
  await migrate(postgres.ownerUrl, { appRole: 'perantau' })
  const database = connect(postgres.appUrl)
  const instances = [await startInstance(postgres.appUrl), await startInstance(postgres.appUrl)]
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)))
  const groupId = await buildGroup(database.db, people)
  const cookies = await Promise.all(people.map(({ id }) => cookieFor(database.db, id)))
  const clients = cookies.map((cookie, n) =>
    startFaithfulClient(instances[n % 2]?.url ?? '', cookie, groupId),
  )
  let isOver = false
  const talking = clients.map(client => client.talk(() => isOver))
  const spoken = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const ready = async () => {
    const answers = await Promise.all(instances.map(({ app }) => app.inject('/readyz')))
    return answers.every(({ statusCode }) => statusCode === 200)
  }
  try {
    for (let restart = 0; restart < restarts; restart++) {
      const before = spoken()
      await until(() => spoken() > before + 30)
      await postgres.stop()
      postgres = await startEmbedded(folder)
      await until(ready, { seconds: 5 })
    }
    const before = spoken()
    await until(() => spoken() > before + 30)
    isOver = true
    await Promise.all(talking)
    await expectNothingLost(database.db, groupId, clients)
  } finally {
    isOver = true
    for (const client of clients) client.close()
    for (const instance of instances) await instance.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
