// A server that is restored from a backup while an election is open: the devices of voters send lost ballots again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { openBackupArchive } from '#server/db/backup/open-archive.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { migrate } from '#server/db/migrate.ts'
import {
  buildClubWithVoters,
  buildEncryptedBallot,
  type ElectingClub,
  expectResponseStatus,
  type Member,
  openElection,
  readElection,
  runElectionJob,
} from '#server/test/elections/election-fixture.ts'
import { type Caller, createTestApp, setUpApp, type TestApp, testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase } from '#server/test/harness/database.ts'
import type { TestUser } from '#server/test/harness/factories.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { DeviceElectionRecord } from '#web/lib/ballot/device-election-record.ts'
import type { ElectionServer } from '#web/lib/ballot/election-server.ts'
import {
  acceptRestoredElectionLog,
  type LogPorts,
  readElectionLogSinceLastVisit,
  resendLostBallot,
  submitBallotAndVerifyItIsInLog,
} from '#web/lib/ballot/voter.ts'

const target = setUpApp()
const folder = mkdtempSync(join(tmpdir(), 'perantau-election-'))
let restored: TestApp | undefined
afterAll(async () => {
  await restored?.app.close()
  await restored?.database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Backs the database up, and returns a function that restores it into another one with a server of its own. */
async function backUp(): Promise<() => Promise<TestApp>> {
  const file = join(folder, 'backup.tar.gz')
  const keyFingerprint = testSecret.fingerprint
  await writeBackup(
    { ownerUrl: target.database.ownerUrl, uploadsDir: join(folder, 'uploads'), keyFingerprint },
    file,
  )
  return async () => {
    const database = await createTestDatabase({ empty: true })
    const { ownerUrl } = database
    await restoreBackup(
      { ownerUrl, uploadsDir: join(folder, 'restored'), keyFingerprint },
      await openBackupArchive(file),
    )
    // At its start a server grants the database rights of the application role.
    await migrate(ownerUrl, { appRole: 'perantau' })
    restored = await createTestApp({}, undefined, { database })
    return restored
  }
}

/** Simulates a voter's device, whose record of the election survives the restore of the server. */
function connectDevice(voter: Caller, id: number, memory: DeviceElectionRecord = {}) {
  let kept = memory
  const url = `/api/elections/${id}`
  const server: Pick<ElectionServer, 'castBallot' | 'readLogPage' | 'reportLostEvent'> = {
    castBallot: async ballot => (await voter.call('POST', `${url}/ballots`, { ballot })).json(),
    reportLostEvent: async head => expectResponseStatus(voter.call('PUT', `${url}/lost-event`, head), 204),
    readLogPage: async from => (await voter.call('GET', `${url}/log?from=${from}`)).json(),
  }
  const ports: LogPorts = {
    server: server as ElectionServer,
    memory: {
      read: async () => kept,
      update: async change => {
        kept = change(kept)
      },
    },
  }
  return { ...ports, kept: () => kept }
}

async function castFrom(device: ReturnType<typeof connectDevice>, voter: Member, id: number, chosen: number) {
  const text = await buildEncryptedBallot(voter, id, [[0, chosen, 1 - chosen]])
  await device.memory.update(now => ({
    ...now,
    ballots: [...(now.ballots ?? []), { text, hash: computeSha256InHex(text) }],
  }))
  await submitBallotAndVerifyItIsInLog(device, text)
}

/** Returns the test club with all its users signed in at the restored server. */
async function moveClub(club: ElectingClub, server: TestApp): Promise<ElectingClub> {
  const members = club.members.map(async member => ({
    ...member,
    ...(await server.as(member.user as TestUser)),
  }))
  const admin = { ...club.admin, ...(await server.as(club.admin.user)) }
  return { ...club, target: server, admin, members: await Promise.all(members) }
}

async function readBallotHashes({ database }: TestApp, id: number): Promise<string[]> {
  const { rows } = await database.db.execute<{ hash: string }>(
    sql`select hash from election_ballots where election_id = ${id} order by height`,
  )
  return rows.map(({ hash }) => hash)
}

it('ballots lost by restoring an older backup are resent and stored once in the election log, and organisers see which voters reported lost entries', async () => {
  const club = await buildClubWithVoters(target)
  const id = await openElection(club)
  await runElectionJob(club)
  const devices = club.members.map(voter => connectDevice(voter, id))
  const voters = club.members.map((voter, at) => ({ voter, device: devices[at] as (typeof devices)[number] }))
  for (const { voter, device } of voters.slice(0, 3)) await castFrom(device, voter, id, 1)
  const restore = await backUp()
  for (const { voter, device } of [...voters.slice(3), ...voters.slice(0, 1)])
    await castFrom(device, voter, id, 0)

  const server = await restore()
  const back = await moveClub(club, server)
  expect(await readBallotHashes(server, id)).toHaveLength(3)
  const resent: boolean[] = []
  for (const [at, voter] of back.members.entries()) {
    const device = connectDevice(voter, id, devices[at]?.kept())
    const { ballotHash } = (await readElection(voter, id)).own
    resent.push(await resendLostBallot(device, ballotHash))
    const hasSeenLostEvents = at === 0 || at > 2
    if (hasSeenLostEvents) {
      await expect(readElectionLogSinceLastVisit(device)).rejects.toMatchObject({ kind: 'log-rewritten' })
      await acceptRestoredElectionLog(device)
    }
    await readElectionLogSinceLastVisit(device)
  }
  expect(resent).toEqual([true, false, false, true, true, true])
  const { lostEvents } = await readElection(back.admin, id)
  expect(lostEvents.map(({ height }: { height: number }) => height)).toEqual([7, 4, 5, 6])
  expect(await readElection(back.members[1] as Member, id)).toMatchObject({ lostEvents: [] })
  // Reporting a log entry as lost returns 409 when the log contains the entry.
  const { head } = await readElection(back.admin, id)
  const report = { height: head.height, hash: head.hash }
  await expectResponseStatus(back.admin.call('PUT', `/api/elections/${id}/lost-event`, report), 409)
  const acknowledged = devices.flatMap(device => (device.kept().ballots ?? []).map(({ hash }) => hash))
  expect((await readBallotHashes(server, id)).sort()).toEqual(acknowledged.sort())

  await runElectionJob(back)
  const { rows } = await server.database.db.execute(sql`select count(*)::int as count from notifications
    where kind = 'election.opened' and (params->>'electionId')::int = ${id} group by user_id`)
  expect(rows).toEqual(back.members.map(() => ({ count: 2 })))

  const { uuid } = await readElection(back.admin, id)
  const archive = await server.app.inject({ url: `/api/election-archives/${uuid}` })
  expect(verifyArchive(new Uint8Array(archive.rawPayload))).toMatchObject({ ok: true, ballots: 7, voters: 6 })
})
