// What this device knows about an election by itself: the newest hash of the log, the user's own enrolment, ballots
// and decryption. A server that contradicts this memory is caught.
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import { awaitRequest, openTransaction, withObjectStore } from '#web/lib/e2ee/storage/key-database.ts'

export interface KeptBallot {
  /** Text of the ballot, which is sent again when the server has lost it. */
  text: string
  hash: string
  /** Height in the log once the server has accepted the ballot. */
  height?: number
}

export interface ElectionMemory {
  head?: LogHead
  enrolment?: { gen: number; credential: string }
  ballots?: KeptBallot[]
  /** SHA-256 of the encrypted tally that this user decrypted as trustee. */
  decryptedTally?: string
  /** Version of the trustee's secret that this device wrote last. */
  secretVersion?: number
}

const keyOf = (userId: number, uuid: string) => [userId, 'election', uuid]

export function readElectionMemory(userId: number, uuid: string): Promise<ElectionMemory> {
  return withObjectStore<ElectionMemory | undefined>('trust', 'readonly', store =>
    store.get(keyOf(userId, uuid)),
  ).then(memory => memory ?? {})
}

/** Changes the memory of one election in one transaction, so that two tabs do not overwrite each other. */
export async function updateElectionMemory(
  userId: number,
  uuid: string,
  change: (memory: ElectionMemory) => ElectionMemory,
): Promise<void> {
  const transaction = await openTransaction(['trust'], 'readwrite')
  const store = transaction.objectStore('trust')
  const stored = ((await awaitRequest(store.get(keyOf(userId, uuid)))) ?? {}) as ElectionMemory
  await awaitRequest(store.put(change(stored), keyOf(userId, uuid)))
}
