// This device's keys of a person, and what they are made from: the keys can be used and not read, the seeds lie under a
// key that cannot be taken out of the browser either.
import { openHere, sealHere } from './device-key.ts'
import type { Identity } from './identity.ts'
import { type OpenKeys, packSeeds, type Seed, unpackSeeds } from './seeds.ts'
import { on, rangeOf, settle, transact } from './shelves.ts'

const purpose = 'perantau/seeds/1'
const seedsOf = (userId: number) => [userId, 'seeds']

export function loadIdentity(userId: number): Promise<Identity | undefined> {
  return on('identities', 'readonly', store => store.get(userId))
}

export async function saveKeys({ identity, seeds }: OpenKeys): Promise<void> {
  const { userId } = identity.card
  const sealed = await sealHere(userId, purpose, packSeeds(seeds))
  const transaction = await transact(['identities', 'devices'], 'readwrite')
  await Promise.all([
    settle(transaction.objectStore('devices').put(sealed, seedsOf(userId))),
    settle(transaction.objectStore('identities').put(identity, userId)),
  ])
}

/** Opened only where the person has proved who they are. None: the keys came before seeds were kept. */
export async function loadSeeds(userId: number): Promise<Seed[]> {
  const sealed = await on<Uint8Array<ArrayBuffer> | undefined>('devices', 'readonly', store =>
    store.get(seedsOf(userId)),
  )
  return sealed ? unpackSeeds(await openHere(userId, purpose, sealed)) : []
}

/** Keys that never became anybody's; what is known of groups stays. */
export async function dropKeys(userId: number): Promise<void> {
  const transaction = await transact(['identities', 'devices'], 'readwrite')
  await Promise.all([
    settle(transaction.objectStore('devices').delete(seedsOf(userId))),
    settle(transaction.objectStore('identities').delete(userId)),
  ])
}

/** Everything of one person. */
export async function forgetKeys(userId: number): Promise<void> {
  const rest = ['groups', 'devices', 'trust', 'outbox'] as const
  const transaction = await transact(['identities', ...rest], 'readwrite')
  transaction.objectStore('identities').delete(userId)
  const done = rest.map(shelf => settle(transaction.objectStore(shelf).delete(rangeOf(userId))))
  await Promise.all(done)
}
