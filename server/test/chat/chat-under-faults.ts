// Tests chat under load while servers or the database fail; `npm run test:faults` repeats the failures more often.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, openConnectionPool } from '#server/db/connection/client.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { messages } from '#server/db/schema/chat.ts'
import type { TestDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { startServerInstance } from '#server/test/harness/instances.ts'
import { startAdminRequestLoad } from '#server/test/processes/administrative-load.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import { createChatGroup, createSessionCookie } from './chat-client.ts'
import { type ReliableClient, startReliableChatClient } from './reliable-client.ts'

/**
 * Expects that each acknowledged message is stored once, numbers have no gap, and all clients show the same messages.
 */
export async function expectNoMessageLost(db: Db, groupId: number, clients: ReliableClient[]): Promise<void> {
  const stored = await db
    .select()
    .from(messages)
    .where(eq(messages.groupId, groupId))
    .orderBy(asc(messages.seq))
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const sequences = new Map(stored.map(({ clientId, seq }) => [clientId, seq]))
  expect(sequences.size).toBe(stored.length)
  for (const { acknowledged } of clients) {
    for (const [clientId, seq] of acknowledged)
      expect([clientId, sequences.get(clientId)]).toEqual([clientId, seq])
  }
  await waitUntil(() => clients.every(({ shown }) => shown.length === stored.length), { seconds: 10 })
  const expected = stored.map(({ id }) => id)
  for (const { shown } of clients) expect(shown.map(({ id }) => id)).toEqual(expected)
}

/** Formats the shortest and the longest restart time, both in milliseconds, for the report of a test. */
const formatRange = (times: number[]) => `${Math.min(...times)}–${Math.max(...times)} ms`

/**
 * Kills the server (SIGKILL) repeatedly while clients send messages, and starts it again. With `errands`, approvals,
 * imports and announcements run meanwhile. Prints how many requests were acknowledged and stored, and how long each
 * restart took.
 */
export async function killServerUnderLoad(
  database: TestDatabase,
  kills: number,
  { errands: hasErrands = false } = {},
): Promise<void> {
  const env = await buildServerEnvironment(database)
  const url = env.PUBLIC_URL
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)))
  const groupId = await createChatGroup(database.db, people)
  let program = await startServerProcess(env)
  const cookies = await Promise.all(people.map(({ id }) => createSessionCookie(database.db, id)))
  const clients = cookies.map(cookie => startReliableChatClient(url, cookie, groupId))
  let isOver = false
  const sending = clients.map(client => client.sendMessages(() => isOver))
  const errands = hasErrands ? await startAdminRequestLoad(database.db, url) : undefined
  const countAcknowledged = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const recoveryTimes: number[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = countAcknowledged()
      await waitUntil(
        () => clients.every(client => client.isConnected()) && countAcknowledged() > before + 30,
      )
      program.child.kill('SIGKILL')
      const killedAt = Date.now()
      await program.ended
      program = await startServerProcess(env)
      recoveryTimes.push(Date.now() - killedAt)
      // graphile-worker keeps the jobs of a killed worker locked for ten minutes, so the test unlocks them at once.
      if (errands)
        await database.db.execute(sql`select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker.jobs where locked_by is not null and locked_at < now() - interval '1 second'))`)
    }
    await waitUntil(() => clients.every(client => client.isConnected()), { seconds: 10 })
    isOver = true
    await Promise.all(sending)
    await errands?.stop()
    await expectNoMessageLost(database.db, groupId, clients)
    await errands?.expectAllDone()
    const messageSummary = `words: ${countAcknowledged()} acknowledged, all found once and in order`
    const errandSummaries = Object.entries(errands?.tallies ?? {}).map(
      ([name, { sent, acknowledged }]) =>
        `${name}: ${sent} sent, ${acknowledged} acknowledged, all found once`,
    )
    if (errands)
      console.warn(
        [
          `${kills} kills, answering again after ${formatRange(recoveryTimes)}`,
          messageSummary,
          ...errandSummaries,
        ].join('; '),
      )
  } finally {
    errands?.giveUp()
    isOver = true
    for (const client of clients) client.close()
    program.child.kill('SIGKILL')
    await program.ended
  }
}

/** Stops and restarts the database while clients send messages through two server instances, which keep running. */
export async function restartDatabaseUnderLoad(restarts: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-away-'))
  let postgres = await startEmbeddedDatabase(folder)
  await migrate(postgres.ownerUrl, { appRole: 'perantau' })
  const database = openConnectionPool(postgres.appUrl)
  const instances = [await startServerInstance(postgres.appUrl), await startServerInstance(postgres.appUrl)]
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)))
  const groupId = await createChatGroup(database.db, people)
  const cookies = await Promise.all(people.map(({ id }) => createSessionCookie(database.db, id)))
  const clients = cookies.map((cookie, n) =>
    startReliableChatClient(instances[n % 2]?.url ?? '', cookie, groupId),
  )
  let isOver = false
  const sending = clients.map(client => client.sendMessages(() => isOver))
  const countAcknowledged = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const areInstancesReady = async () => {
    const responses = await Promise.all(instances.map(({ app }) => app.inject('/readyz')))
    return responses.every(({ statusCode }) => statusCode === 200)
  }
  try {
    for (let restart = 0; restart < restarts; restart++) {
      const before = countAcknowledged()
      await waitUntil(() => countAcknowledged() > before + 30)
      await postgres.stop()
      postgres = await startEmbeddedDatabase(folder)
      await waitUntil(areInstancesReady, { seconds: 5 })
    }
    const before = countAcknowledged()
    await waitUntil(() => countAcknowledged() > before + 30)
    isOver = true
    await Promise.all(sending)
    await expectNoMessageLost(database.db, groupId, clients)
  } finally {
    isOver = true
    for (const client of clients) client.close()
    for (const instance of instances) await instance.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
