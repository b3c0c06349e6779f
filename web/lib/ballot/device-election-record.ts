// Data that this device stores about an election: newest hash of its log, and the user's enrolment and ballots.
// A device detects a dishonest server when the server contradicts what the device has stored.
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import {
  awaitIndexedDbRequest,
  openKeyDatabaseTransaction,
  runKeyDatabaseRequest,
} from '#web/lib/e2ee/storage/key-database.ts'

export interface KeptBallot {
  /** Encrypted ballot as sent, stored so that the device can send it again if the server has lost it. */
  text: string
  hash: string
  /** Position of the ballot in the election's public log, set once the server has accepted the ballot. */
  height?: number
}

/** Lists the user's ballots that are older than the newest accepted one. The election must not count them any more. */
export function listSupersededOwnBallots({ ballots = [] }: DeviceElectionRecord): KeptBallot[] {
  return ballots.slice(
    0,
    Math.max(
      0,
      ballots.findLastIndex(({ height }) => height !== undefined),
    ),
  )
}

export interface DeviceElectionRecord {
  head?: LogHead
  /** Hash (`hashElectionSetup`) of the election, trustees and credentials in the log's first event. */
  setup?: string
  /** Newest event that this device had seen when the user accepted an election log restored from a backup. */
  lostHead?: LogHead
  /** Hash of the first electoral roll that this device received after the roll was fixed. */
  rollHash?: string
  /** User ids of voters whose keys this device did not know before it received this election's roll. */
  firstSeen?: number[]
  /**
   * Identity keys (public parts) of voters and trustees that this device saw for the first time in this election, and has
   * pinned since.
   */
  firstSeenKeys?: string[]
  /** User ids of the election's trustees when the user enrolled. */
  trustees?: number[]
  /** Hash of the trustees and the electoral roll that the user confirmed before voting (`ElectionReview.hash`). */
  acceptedReview?: string
  enrolment?: { gen: number; credential: string }
  ballots?: KeptBallot[]
  /** SHA-256 of the encrypted tally that the user has decrypted as trustee. */
  decryptedTally?: string
  /** Version of the trustee's encrypted secret that this device last stored on the server. */
  secretVersion?: number
}

const buildRecordKey = (userId: number, uuid: string) => [userId, 'election', uuid]

export function readElectionRecordStoredOnDevice(
  userId: number,
  uuid: string,
): Promise<DeviceElectionRecord> {
  return runKeyDatabaseRequest<DeviceElectionRecord | undefined>('trust', 'readonly', store =>
    store.get(buildRecordKey(userId, uuid)),
  ).then(memory => memory ?? {})
}

/** Changes this device's records about an election in one transaction, so that two tabs do not overwrite each other. */
export async function updateElectionRecordStoredOnDevice(
  userId: number,
  uuid: string,
  change: (memory: DeviceElectionRecord) => DeviceElectionRecord,
): Promise<void> {
  const transaction = await openKeyDatabaseTransaction(['trust'], 'readwrite')
  const store = transaction.objectStore('trust')
  const stored = ((await awaitIndexedDbRequest(store.get(buildRecordKey(userId, uuid)))) ??
    {}) as DeviceElectionRecord
  await awaitIndexedDbRequest(store.put(change(stored), buildRecordKey(userId, uuid)))
}
