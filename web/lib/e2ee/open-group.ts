// An encrypted group over the program's own calls, with this device's keys.
import type { GroupRow } from '#shared/contracts/chat.ts'
import {
  addEpoch,
  extendRoster,
  listEpochs,
  readMyKeys,
  readRoster,
} from '#shared/contracts/keys.endpoints.ts'
import { adminsOf, membersAt } from '#shared/e2ee/roster.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import { EncryptedGroup } from './encrypted-group.ts'
import type { GroupFacts, GroupWire, KeptGroup } from './group-ports.ts'
import { countStoreOf, groupStoreOf, keptGroupsOf } from './group-store.ts'
import type { Identity } from './identity.ts'
import { waitingGroupsOf } from './kept-here.ts'
import { loadIdentity } from './key-store.ts'
import type { Trust } from './trust.ts'
import { openTrust, trustOf } from './trust-store.ts'

function wireTo(groupId: number): GroupWire {
  const params = { id: groupId }
  return {
    fetchRoster: after => call(readRoster, { params, query: { after } }),
    postRoster: (entries, isAgain = false) => call(extendRoster, { params, body: { entries, isAgain } }),
    fetchEpochs: after => call(listEpochs, { params, query: { after } }),
    postEpoch: body => call(addEpoch, { params, body }),
    isConflict: error => hasStatus(error, 409),
  }
}

function factsOf({ id, type, peer, direct }: GroupRow): GroupFacts {
  if (direct || peer) return { groupId: id, shape: 'direct', ...(peer && { peerId: peer.id }) }
  return { groupId: id, shape: type === 'club' ? 'club' : 'custom' }
}

/** This device's keys of a person, if it has them, and what it knows of others. */
export async function findKeys(userId: number): Promise<{ identity?: Identity; trust: Trust }> {
  const trust = trustOf(userId)
  await trust.load()
  const identity = await loadIdentity(userId)
  return { trust, ...(identity && { identity }) }
}

/**
 * Whether it can be taken from the server that a club is not encrypted: the first device of this person has seen all
 * there is, a later one what the vault holds. Otherwise they say so themselves.
 */
export async function isSurelyPlain(
  { identity, trust }: Awaited<ReturnType<typeof findKeys>>,
  groupId: number,
): Promise<boolean> {
  if (trust.get().plain.includes(groupId)) return true
  if (!identity) return (await call(readMyKeys)).card === null
  if (!identity.isRestored) return true
  await openTrust(identity)
  return trust.get().version > 0
}

/** One of each while this page is open, so that everything that uses it waits in one line. */
const open = new Map<string, EncryptedGroup>()

export async function openGroup(group: GroupRow, identity: Identity): Promise<EncryptedGroup> {
  const { userId, gen } = identity.card
  const trust = await openTrust(identity)
  const name = `${userId}:${gen}:${group.id}`
  const known = open.get(name)
  if (known) return known
  const made = new EncryptedGroup(factsOf(group), {
    identity,
    trust,
    wire: wireTo(group.id),
    store: groupStoreOf(userId),
    counts: countStoreOf(userId, identity.dev),
  })
  open.set(name, made)
  return made
}

/** Somebody of this person's choosing is not on the list yet; or it is a club's, and they are one who signs there. */
function isSigner({ kept }: { kept: KeptGroup }, userId: number): boolean {
  const { roster, intended } = kept
  if (!roster) return false
  const ids = membersAt(roster).map(({ card }) => card.userId)
  if (roster.shape === 'direct') return ids.length < 2
  const isAwaiting = intended.some(one => !ids.includes(one))
  return isAwaiting || (roster.shape !== 'custom' && adminsOf(roster).includes(userId))
}

/** The groups in which this device has something to sign or to send, as far as it knows without asking. */
export async function findDuties(userId: number) {
  const identity = await loadIdentity(userId)
  if (!identity) return undefined
  const groups = await keptGroupsOf(userId)
  const signing = groups.filter(one => isSigner(one, userId)).map(({ groupId }) => groupId)
  return { identity, signing, waiting: await waitingGroupsOf(userId) }
}
