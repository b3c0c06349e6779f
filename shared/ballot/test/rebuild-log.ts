// Recomputes the hashes, parent hashes and positions of the events in a manipulated election log.
// In a log with recomputed hashes, only the cryptographic proofs can reveal the manipulation.

import { buildBallotSignaturePrefix, hashUnsignedBallot } from '#shared/ballot/ballot/ballot-parts.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { LogEntry } from '#shared/ballot/log/log-entry.ts'
import { proveKnowledgeOfSecretKey } from '#shared/ballot/proofs/schnorr.ts'
import type { Ballot, EventType } from '#shared/ballot/structures.ts'

export interface LogPart {
  type: string
  data: string[]
}

/**
 * Computes again the references between the data of an election event, and parent, height and payload of all events.
 */
export function rebuildElectionLog(parts: LogPart[]): LogEntry[] {
  const log: LogEntry[] = []
  for (const { type, data: source } of parts) {
    const data = [...source]
    if (type === 'Setup') {
      const [election, trustees, credentials] = data.map(computeSha256InHex)
      data[3] = JSON.stringify({ election, trustees, credentials })
    } else if (type === 'EncryptedTally') {
      data[1] = JSON.stringify({
        ...JSON.parse(data[1] as string),
        encrypted_tally: computeSha256InHex(data[0] as string),
      })
    } else if (type === 'PartialDecryption') {
      data[1] = JSON.stringify({
        ...JSON.parse(data[1] as string),
        payload: computeSha256InHex(data[0] as string),
      })
    }
    const head = log.at(-1)
    const payload = data.at(-1)
    const event = JSON.stringify({
      ...(head ? { parent: head.hash } : {}),
      height: log.length,
      type,
      ...(payload === undefined ? {} : { payload: computeSha256InHex(payload) }),
    })
    log.push({
      height: log.length,
      type: type as EventType,
      hash: computeSha256InHex(event),
      parent: head?.hash ?? null,
      event,
      data,
    })
  }
  return log
}

/** Signs a manipulated ballot again with the voter's credential. */
export function signManipulatedBallot(ballot: Ballot, secret: bigint): string {
  const { election_uuid, election_hash, credential, answers } = ballot
  const hash = hashUnsignedBallot(ballot)
  const signature = { hash, proof: proveKnowledgeOfSecretKey(buildBallotSignaturePrefix(hash), secret) }
  return JSON.stringify({ election_uuid, election_hash, credential, answers, signature })
}
