// Attacks on a finished election. Hashes, parents and file names are recomputed, so that only proofs reveal an attack.
import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyArchive } from './archive/verify-archive.ts'
import { createBallot } from './ballot/create-ballot.ts'
import { computePublicCredential } from './credential.ts'
import type { LogEntry } from './log/log-entry.ts'
import { computePartialDecryption } from './tally/partial-decryption.ts'
import { computeElectionResult } from './tally/result.ts'
import { computeTally } from './tally/tally.ts'
import { doesBeleniosAcceptArchive, hasBeleniosTool } from './test/belenios-tool.ts'
import { buildElectionArchive, runTestElection } from './test/generated-election.ts'
import { mutations, type Random } from './test/mutations.ts'
import { type LogPart, rebuildElectionLog } from './test/rebuild-log.ts'

/** Number of tested mutations per kind. Decision 054 records the results of a long run with 115 per kind. */
const perKind = Number(process.env.BALLOT_MUTATIONS ?? 1)
const verdictFile = process.env.BALLOT_VERDICTS

const { setup, log } = runTestElection({
  questions: [
    { answers: ['A', 'B'], min: 0, max: 1, question: 'Pengerusi?' },
    { answers: ['C'], blank: true, min: 1, max: 1, question: 'Bendahari?' },
  ],
  trustees: 3,
  threshold: 2,
  voters: 3,
  votes: [
    {
      voter: 0,
      choices: [
        [1, 0],
        [0, 1],
      ],
    },
    {
      voter: 1,
      choices: [
        [0, 1],
        [1, 0],
      ],
    },
    {
      voter: 0,
      choices: [
        [0, 0],
        [0, 1],
      ],
    },
  ],
})
const secrets = new Map(setup.secrets.map(secret => [computePublicCredential(secret), secret]))
const copyParts = (): LogPart[] => log.map(({ type, data }) => ({ type, data: [...data] }))
const ballots = log.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
const failedCheck = (entries: LogEntry[]) =>
  verifyArchive(buildElectionArchive(entries)).checks.find(({ state }) => state === 'failed')

/** Whether the changed credential belongs to no ballot, so that the archive alone cannot reveal the change. */
function isUnusedCredentialChanged(entries: LogEntry[]): boolean {
  const listed = new Set(JSON.parse(entries[0]?.data[2] as string) as string[])
  return ballots.every(ballot => listed.has(JSON.parse(ballot).credential))
}

let state = 20_261_118
const random: Random = below => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >> 8) % below
}

describe('mutations of parsed values with recomputed hashes', () => {
  it('the archive verifier accepts the unchanged test election', () => {
    expect(failedCheck(rebuildElectionLog(copyParts()))).toBeUndefined()
  })

  for (const [kind, mutate] of Object.entries(mutations)) {
    const title =
      kind === 'credentials'
        ? 'rejects every changed credential that a ballot uses'
        : `rejects every change of ${kind}`
    it(title, () => {
      for (let run = 0; run < perKind; run += 1) {
        const parts = copyParts()
        mutate({ parts, secrets }, random)
        const entries = rebuildElectionLog(parts)
        const archive = buildElectionArchive(entries)
        const failed = failedCheck(entries)
        const tool =
          verdictFile && hasBeleniosTool ? doesBeleniosAcceptArchive(setup.uuid, archive) : undefined
        if (verdictFile) {
          appendFileSync(
            verdictFile,
            `${JSON.stringify({ kind, failed: failed?.name, why: failed?.failure, tool })}\n`,
          )
        }
        // The archive alone does not reveal a changed credential without ballot. The roll's hash in the election does.
        if (kind === 'credentials') expect(failed === undefined).toBe(isUnusedCredentialChanged(entries))
        else expect(failed, `${kind} ${run}`).toBeDefined()
      }
    }, 3_600_000)
  }

  it('the archive verifier rejects an archive in which any single byte was changed', () => {
    const archive = buildElectionArchive(log)
    for (let run = 0; run < Math.max(20, perKind); run += 1) {
      const altered = archive.slice()
      const at = random(altered.length)
      altered[at] = (altered[at] as number) ^ (1 << random(8))
      expect(verifyArchive(altered).ok, `byte ${at}`).toBe(false)
    }
  }, 3_600_000)
})

describe('forgeries that belenios-tool accepts', () => {
  const decryptAll = (election: string, encryptedTally: string) =>
    [2, 3, 1].map(owner => ({
      owner,
      partialDecryption: computePartialDecryption(
        election,
        encryptedTally,
        owner === 1 ? setup.server.privateKey : (setup.ceremony.keys[owner - 2] as string),
      ),
    }))

  /** Builds a log in which EndBallots follows the first two ballots, which are then left out of the tally. */
  function forgeDroppedBallots(): LogEntry[] {
    const counted = ballots.slice(2)
    const tally = computeTally(setup.election, counted)
    const partialDecryptions = decryptAll(setup.election, tally.encryptedTally)
    return rebuildElectionLog([
      { type: 'Setup', data: log[0]?.data ?? [] },
      ...ballots.slice(0, 2).map(ballot => ({ type: 'Ballot', data: [ballot] })),
      { type: 'EndBallots', data: [] },
      ...counted.map(ballot => ({ type: 'Ballot', data: [ballot] })),
      { type: 'EndBallots', data: [] },
      { type: 'EncryptedTally', data: [tally.encryptedTally, tally.sized] },
      ...partialDecryptions.map(({ owner, partialDecryption }) => ({
        type: 'PartialDecryption',
        data: [partialDecryption, JSON.stringify({ owner, payload: '' })],
      })),
      {
        type: 'Result',
        data: [computeElectionResult({ ...setup, ...tally, partialDecryptions })],
      },
    ])
  }

  function forgeNumber(): LogEntry[] {
    const parts = copyParts()
    const part = parts.find(({ type }) => type === 'EncryptedTally') as LogPart
    part.data[1] = JSON.stringify({ ...JSON.parse(part.data[1] as string), num_tallied: 200 })
    return rebuildElectionLog(parts)
  }

  it('the archive verifier rejects an election log with ballots after the event EndBallots, which ends voting', () => {
    const forged = forgeDroppedBallots()
    expect(failedCheck(forged)).toMatchObject({ name: 'chain', failure: 'Ballot must not follow EndBallots' })
    if (hasBeleniosTool)
      expect(doesBeleniosAcceptArchive(setup.uuid, buildElectionArchive(forged))).toBe(true)
  }, 60_000)

  it('the archive verifier rejects an encrypted tally that states a wrong number of ballots', () => {
    const forged = forgeNumber()
    expect(failedCheck(forged)).toMatchObject({ name: 'tally', failure: 'number of ballots is wrong' })
    if (hasBeleniosTool)
      expect(doesBeleniosAcceptArchive(setup.uuid, buildElectionArchive(forged))).toBe(true)
  }, 60_000)
})

describe('attacks on the log', () => {
  const replaceBallots = (list: string[]) => {
    const parts = copyParts().filter(({ type }) => type !== 'Ballot')
    parts.splice(1, 0, ...list.map(data => ({ type: 'Ballot', data: [data] })))
    return rebuildElectionLog(parts)
  }
  const [first, second, third] = ballots as [string, string, string]

  it('the archive verifier rejects an election log without one of the ballots, because the tally then differs', () => {
    expect(failedCheck(replaceBallots([first, second]))).toMatchObject({ name: 'tally' })
  })

  it('the archive verifier rejects a changed order of a voter’s ballots, because another ballot would then count', () => {
    expect(failedCheck(replaceBallots([third, second, first]))).toMatchObject({ name: 'tally' })
  })

  it('the archive verifier rejects an election log that contains the same ballot twice', () => {
    expect(failedCheck(replaceBallots([first, second, third, second]))).toMatchObject({
      name: 'ballots',
      failure: 'duplicate',
    })
  })

  it('the archive verifier rejects a ballot that was copied under the credential of another voter', () => {
    const other = JSON.parse(second)
    const replayed = JSON.stringify({ ...JSON.parse(first), credential: other.credential })
    expect(failedCheck(replaceBallots([replayed, second, third]))).toMatchObject({ name: 'ballots' })
  })

  it('the archive verifier rejects a ballot with a credential that is not in the list of credentials', () => {
    const stuffed = createBallot({
      election: setup.election,
      credential: 42n,
      choices: [
        [1, 0],
        [0, 1],
      ],
    })
    expect(failedCheck(replaceBallots([first, second, third, stuffed]))).toMatchObject({
      name: 'ballots',
      failure: 'unknown-credential',
    })
  })

  it('the archive verifier rejects an invented result and a result with too few decryptions by trustees', () => {
    const invented = copyParts()
    ;(invented.at(-1) as LogPart).data = ['{"result":[[2,0],[0,2]]}']
    expect(failedCheck(rebuildElectionLog(invented))).toMatchObject({ name: 'result' })
    const parts = copyParts()
    parts.splice(
      parts.findIndex(({ type }) => type === 'PartialDecryption'),
      1,
    )
    expect(failedCheck(rebuildElectionLog(parts))).toMatchObject({
      name: 'result',
      failure: 'too few trustees have decrypted',
    })
  })

  it('the archive verifier accepts an archive that lacks its last events, but reports neither a result nor the stage `published`', () => {
    for (let length = 1; length < log.length; length += 1) {
      const report = verifyArchive(buildElectionArchive(log.slice(0, length)))
      expect(report).toMatchObject({ ok: true, result: undefined })
      expect(report.stage).not.toBe('published')
    }
  }, 60_000)
})
