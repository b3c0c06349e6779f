// 300 voters cast ballots while the server is killed and the database drops its connections.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import {
  buildBallot,
  buildClubWithVoters,
  openElection,
  readElection,
} from '#server/test/elections/election-fixture.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { hashHex } from '#shared/ballot/hash.ts'

const target = setUpApp()
const voterCount = 300
const kills = 5

interface Receipt {
  hash: string
  height: number
  event: string
}

/** Sends the ballot again until the server acknowledges it, as a browser does that got no response. */
async function castUntilAcknowledged(url: string, cookie: string, ballot: string): Promise<Receipt> {
  for (;;) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ ballot }),
      })
      if (response.ok) return (await response.json()) as Receipt
      // Only a busy or restarting server may refuse a valid ballot.
      expect([429, 500, 503]).toContain(response.status)
      await response.body?.cancel()
    } catch (error) {
      if (error instanceof TypeError === false) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

test('every ballot of 300 voters that the server acknowledged is in the log exactly once after kills of server and connections', async () => {
  const club = await buildClubWithVoters(target, voterCount)
  const id = await openElection(club)
  const { uuid } = await readElection(club.admin, id)
  const ballots: { cookie: string; ballot: string }[] = []
  for (const [at, member] of club.members.entries())
    ballots.push({
      cookie: await createSessionCookie(target.database.db, member.user.id),
      ballot: await buildBallot(member, id, [at % 2 === 0 ? [0, 1, 0] : [0, 0, 1]]),
    })

  const env = await buildServerEnvironment(target.database)
  let program = await startServerProcess(env)
  const receipts: Receipt[] = []
  const url = `${env.PUBLIC_URL}/api/elections/${id}/ballots`
  const waiting = [...ballots]
  const votes = Array.from({ length: 20 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      receipts.push(await castUntilAcknowledged(url, next.cookie, next.ballot))
  })
  for (let kill = 1; kill <= kills; kill++) {
    const limit = (voterCount / (kills + 1)) * kill
    await waitUntil(() => receipts.length >= limit, { seconds: 300, say: program.output })
    if (kill % 2 === 0)
      await target.database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`)
    else {
      program.child.kill('SIGKILL')
      await program.ended
      program = await startServerProcess(env)
    }
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
  expect(ballots.every(({ ballot }) => stored.has(hashHex(ballot)))).toBe(true)
  const archive = await target.app.inject({ url: `/api/election-archives/${uuid}` })
  expect(verifyArchive(new Uint8Array(archive.rawPayload))).toMatchObject({ ok: true, stage: 'open' })
  console.warn(`${kills} faults; ${receipts.length} ballots acknowledged, each found once`)
})
