// Connects encrypted groups to the API and to this device's keys and storage.
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { addEpoch, extendRoster, listEpochs, readRoster } from '#shared/contracts/keys/keys.endpoints.ts'
import { listMembersAt, listRosterAdmins } from '#shared/e2ee/roster.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { loadIdentity } from '#web/lib/e2ee/storage/key-store.ts'
import { listGroupsWithUnsentMessages } from '#web/lib/e2ee/storage/unsent-store.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { EncryptedGroup } from './encrypted-group.ts'
import type { GroupClient, GroupFacts, StoredGroup } from './group-ports.ts'
import { createGroupStore, createMessageCounterStore, listStoredGroups } from './group-store.ts'
import { getTrustRecord, openTrustWithVault } from './trust-store.ts'

function createGroupClient(groupId: number): GroupClient {
  const params = { id: groupId }
  return {
    fetchRoster: after => callEndpoint(readRoster, { params, query: { after } }),
    postRoster: (entries, isAgain = false) =>
      callEndpoint(extendRoster, { params, body: { entries, isAgain } }),
    fetchEpochs: after => callEndpoint(listEpochs, { params, query: { after } }),
    postEpoch: body => callEndpoint(addEpoch, { params, body }),
    isConflict: error => hasErrorStatus(error, 409),
  }
}

function getGroupFacts({ id, type, peer, direct }: GroupRow): GroupFacts {
  if (direct || peer) return { groupId: id, shape: 'direct', ...(peer && { peerId: peer.id }) }
  return { groupId: id, shape: type === 'club' ? 'club' : 'custom' }
}

/**
 * Loads the user's keys, if this device has any, and the trust record.
 * On a device that got its keys from another one, the record includes the vault, which knows the encrypted groups.
 */
export async function loadKeysAndTrust(userId: number): Promise<{ identity?: Identity; trust: Trust }> {
  const trust = getTrustRecord(userId)
  await trust.load()
  const identity = await loadIdentity(userId)
  if (identity?.isRestored) await openTrustWithVault(identity)
  return { trust, ...(identity && { identity }) }
}

/** Encrypted groups opened by this page. One instance per group, so that its operations are serialized. */
const openGroups = new Map<string, EncryptedGroup>()

export async function openEncryptedGroup(group: GroupRow, identity: Identity): Promise<EncryptedGroup> {
  const { userId, gen } = identity.card
  const trust = await openTrustWithVault(identity)
  const cacheKey = `${userId}:${gen}:${group.id}`
  const cached = openGroups.get(cacheKey)
  if (cached) return cached
  const created = new EncryptedGroup(getGroupFacts(group), {
    identity,
    trust,
    wire: createGroupClient(group.id),
    store: createGroupStore(userId),
    counts: createMessageCounterStore(userId, identity.dev),
  })
  openGroups.set(cacheKey, created)
  return created
}

/** Returns true if an admitted member is not on the roster yet, or if the user administers a club's roster. */
function mayHaveToSign({ kept }: { kept: StoredGroup }, userId: number): boolean {
  const { roster, intended } = kept
  if (!roster) return false
  const ids = listMembersAt(roster).map(({ card }) => card.userId)
  if (roster.shape === 'direct') return ids.length < 2
  const isAwaiting = intended.some(intendedId => !ids.includes(intendedId))
  return isAwaiting || (roster.shape !== 'custom' && listRosterAdmins(roster).includes(userId))
}

/** Returns the groups in which this device must sign roster entries or send messages, without asking the server. */
export async function findGroupsWithPendingWork(userId: number) {
  const identity = await loadIdentity(userId)
  if (!identity) return undefined
  const groups = await listStoredGroups(userId)
  const signing = groups.filter(group => mayHaveToSign(group, userId)).map(({ groupId }) => groupId)
  return { identity, signing, waiting: await listGroupsWithUnsentMessages(userId) }
}
