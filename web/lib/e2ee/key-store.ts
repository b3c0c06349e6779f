// This device's keys of a person.
import type { Identity } from './identity.ts'
import { on, rangeOf, settle, transact } from './shelves.ts'

export function loadIdentity(userId: number): Promise<Identity | undefined> {
  return on('identities', 'readonly', store => store.get(userId))
}

export async function saveIdentity(identity: Identity): Promise<void> {
  await on('identities', 'readwrite', store => store.put(identity, identity.card.userId))
}

/** Everything of one person. */
export async function forgetKeys(userId: number): Promise<void> {
  const rest = ['groups', 'devices', 'trust', 'outbox'] as const
  const transaction = await transact(['identities', ...rest], 'readwrite')
  transaction.objectStore('identities').delete(userId)
  const done = rest.map(shelf => settle(transaction.objectStore(shelf).delete(rangeOf(userId))))
  await Promise.all(done)
}
