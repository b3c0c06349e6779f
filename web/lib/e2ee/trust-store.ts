// What this device knows of others, for each person who signs in here; one for all that is open on this page.
import { readVault, saveVault } from '#shared/contracts/vault.endpoints.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import { keptGroupsOf } from './group-store.ts'
import type { Identity } from './identity.ts'
import { on, settle, transact } from './shelves.ts'
import { mergeTrust, Trust, type TrustRecord, type TrustStore, trustFrom } from './trust.ts'
import { Vault } from './vault.ts'

const keyOf = (userId: number) => [userId, 'record']

function trustStoreOf(userId: number): TrustStore {
  return {
    load: async () => {
      const known = await on<TrustRecord | undefined>('trust', 'readonly', store => store.get(keyOf(userId)))
      return known ?? trustFrom(await keptGroupsOf(userId))
    },
    save: async record => {
      const transaction = await transact(['identities', 'trust'], 'readwrite')
      const shelf = transaction.objectStore('trust')
      const stored = (await settle(shelf.get(keyOf(userId)))) as TrustRecord | undefined
      const merged = stored ? mergeTrust(record, stored) : record
      await settle(shelf.put(merged, keyOf(userId)))
      return merged
    },
  }
}

const open = new Map<number, Trust>()

/** What this device knows, whether there are keys or not. */
export function trustOf(userId: number): Trust {
  const known = open.get(userId) ?? new Trust(trustStoreOf(userId))
  open.set(userId, known)
  return known
}

const vaults = new Map<string, Promise<void>>()

/** Once for these keys: what the vault holds is known before the first group is opened. */
export function openTrust(identity: Identity): Promise<Trust> {
  const { userId, gen } = identity.card
  const trust = trustOf(userId)
  const name = `${userId}:${gen}`
  const reading =
    vaults.get(name) ??
    new Vault(identity, trust, {
      read: async () => (await call(readVault)).vault,
      save: body => call(saveVault, { body }),
      isConflict: error => hasStatus(error, 409),
    })
      .read()
      .catch(error => {
        vaults.delete(name)
        throw error
      })
  vaults.set(name, reading)
  return reading.then(() => trust)
}
