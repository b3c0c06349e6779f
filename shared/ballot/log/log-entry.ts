// Events of an election's public event log with their data (section "Public data" of the Belenios specification).
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { type EventType, type LogEvent, serializeBallotJson } from '#shared/ballot/structures.ts'
import type { Tally } from '#shared/ballot/tally/tally.ts'

export interface LogHead {
  height: number
  /** SHA-256 of the newest event of the election's event log, in hexadecimal. */
  hash: string
}

export interface LogEntry extends LogHead {
  type: EventType
  parent: string | null
  /** JSON text of the event in the election's event log. */
  event: string
  /** Texts to which the event refers by their hashes. In the archive file they precede the event. */
  data: string[]
}

function createEntry(head: LogHead | null, type: EventType, data: string[]): LogEntry {
  const payload = data.at(-1)
  const height = head ? head.height + 1 : 0
  const fields: LogEvent = {
    ...(head ? { parent: head.hash } : {}),
    height,
    type,
    ...(payload === undefined ? {} : { payload: computeSha256InHex(payload) }),
  }
  const event = serializeBallotJson(fields)
  return { height, type, hash: computeSha256InHex(event), parent: head?.hash ?? null, event, data }
}

/** Election, trustees and public credentials as JSON, whose hashes are in the first election log event. */
export interface SetupTexts {
  election: string
  trustees: string
  credentials: string
}

/**
 * Writes the payload of the first event of an election's event log: the hashes of the texts of election, trustees and
 * credentials.
 */
function writeSetup({ election, trustees, credentials }: SetupTexts): string {
  return serializeBallotJson({
    election: computeSha256InHex(election),
    trustees: computeSha256InHex(trustees),
    credentials: computeSha256InHex(credentials),
  })
}

/**
 * Computes the hash by which the first event of an election's event log identifies the texts of election, trustees and
 * credentials.
 */
export function hashElectionSetup(setup: SetupTexts): string {
  return computeSha256InHex(writeSetup(setup))
}

/** Creates the first event of an election's event log. */
export function createElectionSetupLogEntry(setup: SetupTexts): LogEntry {
  const { election, trustees, credentials } = setup
  return createEntry(null, 'Setup', [election, trustees, credentials, writeSetup(setup)])
}

export function createBallotLogEntry(head: LogHead, ballot: string): LogEntry {
  return createEntry(head, 'Ballot', [ballot])
}

export function createEndOfVotingLogEntry(head: LogHead): LogEntry {
  return createEntry(head, 'EndBallots', [])
}

export function createEncryptedTallyLogEntry(head: LogHead, { encryptedTally, sized }: Tally): LogEntry {
  return createEntry(head, 'EncryptedTally', [encryptedTally, sized])
}

/**
 * Creates the event of a partial decryption for the election's event log. Owner 1 is the server; the trustees follow by
 * index.
 */
export function createPartialDecryptionLogEntry(
  head: LogHead,
  owner: number,
  partialDecryption: string,
): LogEntry {
  const payload = serializeBallotJson({ owner, payload: computeSha256InHex(partialDecryption) })
  return createEntry(head, 'PartialDecryption', [partialDecryption, payload])
}

export function createResultLogEntry(head: LogHead, result: string): LogEntry {
  return createEntry(head, 'Result', [result])
}
