// Attacks by the operator of the database, who rewrites the rows of a published election and recomputes all hashes.
// The verification in browsers has to find each attack. The independent belenios-tool finds those within its scope.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClubWithVoters,
  decrypt,
  type ElectingClub,
  expectResponseStatus,
  getSecret,
  type Member,
  openElection,
  readElection,
  runElectionJob,
  shiftElectionDates,
  vote,
} from '#server/test/elections/election-fixture.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
import { computePublicCredential, serializeCredentials } from '#shared/ballot/credential.ts'
import { hashElectionQuestions } from '#shared/ballot/election.ts'
import { doesBeleniosAcceptArchive, hasBeleniosTool } from '#shared/ballot/test/belenios-tool.ts'
import { type LogPart, rebuildElectionLog } from '#shared/ballot/test/rebuild-log.ts'
import { buildElectionDescriptionToSign } from '#web/features/elections/voting/election-dependencies.ts'
import { findRecountContradictions } from '#web/lib/ballot/find-recount-contradictions.ts'
import { readNewElectionLogEvents } from '#web/lib/ballot/read-new-election-log-events.ts'
import { type ListedLine, verifyElectoralRoll } from '#web/lib/ballot/verify-electoral-roll.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'

const target = setUpApp()
let club: ElectingClub
let id = 0
let uuid = ''
let original: LogPart[] = []
const copyParts = (): LogPart[] => original.map(({ type, data }) => ({ type, data: [...data] }))
const member = (at: number) => club.members[at] as Member

/** Runs a statement as the superuser of the database without its triggers. */
const rewrite = (statement: string) =>
  runSqlStatements(target.database.superuserUrl, 'set session_replication_role = replica', statement)

/** Replaces the event log of the election in the database. */
async function writeLog(parts: LogPart[]): Promise<void> {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  const rows = rebuildElectionLog(parts).map(
    ({ height, type, hash, parent, event, data }) =>
      `(${id}, ${height}, ${quote(type)}, ${quote(hash)}, ${parent ? quote(parent) : 'null'}, ${quote(event)},
        array[${data.map(quote).join()}]::text[])`,
  )
  await rewrite(`begin; delete from election_events where election_id = ${id};
    insert into election_events (election_id, height, type, hash, parent, event, data) values ${rows.join()}; commit`)
}

beforeAll(async () => {
  club = await buildClubWithVoters(target)
  id = await openElection(club)
  for (const voter of club.members) await expectResponseStatus(vote(voter, id, [[0, 0, 1]]), 200)
  await expectResponseStatus(vote(member(0), id, [[0, 1, 0]]), 200)
  await shiftElectionDates(club, id, 3)
  await runElectionJob(club)
  await runElectionJob(club)
  for (const trustee of club.members.slice(0, 2)) await expectResponseStatus(decrypt(trustee, id), 204)
  await runElectionJob(club)
  await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/publish`), 204)
  const { rows } = await target.database.db.execute<{ type: string; data: string[] }>(
    sql`select type, data from election_events where election_id = ${id} order by height`,
  )
  original = rows.map(({ type, data }) => ({ type, data }))
  ;({ uuid } = await readElection(club.admin, id))
})

/** Returns what a voter's device stores after it has seen the published election log. */
async function rememberLog() {
  const { head } = await readElection(club.admin, id)
  return { head }
}

/** Recounts the election archive as a voter's browser does; returns the failed check, or contradictions to the page. */
async function recount(memory: Awaited<ReturnType<typeof rememberLog>>) {
  const page = await readElection(club.admin, id)
  const response = await target.app.inject({ url: `/api/election-archives/${uuid}` })
  const archive = new Uint8Array(response.rawPayload)
  const report = verifyArchive(archive)
  const { rollHash, head, questions } = page
  const results = questions.map(({ result }: { result: null }) => result)
  const shown = { seen: buildElectionDescriptionToSign(page), isPublished: true, rollHash, head, results }
  return {
    failed: report.checks.find(({ state }) => state === 'failed')?.name ?? null,
    contradictions: report.ok ? findRecountContradictions(report, shown, memory) : [],
    tool: hasBeleniosTool ? doesBeleniosAcceptArchive(uuid, archive) : undefined,
  }
}

interface Attack {
  name: string
  change: (parts: LogPart[]) => LogPart[] | undefined
  /**
   * Failing check of the election archive; null when only the page or data stored on devices contradicts the archive.
   */
  failed: string | null
  contradictions?: string[]
  /** Whether belenios-tool accepts the forged archive, because the attack is outside its scope. */
  isAcceptedByTool?: boolean
}

const stuffed = () => {
  const secret = 4242n
  const text = createBallot({
    election: original[0]?.data[0] as string,
    credential: secret,
    choices: [[0, 1, 0]],
  })
  return { secret, part: { type: 'Ballot', data: [text] } }
}
const insertBallot = (parts: LogPart[], part: LogPart) => {
  parts.splice(
    parts.findIndex(({ type }) => type === 'EndBallots'),
    0,
    part,
  )
}
const partsOf = (parts: LogPart[], type: string) => parts.filter(part => part.type === type)

const attacks: Attack[] = [
  {
    name: 'a stuffed ballot of an unknown credential',
    change: parts => void insertBallot(parts, stuffed().part),
    failed: 'ballots',
  },
  {
    name: 'a stuffed ballot whose credential was added to the published list',
    change: parts => {
      const { secret, part } = stuffed()
      const [setup] = parts as [LogPart]
      const listed: string[] = JSON.parse(setup.data[2] as string)
      setup.data[2] = serializeCredentials([...listed, computePublicCredential(secret)])
      insertBallot(parts, part)
    },
    failed: 'tally',
  },
  {
    name: 'a dropped ballot',
    change: parts => parts.filter((_, height) => height !== 2),
    failed: 'tally',
  },
  {
    name: 'two swapped ballots of one voter',
    change: parts => {
      const credential = computePublicCredential(getSecret(member(0), uuid))
      const own = partsOf(parts, 'Ballot').filter(({ data: [text] }) => text?.includes(credential))
      const [first, second] = own as [LogPart, LogPart]
      ;[first.data, second.data] = [second.data, first.data]
    },
    failed: 'tally',
  },
  {
    name: 'a ballot replayed under another credential',
    change: parts => {
      const [, first, second] = parts as [LogPart, LogPart, LogPart]
      const { credential } = JSON.parse(second.data[0] as string)
      second.data[0] = JSON.stringify({ ...JSON.parse(first.data[0] as string), credential })
    },
    failed: 'ballots',
  },
  {
    name: 'an altered question',
    change: parts => {
      const [setup] = parts as [LogPart]
      setup.data[0] = (setup.data[0] as string).replace('Pengerusi', 'Bendahari')
    },
    failed: 'ballots',
  },
  {
    name: 'a partial decryption of another trustee',
    change: parts => {
      const [first, second] = partsOf(parts, 'PartialDecryption') as [LogPart, LogPart]
      first.data[0] = second.data[0] as string
    },
    failed: 'decryptions',
  },
  {
    name: 'a result without the threshold of trustees',
    change: parts => parts.filter(part => part !== partsOf(parts, 'PartialDecryption')[0]),
    failed: 'result',
  },
  {
    name: 'an invented result',
    change: parts => {
      const [result] = partsOf(parts, 'Result') as [LogPart]
      result.data[0] = JSON.stringify({ result: [[0, 6, 0]] })
    },
    failed: 'result',
  },
  {
    name: 'a log rewritten to its state while voting was open',
    change: parts => parts.slice(0, 5),
    failed: null,
    contradictions: ['log-rewritten', 'result-missing'],
    isAcceptedByTool: true,
  },
]

describe('a recount in the browser after changes of the database', () => {
  it('recounting an election in the browser accepts the unchanged election log', async () => {
    expect(await recount(await rememberLog())).toEqual({
      failed: null,
      contradictions: [],
      tool: hasBeleniosTool ? true : undefined,
    })
  })

  it.each(attacks)(
    'a recount of the election in the browser detects this attack by the database operator: $name',
    async ({ change, failed, contradictions = [], isAcceptedByTool = false }) => {
      const memory = await rememberLog()
      const parts = copyParts()
      await writeLog(change(parts) ?? parts)
      try {
        const tool = hasBeleniosTool ? isAcceptedByTool : undefined
        expect(await recount(memory)).toEqual({ failed, contradictions, tool })
        if (failed !== null) return
        const readPage = async (from: number) =>
          (await member(1).call('GET', `/api/elections/${id}/log?from=${from}`)).json()
        await expect(readNewElectionLogEvents(memory.head, readPage)).rejects.toMatchObject({
          kind: 'log-rewritten',
        })
      } finally {
        await writeLog(original)
      }
    },
  )
})

describe('a roll after changes of the database', () => {
  async function readLines(): Promise<ListedLine[]> {
    const { lines } = (await member(1).call('GET', `/api/elections/${id}/roll`)).json()
    return lines.map((line: Record<string, unknown>) => ({
      card: line.card,
      late: line.isLateCard,
      enrolment: line.statement,
      name: null,
      hasVoted: false,
      isMerged: false,
    }))
  }

  it('the browser refuses an electoral roll that contains an entry without a signature', async () => {
    const page = await readElection(member(1), id)
    const { verify } = await loadEllipticCurveImplementation()
    const questions = hashElectionQuestions(buildElectionDescriptionToSign(page))
    const claim = { rollHash: page.rollHash, credentials: undefined, electionUuid: uuid, questions }
    const check = async () =>
      verifyElectoralRoll(
        await readLines(),
        claim,
        { userId: 0, credentials: undefined },
        () => 'first',
        verify,
      )
    expect(await check()).toHaveLength(6)
    const invented = club.admin.user.id
    await rewrite(`insert into election_voters select election_id, repeat('1', 64), ${invented}, ${invented}, gen, statement,
      jsonb_set(card, '{userId}', '${invented}'), card_published_at, enrolled_at, null
      from election_voters where election_id = ${id} limit 1`)
    await expect(check()).rejects.toMatchObject({ kind: 'roll-forged' })
  })
})
