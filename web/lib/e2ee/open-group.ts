// An encrypted group over the program's own calls, with this device's keys.
import type { GroupRow } from '#shared/contracts/chat.ts'
import {
  addEpoch,
  extendRoster,
  listEpochs,
  readMyKeys,
  readRoster,
} from '#shared/contracts/keys.endpoints.ts'
import { membersAt } from '#shared/e2ee/roster.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { EncryptedGroup } from './encrypted-group.ts'
import type { GroupFacts, GroupWire } from './group-ports.ts'
import { countStoreOf, groupStoreOf } from './group-store.ts'
import type { Identity } from './identity.ts'
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
    isConflict: error => error instanceof ApiError && error.status === 409,
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

/** Whether somebody was let in from here, or is the other of two, who is not on the list yet. */
export async function awaitsSomebody(userId: number, groupId: number): Promise<boolean> {
  const kept = await groupStoreOf(userId).load(groupId)
  if (!kept?.roster) return false
  const ids = membersAt(kept.roster).map(({ card }) => card.userId)
  if (kept.roster.shape === 'direct') return ids.length < 2
  return kept.intended.some(intended => !ids.includes(intended))
}
