// A user's keys and seeds in this browser's database.
// The keys are non-extractable; the seeds are encrypted under a non-extractable device key.
import { openHere, sealHere } from './device-key.ts'
import type { Identity } from './identity.ts'
import { type OpenKeys, packSeeds, type Seed, unpackSeeds } from './seeds.ts'
import { on, rangeOf, settle, transact } from './shelves.ts'

const purpose = 'perantau/seeds/1'
const seedsKeyOf = (userId: number) => [userId, 'seeds']

export function loadIdentity(userId: number): Promise<Identity | undefined> {
  return on('identities', 'readonly', store => store.get(userId))
}

export async function saveKeys({ identity, seeds }: OpenKeys): Promise<void> {
  const { userId } = identity.card
  const ciphertext = await sealHere(userId, purpose, packSeeds(seeds))
  const transaction = await transact(['identities', 'devices'], 'readwrite')
  await Promise.all([
    settle(transaction.objectStore('devices').put(ciphertext, seedsKeyOf(userId))),
    settle(transaction.objectStore('identities').put(identity, userId)),
  ])
}

/** Loads the seeds; callers require re-authentication first. Empty: the keys were stored before seeds were. */
export async function loadSeeds(userId: number): Promise<Seed[]> {
  const ciphertext = await on<Uint8Array<ArrayBuffer> | undefined>('devices', 'readonly', store =>
    store.get(seedsKeyOf(userId)),
  )
  return ciphertext ? unpackSeeds(await openHere(userId, purpose, ciphertext)) : []
}

/** Deletes keys that were never published. Stored group data stays. */
export async function dropKeys(userId: number): Promise<void> {
  const transaction = await transact(['identities', 'devices'], 'readwrite')
  await Promise.all([
    settle(transaction.objectStore('devices').delete(seedsKeyOf(userId))),
    settle(transaction.objectStore('identities').delete(userId)),
  ])
}

/** Deletes all keys, group data and trust records of a user. */
export async function forgetKeys(userId: number): Promise<void> {
  const otherStores = ['groups', 'devices', 'trust', 'outbox'] as const
  const transaction = await transact(['identities', ...otherStores], 'readwrite')
  transaction.objectStore('identities').delete(userId)
  const deletions = otherStores.map(storeName =>
    settle(transaction.objectStore(storeName).delete(rangeOf(userId))),
  )
  await Promise.all(deletions)
}
