// Runs a whole election with random votes through shared/ballot, in the roles of server, trustees and voters.

import {
  buildElectionArchiveEntry,
  writeElectionArchiveHeader,
} from '#shared/ballot/archive/write-archive.ts'
import { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
import { computePublicCredential, serializeCredentials } from '#shared/ballot/credential.ts'
import { createElectionUuid, type Question, serializeElection } from '#shared/ballot/election.ts'
import { generateRandomScalar } from '#shared/ballot/group/scalar.ts'
import {
  createBallotLogEntry,
  createElectionSetupLogEntry,
  createEncryptedTallyLogEntry,
  createEndOfVotingLogEntry,
  createPartialDecryptionLogEntry,
  createResultLogEntry,
  type LogEntry,
} from '#shared/ballot/log/log-entry.ts'
import { computePartialDecryption } from '#shared/ballot/tally/partial-decryption.ts'
import { computeElectionResult } from '#shared/ballot/tally/result.ts'
import { computeTally } from '#shared/ballot/tally/tally.ts'
import {
  buildKeyShareInputForTrustee,
  buildThresholdTrusteeParameters,
} from '#shared/ballot/trustees/ceremony.ts'
import { createElectionServerKeyPair } from '#shared/ballot/trustees/single.ts'
import {
  createKeyShare,
  createTrusteeCertificate,
  createTrusteePolynomial,
  createTrusteeSeed,
  decryptKeyShare,
} from '#shared/ballot/trustees/trustee.ts'
import { computeElectionPublicKey, serializeTrustees } from '#shared/ballot/trustees/trustees.ts'

export interface ElectionPlan {
  questions: Question[]
  trustees: number
  threshold: number
  /** Number of voters with a credential. */
  voters: number
  /** Ballots in the order of submission: voter number and choices for each question. */
  votes: { voter: number; choices: number[][] }[]
}

/** Runs the key ceremony of all trustees of a test election. */
export function runTestKeyCeremony(size: number, threshold: number) {
  const seeds = Array.from({ length: size }, createTrusteeSeed)
  const certificates = seeds.map((seed, at) =>
    createTrusteeCertificate(seed, { size, threshold, index: at + 1 }),
  )
  const polynomials = seeds.map(seed => createTrusteePolynomial(seed, certificates))
  const voutputs = seeds.map((seed, at) =>
    createKeyShare(seed, certificates, buildKeyShareInputForTrustee(certificates, polynomials, at + 1)),
  )
  const parameters = buildThresholdTrusteeParameters(certificates, polynomials, voutputs)
  const keys = seeds.map((seed, at) => decryptKeyShare(seed, voutputs[at] as string))
  return { seeds, certificates, polynomials, voutputs, parameters, keys }
}

export function setUpTestElection(
  plan: Pick<ElectionPlan, 'questions' | 'trustees' | 'threshold' | 'voters'>,
) {
  const ceremony = runTestKeyCeremony(plan.trustees, plan.threshold)
  const server = createElectionServerKeyPair()
  const trustees = serializeTrustees(server.publicKey, ceremony.parameters)
  const secrets = Array.from({ length: plan.voters }, generateRandomScalar)
  const uuid = createElectionUuid()
  const election = serializeElection({
    uuid,
    name: 'Pemilihan jawatankuasa “2026” 🗳️',
    description: 'Line 1\nLine 2 \\ "quoted"',
    questions: plan.questions,
    publicKey: computeElectionPublicKey(trustees),
    credentialAuthority: 'a'.repeat(64),
  })
  const credentials = serializeCredentials(secrets.map(computePublicCredential))
  return { uuid, election, trustees, credentials, secrets, server, ceremony }
}

export type ElectionSetup = ReturnType<typeof setUpTestElection>

/** Appends the events that follow the ballots to the log of a test election, up to the election result. */
export function closeAndTallyTestElection(setup: ElectionSetup, log: LogEntry[], owners: number[]): void {
  const { election, trustees } = setup
  const head = () => log.at(-1) as LogEntry
  const ballots = log.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
  log.push(createEndOfVotingLogEntry(head()))
  const tally = computeTally(election, ballots)
  log.push(createEncryptedTallyLogEntry(head(), tally))
  const partialDecryptions = owners.map(owner => {
    const key = owner === 1 ? setup.server.privateKey : (setup.ceremony.keys[owner - 2] as string)
    return { owner, partialDecryption: computePartialDecryption(election, tally.encryptedTally, key) }
  })
  for (const { owner, partialDecryption } of partialDecryptions) {
    log.push(createPartialDecryptionLogEntry(head(), owner, partialDecryption))
  }
  log.push(
    createResultLogEntry(head(), computeElectionResult({ election, trustees, partialDecryptions, ...tally })),
  )
}

/** Runs a whole test election. The server and the last `threshold` trustees decrypt. */
export function runTestElection(plan: ElectionPlan): { setup: ElectionSetup; log: LogEntry[] } {
  const setup = setUpTestElection(plan)
  const log = [createElectionSetupLogEntry(setup)]
  for (const { voter, choices } of plan.votes) {
    const credential = setup.secrets[voter] as bigint
    const ballot = createBallot({ election: setup.election, credential, choices })
    log.push(createBallotLogEntry(log.at(-1) as LogEntry, ballot))
  }
  const decrypting = Array.from({ length: plan.threshold }, (_, at) => plan.trustees + 1 - at)
  closeAndTallyTestElection(setup, log, [...decrypting, 1])
  return { setup, log }
}

/** Counts the last vote of each voter, which gives the expected result of the election. */
export function countExpectedVotes({ questions, votes }: ElectionPlan): number[][] {
  const last = new Map(votes.map(({ voter, choices }) => [voter, choices]))
  return questions.map((question, index) =>
    Array.from({ length: question.answers.length + (question.blank ? 1 : 0) }, (_, choice) =>
      [...last.values()].reduce((sum, choices) => sum + (choices[index]?.[choice] ?? 0), 0),
    ),
  )
}

export const archiveTimestamp = 1_794_920_452

export function buildElectionArchive(log: Pick<LogEntry, 'data' | 'event'>[]): Uint8Array {
  const parts = [
    writeElectionArchiveHeader(archiveTimestamp),
    ...log.map(entry => buildElectionArchiveEntry(entry, archiveTimestamp)),
  ]
  return new Uint8Array(Buffer.concat(parts))
}
