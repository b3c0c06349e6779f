// Fault test: 300 voters cast ballots while server and PostgreSQL processes are killed and connections are dropped.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import {
  buildClubWithVoters,
  buildEncryptedBallot,
  openElection,
  readElection,
} from '#server/test/elections/election-fixture.ts'
import { createTestApp, type TestApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { killDatabaseProcesses } from '#server/test/processes/database-processes.ts'
import {
  buildServerEnvironment,
  type ProgramProcess,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'

const voterCount = 300
const folder = mkdtempSync(join(tmpdir(), 'perantau-ballots-'))
let postgres: EmbeddedDatabase
let target: TestApp

// This test starts its own PostgreSQL, because that of other tests runs without fsync and loses commits when killed.
beforeAll(async () => {
  postgres = await startEmbeddedDatabase(folder)
  await migrate(postgres.ownerUrl, { appRole: 'perantau' })
  const superuserUrl = postgres.appUrl.replace('perantau@/', 'postgres@/')
  const urls = { appUrl: postgres.appUrl, ownerUrl: postgres.ownerUrl, superuserUrl }
  target = await createTestApp({}, undefined, {
    database: { ...openConnectionPool(postgres.appUrl), ...urls },
  })
})

afterAll(async () => {
  await target?.app.close()
  await target?.database.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Receipt {
  hash: string
  height: number
  event: string
}

/** Sends a ballot until the server acknowledges it, as a browser does that got no response. */
async function castUntilAcknowledged(url: string, cookie: string, ballot: string): Promise<Receipt> {
  for (;;) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ ballot }),
      })
      if (response.ok) return (await response.json()) as Receipt
      // A valid ballot may be refused only while the server is busy or restarting.
      expect([429, 500, 503]).toContain(response.status)
      await response.body?.cancel()
    } catch (error) {
      if (error instanceof TypeError === false) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Returns the time at which PostgreSQL started, or undefined while it does not accept connections. */
async function readDatabaseStart(): Promise<string | undefined> {
  try {
    const rows = await runSqlStatements(
      target.database.superuserUrl,
      "select pg_postmaster_start_time()::text || current_setting('fsync') || current_setting('synchronous_commit') as start",
    )
    return rows[0]?.start
  } catch {
    return undefined
  }
}

/** Kills all processes of PostgreSQL and waits until it has recovered. */
async function killDatabase(): Promise<void> {
  const before = await readDatabaseStart()
  expect(before).toMatch(/onon$/)
  killDatabaseProcesses(folder)
  await waitUntil(async () => ![undefined, before].includes(await readDatabaseStart()))
}

const dropConnections = () =>
  runSqlStatements(
    target.database.superuserUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename = 'perantau'`,
  )

test('every ballot of 300 voters that the server acknowledged is in the election log exactly once after kills of server, PostgreSQL and connections', async () => {
  const club = await buildClubWithVoters(target, voterCount)
  const id = await openElection(club)
  const { uuid } = await readElection(club.admin, id)
  const ballots: { cookie: string; ballot: string }[] = []
  for (const [at, member] of club.members.entries())
    ballots.push({
      cookie: await createSessionCookie(target.database.db, member.user.id),
      ballot: await buildEncryptedBallot(member, id, [at % 2 === 0 ? [0, 1, 0] : [0, 0, 1]]),
    })

  const env = await buildServerEnvironment(target.database)
  let program: ProgramProcess = await startServerProcess(env)
  async function killServer(whileDown: () => Promise<void> = async () => {}): Promise<void> {
    program.child.kill('SIGKILL')
    await program.ended
    await whileDown()
    program = await startServerProcess(env)
  }
  const faults: Record<string, () => Promise<unknown>> = {
    'server killed': () => killServer(),
    'PostgreSQL killed': killDatabase,
    'connections dropped': dropConnections,
    'PostgreSQL killed again': killDatabase,
    'server and PostgreSQL killed': () => killServer(killDatabase),
  }

  const receipts: Receipt[] = []
  const url = `${env.PUBLIC_URL}/api/elections/${id}/ballots`
  const waiting = [...ballots]
  const votes = Array.from({ length: 20 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      receipts.push(await castUntilAcknowledged(url, next.cookie, next.ballot))
  })
  const steps = Object.entries(faults)
  for (const [at, [name, cause]] of steps.entries()) {
    const limit = (voterCount / (steps.length + 1)) * (at + 1)
    await waitUntil(() => receipts.length >= limit, { seconds: 300, say: program.output })
    const before = { receipts: receipts.length, at: Date.now() }
    await cause()
    console.warn(
      `${name} after ${before.receipts} acknowledged ballots; recovered after ${Date.now() - before.at} ms`,
    )
  }
  await Promise.all(votes)
  program.child.kill('SIGTERM')
  await program.ended

  const { rows } = await target.database.db.execute<{ hash: string; height: number }>(sql`
    select encode(sha256(convert_to(data[1], 'UTF8')), 'hex') as hash, height from election_events
     where election_id = ${id} and type = 'Ballot'`)
  const stored = new Map(rows.map(({ hash, height }) => [hash, height]))
  expect({ rows: rows.length, hashes: stored.size, receipts: receipts.length }).toEqual({
    rows: voterCount,
    hashes: voterCount,
    receipts: voterCount,
  })
  for (const { hash, height } of receipts) expect([hash, stored.get(hash)]).toEqual([hash, height])
  expect(ballots.every(({ ballot }) => stored.has(computeSha256InHex(ballot)))).toBe(true)
  const archive = await target.app.inject({ url: `/api/election-archives/${uuid}` })
  expect(verifyArchive(new Uint8Array(archive.rawPayload))).toMatchObject({ ok: true, stage: 'open' })
  console.warn(`${steps.length} faults; ${receipts.length} ballots acknowledged, each found once`)
})
