// Connects encrypted groups to the server API and to this device's keys and storage.
import { addEpoch, extendRoster, listEpochs, readRoster } from '#shared/contracts/keys/keys.endpoints.ts'
import {
  listMembersAfterMembershipChange,
  listMembersWhoMaySignMembershipChanges,
} from '#shared/e2ee/roster.ts'
import type { ConversationKind, GroupClaim } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { loadOwnIdentityKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { listGroupsWithUnsentMessages } from '#web/lib/e2ee/storage/unsent-store.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { EncryptedGroup } from './encrypted-group.ts'
import { getGroupKindAndPeer } from './group-kind-and-peer.ts'
import type { GroupClient, StoredGroup } from './group-ports.ts'
import {
  createGroupStore,
  createMessageCounterStore,
  createSeenMessageChangeNumberStore,
  listStoredGroups,
} from './group-store.ts'
import { getPinnedKeyStore, loadPinnedKeysMergedWithServerBackup } from './trust-store.ts'

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

/** Loads the user's keys, if they are on this device, and the trust record (pinned keys of other users). */
export async function loadOwnAndPinnedKeys(userId: number): Promise<{ identity?: Identity; trust: Trust }> {
  const trust = getPinnedKeyStore(userId)
  await trust.load()
  const identity = await loadOwnIdentityKeys(userId)
  return { trust, ...(identity && { identity }) }
}

/**
 * Returns true, and remembers the group as plaintext, if no device of the user knows the group as encrypted. A device
 * that restored the user's keys reads the vault (encrypted backup on the server) first, which says what the other
 * devices know.
 */
export async function verifyGroupIsUnencrypted(
  { identity, trust }: Awaited<ReturnType<typeof loadOwnAndPinnedKeys>>,
  { groupId, kind, slot }: { groupId: number; kind: ConversationKind; slot: string },
): Promise<boolean> {
  if (identity?.isRestored) {
    const reading = loadPinnedKeysMergedWithServerBackup(identity)
    // Country and global groups are never encrypted, so they open without the vault (the user's encrypted data).
    // A club's group may be encrypted by now, so the vault (the user's encrypted data on the server) must load first.
    await (kind === 'club' ? reading : reading.catch(() => {}))
  }
  if (trust.getCheckpoint(groupId)) return false
  await trust.recordSlot(slot, groupId)
  return trust.get().slots?.[slot] === groupId
}

/** Encrypted groups opened by this page, one instance per group, so that operations run one after another. */
const openGroups = new Map<string, EncryptedGroup>()

export async function loadEncryptedGroup(claim: GroupClaim, identity: Identity): Promise<EncryptedGroup> {
  const { userId, gen } = identity.card
  const trust = await loadPinnedKeysMergedWithServerBackup(identity)
  const facts = getGroupKindAndPeer(claim, trust)
  const cacheKey = `${userId}:${gen}:${JSON.stringify(facts)}`
  const cached = openGroups.get(cacheKey)
  if (cached) return cached
  const created = new EncryptedGroup(facts, {
    identity,
    trust,
    wire: createGroupClient(facts.groupId),
    store: createGroupStore(userId),
    counts: createMessageCounterStore(userId, identity.dev),
    seen: createSeenMessageChangeNumberStore(userId, facts.groupId),
  })
  openGroups.set(cacheKey, created)
  return created
}

/**
 * Whether this device may have to sign: a chosen member is missing on the signed member list, or the user is
 * administrator of a club's group.
 */
function mayHaveToSign({ kept }: { kept: StoredGroup }, userId: number): boolean {
  const { roster, intended } = kept
  if (!roster) return false
  const ids = listMembersAfterMembershipChange(roster).map(({ card }) => card.userId)
  if (roster.shape === 'direct') return ids.length < 2
  const isAwaiting = intended.some(intendedId => !ids.includes(intendedId))
  return (
    isAwaiting ||
    (roster.shape !== 'custom' && listMembersWhoMaySignMembershipChanges(roster).includes(userId))
  )
}

/** Finds groups in which this device must sign member list entries or send messages, by data on the device only. */
export async function findGroupsWithUnsignedEntriesOrUnsentMessages(userId: number) {
  const identity = await loadOwnIdentityKeys(userId)
  if (!identity) return undefined
  const groups = await listStoredGroups(userId)
  const signing = groups.filter(group => mayHaveToSign(group, userId)).map(({ groupId }) => groupId)
  return { identity, signing, waiting: await listGroupsWithUnsentMessages(userId) }
}
