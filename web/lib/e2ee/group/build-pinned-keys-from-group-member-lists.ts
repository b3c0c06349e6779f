import {
  findOtherUserOfDirectConversation,
  getRosterHead,
  getRosterLength,
  listMembersAfterMembershipChange,
} from '#shared/e2ee/roster.ts'
import {
  emptyTrustRecord,
  mergePinnedKeyRecords,
  type TrustRecord,
} from '#web/lib/e2ee/trust/trust-record.ts'
import type { StoredGroup } from './group-ports.ts'

/**
 * Builds a trust record (pinned keys of other users) from verified member lists, on devices set up by a release that
 * did not pin keys.
 */
export function buildPinnedKeysFromGroupMemberLists(
  groups: { groupId: number; kept: Pick<StoredGroup, 'roster' | 'epochs'> }[],
  userId: number,
): TrustRecord {
  let all = emptyTrustRecord
  for (const { groupId, kept } of groups) {
    const { roster, epochs } = kept
    if (!roster) continue
    const last = epochs.at(-1)
    const peer = findOtherUserOfDirectConversation(roster, userId)
    const mark = {
      seq: getRosterLength(roster),
      head: getRosterHead(roster),
      n: last?.n ?? 0,
      eid: last?.eid ?? '',
      // Version 1 of the signed member list states the kind of group only if it is a direct conversation.
      ...(roster.shape !== 'group' && { kind: roster.shape }),
      ...(peer !== undefined && { peer }),
    }
    const pins = listMembersAfterMembershipChange(roster).map(
      ({ card }) => [card.userId, { card, since: Date.now() }] as const,
    )
    all = mergePinnedKeyRecords(all, {
      ...emptyTrustRecord,
      pins: Object.fromEntries(pins),
      groups: { [groupId]: mark },
    })
  }
  return all
}

/**
 * Adds kind and peer of conversations from the signed member lists verified on this device, because earlier releases
 * did not store them.
 */
export function addMissingKindAndPeerToStoredConversations(
  record: TrustRecord,
  derived: TrustRecord,
): TrustRecord {
  const groups = Object.entries(record.groups).map(([groupId, checkpoint]) => {
    const { kind, peer } = derived.groups[Number(groupId)] ?? {}
    return [groupId, { ...(kind && { kind }), ...(peer !== undefined && { peer }), ...checkpoint }]
  })
  return { ...record, groups: Object.fromEntries(groups) }
}
