// Roster changes that an administrator's browser signs without asking the user.
import type { Card } from '#shared/e2ee/card.ts'
import { listMembersAt } from '#shared/e2ee/roster.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { GroupFacts, StoredGroup } from './group-ports.ts'
import { type ServerClaims, wasEverRosterMember } from './group-state.ts'

/**
 * Returns public keys to add: of members admitted on this device, the peer of a direct conversation, club members.
 * Only first keys or keys already pinned are added automatically; other keys wait for the administrator's review.
 * Keys that replaced unused ones count as first keys: a second device or a sign-out made them, and nobody saw others.
 * A server that lies about it gains nothing, since it could as well show a first generation of its own making.
 */
export function findKeyCardsToAdd(
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
      !wasEverRosterMember(roster, card.userId) &&
      card.userId !== own.userId,
  )
}

/** Returns the roster members who have left the group. Both users of a direct conversation stay on the roster. */
export function findMembersToRemove(
  { shape }: GroupFacts,
  own: Card,
  { roster }: StoredGroup,
  { memberIds }: ServerClaims,
): number[] {
  if (shape === 'direct' || !memberIds.includes(own.userId)) return []
  return (roster ? listMembersAt(roster) : [])
    .map(({ card }) => card.userId)
    .filter(userId => !memberIds.includes(userId))
}
