// Stores trust records (pinned keys of other users) in the browser's database, one per user of this browser.
import { readVault, saveVault } from '#shared/contracts/keys/vault.endpoints.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  awaitIndexedDbRequest,
  openKeyDatabaseTransaction,
  runKeyDatabaseRequest,
} from '#web/lib/e2ee/storage/key-database.ts'
import { Trust, type TrustStore } from '#web/lib/e2ee/trust/trust.ts'
import { mergePinnedKeyRecords, type TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import { Vault } from '#web/lib/e2ee/trust/vault.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import {
  addMissingKindAndPeerToStoredConversations,
  buildPinnedKeysFromGroupMemberLists,
} from './build-pinned-keys-from-group-member-lists.ts'
import { listStoredGroups } from './group-store.ts'

const buildTrustRecordKey = (userId: number) => [userId, 'record']

function createTrustStore(userId: number): TrustStore {
  return {
    load: async () => {
      const record = await runKeyDatabaseRequest<TrustRecord | undefined>('trust', 'readonly', store =>
        store.get(buildTrustRecordKey(userId)),
      )
      const isComplete = record && Object.values(record.groups).every(({ kind }) => kind)
      if (isComplete) return record
      const derived = buildPinnedKeysFromGroupMemberLists(await listStoredGroups(userId), userId)
      return record ? addMissingKindAndPeerToStoredConversations(record, derived) : derived
    },
    save: async record => {
      const transaction = await openKeyDatabaseTransaction(['identities', 'trust'], 'readwrite')
      const objectStore = transaction.objectStore('trust')
      const stored = (await awaitIndexedDbRequest(objectStore.get(buildTrustRecordKey(userId)))) as
        | TrustRecord
        | undefined
      const merged = stored ? mergePinnedKeyRecords(record, stored) : record
      await awaitIndexedDbRequest(objectStore.put(merged, buildTrustRecordKey(userId)))
      return merged
    },
  }
}

const trustByUser = new Map<number, Trust>()

/** Returns the user's trust record (pinned keys of other users) on this device, even if the device has no keys. */
export function getPinnedKeyStore(userId: number): Trust {
  const trust = trustByUser.get(userId) ?? new Trust(createTrustStore(userId))
  trustByUser.set(userId, trust)
  return trust
}

const vaultReads = new Map<string, Promise<void>>()

/**
 * Returns the trust record (pinned keys of other users) after the user's vault (encrypted backup on the server) has
 * been read once for the current generation of keys.
 */
export function loadPinnedKeysMergedWithServerBackup(identity: Identity): Promise<Trust> {
  const { userId, gen } = identity.card
  const trust = getPinnedKeyStore(userId)
  const cacheKey = `${userId}:${gen}`
  const reading =
    vaultReads.get(cacheKey) ??
    new Vault(identity, trust, {
      read: async () => (await callEndpoint(readVault)).vault,
      save: body => callEndpoint(saveVault, { body }),
      isConflict: error => hasErrorStatus(error, 409),
    })
      .read()
      .catch(error => {
        vaultReads.delete(cacheKey)
        throw error
      })
  vaultReads.set(cacheKey, reading)
  return reading.then(() => trust)
}
