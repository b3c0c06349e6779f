/**
 * Dependencies of voting: keys, pinned keys of others, stored records, the server and the page as the voter sees it.
 */
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import type { BallotJob } from './ballot-jobs.ts'
import type { ElectionServer, MemoryPort } from './election-server.ts'
import type { SeenElection } from './enrol.ts'

/**
 * Account that was merged into the user's account after it had enrolled in the election. The electoral roll
 * entry of the user is signed with the keys of the merged account.
 */
export interface MergedAccount {
  userId: number
  /** Keys of the merged account; undefined when they are not on this device. */
  identity: Identity | undefined
}

export interface VoterPorts {
  identity: Identity
  /** True when the user votes with the keys of a merged account. */
  merged?: MergedAccount
  seen: SeenElection
  server: ElectionServer
  memory: MemoryPort
  compareCard(card: Card): KeyVerdict
  /** Stores the public keys of users when this device first sees them (pinning), and records differing keys later. */
  recordCards(cards: Card[]): Promise<void>
  /** Hash of the fixed electoral roll that the server sent; null before the roll is fixed. */
  rollHash: string | null
  /** User ids of the trustees in the order of their positions on the election's page. */
  trustees: number[]
  verify: VerifySignature
  /** Signal that the voter cancelled voting. It has no effect once the ballot has been sent. */
  signal?: AbortSignal
  encrypt(job: Extract<BallotJob, { kind: 'encrypt' }>): Promise<string>
}
