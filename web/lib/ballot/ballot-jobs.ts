// Long computations of an election, which run in a web worker.
import { type ArchiveReport, ArchiveVerifier } from '#shared/ballot/archive/verify-archive.ts'
import { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { LogCheck } from '#shared/ballot/log/verify-log.ts'
import {
  computePartialDecryption,
  createDecryptionProofForServer,
} from '#shared/ballot/tally/partial-decryption.ts'
import type { DecryptionBody } from '#shared/contracts/elections/elections.schemas.ts'

export type BallotJob =
  | { kind: 'encrypt'; election: string; credential: bigint; choices: number[][] }
  | { kind: 'recount'; url: string }
  | { kind: 'decrypt'; election: string; encryptedTally: string; privateKey: string }

export interface RecountProgress {
  /** Number of verified items of the election archive so far, for each kind of check. */
  counts: [LogCheck, number][]
  /** Number of bytes of the election archive read so far, and its size if the server states it. */
  read: number
  size: number | null
}

export interface Recount {
  report: ArchiveReport
  /** SHA-256 of the encrypted tally that was computed from the ballots. */
  tallyHash: string | undefined
  encryptedTally: string | undefined
  numTallied: number
}

export interface JobResults {
  encrypt: string
  recount: Recount
  decrypt: DecryptionBody
}
export type JobProgress = { done: number; total: number } | RecountProgress
type Report = (progress: JobProgress) => void

/**
 * Verifies an election archive while it is being read, and returns the encrypted tally that the verifier computed
 * itself.
 */
async function recountElectionArchive(url: string, report: Report): Promise<Recount> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`archive: ${response.status}`)
  const length = Number(response.headers.get('content-length'))
  const size = length > 0 && !response.headers.get('content-encoding') ? length : null
  let read = 0
  const verifier = new ArchiveVerifier(counts => report({ counts: [...counts], read, size }))
  const reader = response.body.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    read += value.length
    if (!verifier.push(value)) break
  }
  await reader.cancel().catch(() => {})
  const { tally } = verifier
  return {
    report: verifier.finish(),
    tallyHash: tally && computeSha256InHex(tally.encryptedTally),
    encryptedTally: tally?.encryptedTally,
    numTallied: tally?.numTallied ?? 0,
  }
}

/** Runs an election computation in the calling thread instead of a web worker. */
export async function runElectionComputation(
  job: BallotJob,
  report: Report,
): Promise<JobResults[keyof JobResults]> {
  if (job.kind === 'recount') return recountElectionArchive(job.url, report)
  if (job.kind === 'decrypt') {
    const { election, encryptedTally, privateKey } = job
    const partialDecryption = computePartialDecryption(election, encryptedTally, privateKey)
    return {
      partialDecryption,
      binding: createDecryptionProofForServer(election, encryptedTally, privateKey),
    }
  }
  const onProgress = (done: number, total: number) => report({ done, total })
  return createBallot({ ...job, onProgress })
}
