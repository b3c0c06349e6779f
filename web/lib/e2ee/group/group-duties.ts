// Finds entries of the signed member list that an administrator's browser must add without a decision by its user.

import { listMembersAfterMembershipChange } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { GroupFacts, StoredGroup } from './group-ports.ts'
import { type ServerClaims, wasEverInSignedMemberList } from './group-state.ts'

/**
 * Returns public keys to add: of members admitted on this device, of the peer of a direct conversation, and of club
 * members. Only first keys and keys already pinned are added automatically; all others wait for review by the
 * administrator. Keys that replaced unused keys count as first keys, because nobody had seen the unused keys. A server
 * gains nothing by lying about that, since it could equally invent first keys.
 */
export function findPublicKeysToAddToGroup(
  { shape, peerId }: GroupFacts,
  own: Card,
  { roster, intended }: StoredGroup,
  { waiting, unusedBefore }: ServerClaims,
  trust: Trust,
): Card[] {
  const isIntended = ({ userId }: Card) => shape === 'club' || userId === peerId || intended.includes(userId)
  const isTrusted = (card: Card) => {
    const verdict = trust.compareCard(card)
    const isFirstCard = card.gen === 1 || unusedBefore.includes(card.userId)
    return verdict === 'same' || (verdict === 'first' && (shape !== 'club' || isFirstCard))
  }
  return waiting.filter(
    card =>
      isIntended(card) &&
      isTrusted(card) &&
      !wasEverInSignedMemberList(roster, card.userId) &&
      card.userId !== own.userId,
  )
}

/**
 * Returns the members of the signed member list who have left the group. Both users of a direct conversation stay on
 * the member list.
 */
export function findMembersToRemoveFromGroup(
  { shape }: GroupFacts,
  own: Card,
  { roster }: StoredGroup,
  { memberIds }: ServerClaims,
): number[] {
  if (shape === 'direct' || !memberIds.includes(own.userId)) return []
  return (roster ? listMembersAfterMembershipChange(roster) : [])
    .map(({ card }) => card.userId)
    .filter(userId => !memberIds.includes(userId))
}
