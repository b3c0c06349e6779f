import { awaitIndexedDbRequest, openKeyDatabaseTransaction } from '#web/lib/e2ee/storage/key-database.ts'

/** Whether the user enrolled, voted or acted as trustee on this device, so that an election needs the user's keys. */
export async function hasUsedEncryptionKeysInElections(userId: number): Promise<boolean> {
  const transaction = await openKeyDatabaseTransaction(['trust'], 'readonly')
  const range = IDBKeyRange.bound([userId, 'election'], [userId, 'election', []])
  return (await awaitIndexedDbRequest(transaction.objectStore('trust').count(range))) > 0
}
