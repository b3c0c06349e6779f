// A user's keys and key seeds in this browser's database. Keys are non-extractable.
// Key seeds in this browser's database are encrypted under a non-extractable device key.

import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { parseKeySeeds, type Seed, serializeKeySeeds, type UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { decryptWithDeviceKey, encryptWithDeviceKey } from './device-key.ts'
import {
  awaitIndexedDbRequest,
  buildUserKeyRange,
  openKeyDatabaseTransaction,
  runKeyDatabaseRequest,
} from './key-database.ts'

const purpose = 'perantau/seeds/1'
const buildSeedsKey = (userId: number) => [userId, 'seeds']

export function loadOwnIdentityKeys(userId: number): Promise<Identity | undefined> {
  return runKeyDatabaseRequest('identities', 'readonly', store => store.get(userId))
}

export async function saveEncryptionKeys({ identity, seeds }: UnlockedKeys): Promise<void> {
  const { userId } = identity.card
  const ciphertext = await encryptWithDeviceKey(userId, purpose, serializeKeySeeds(seeds))
  const transaction = await openKeyDatabaseTransaction(['identities', 'devices'], 'readwrite')
  await Promise.all([
    awaitIndexedDbRequest(transaction.objectStore('devices').put(ciphertext, buildSeedsKey(userId))),
    awaitIndexedDbRequest(transaction.objectStore('identities').put(identity, userId)),
  ])
}

/** Replaces the stored keys of a user, but not the seeds. Does nothing if another tab has stored other keys. */
export async function replaceStoredIdentityKeys(identity: Identity): Promise<void> {
  const { userId, gen, sign } = identity.card
  const transaction = await openKeyDatabaseTransaction(['identities'], 'readwrite')
  const store = transaction.objectStore('identities')
  const stored = (await awaitIndexedDbRequest(store.get(userId))) as Identity | undefined
  if (stored?.card.gen === gen && stored.card.sign === sign)
    await awaitIndexedDbRequest(store.put(identity, userId))
}

/** Loads the key seeds of a re-authenticated user. Empty if an old release stored the keys without seeds. */
export async function loadKeySeeds(userId: number): Promise<Seed[]> {
  const ciphertext = await runKeyDatabaseRequest<Uint8Array<ArrayBuffer> | undefined>(
    'devices',
    'readonly',
    store => store.get(buildSeedsKey(userId)),
  )
  return ciphertext ? parseKeySeeds(await decryptWithDeviceKey(userId, purpose, ciphertext)) : []
}

/** Deletes encryption keys that were never published. Data of encrypted groups stays on the device. */
export async function deleteUnpublishedKeys(userId: number): Promise<void> {
  const transaction = await openKeyDatabaseTransaction(['identities', 'devices'], 'readwrite')
  await Promise.all([
    awaitIndexedDbRequest(transaction.objectStore('devices').delete(buildSeedsKey(userId))),
    awaitIndexedDbRequest(transaction.objectStore('identities').delete(userId)),
  ])
}

/** Deletes all encryption keys, group data and trust records of a user. */
export async function deleteAllKeyData(userId: number): Promise<void> {
  const otherStores = ['groups', 'devices', 'trust', 'outbox'] as const
  const transaction = await openKeyDatabaseTransaction(['identities', ...otherStores], 'readwrite')
  transaction.objectStore('identities').delete(userId)
  const deletions = otherStores.map(storeName =>
    awaitIndexedDbRequest(transaction.objectStore(storeName).delete(buildUserKeyRange(userId))),
  )
  await Promise.all(deletions)
}
