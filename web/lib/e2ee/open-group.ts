// An encrypted group over the program's own calls, with this device's keys.
import type { GroupRow } from '#shared/contracts/chat.ts'
import { addEpoch, extendRoster, listEpochs, readRoster } from '#shared/contracts/keys.endpoints.ts'
import { membersAt } from '#shared/e2ee/roster.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { EncryptedGroup } from './encrypted-group.ts'
import type { GroupWire } from './group-ports.ts'
import { groupStoreOf } from './group-store.ts'
import type { Identity } from './identity.ts'

function wireTo(groupId: number): GroupWire {
  const params = { id: groupId }
  return {
    fetchRoster: after => call(readRoster, { params, query: { after } }),
    postRoster: entries => call(extendRoster, { params, body: { entries } }),
    fetchEpochs: after => call(listEpochs, { params, query: { after } }),
    postEpoch: body => call(addEpoch, { params, body }),
    isConflict: error => error instanceof ApiError && error.status === 409,
  }
}

/** One of each while this page is open, so that everything that uses it waits in one line. */
const open = new Map<string, EncryptedGroup>()

export function openGroup({ id, peer }: GroupRow, identity: Identity): EncryptedGroup {
  const { userId, gen } = identity.card
  const name = `${userId}:${gen}:${id}`
  const known = open.get(name)
  if (known) return known
  const facts = { groupId: id, ...(peer && { peerId: peer.id }) }
  const made = new EncryptedGroup(facts, identity, wireTo(id), groupStoreOf(userId))
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
