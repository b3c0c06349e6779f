// What an administrator's browser signs by itself.
import type { Card } from '#shared/e2ee/card.ts'
import { membersAt } from '#shared/e2ee/roster.ts'
import type { GroupFacts, KeptGroup } from './group-ports.ts'
import { isKnown, type ServersWord } from './group-view.ts'
import type { Trust } from './trust.ts'

/**
 * Those who were let in from here, the other of two, and whomever a club has approved: the first time, with the first
 * keys they ever had or those this person knows. Everybody else waits for somebody to look.
 */
export function findComing(
  { shape, peerId }: GroupFacts,
  own: Card,
  { roster, intended }: KeptGroup,
  { waiting }: ServersWord,
  trust: Trust,
): Card[] {
  const isMeant = ({ userId }: Card) => shape === 'club' || userId === peerId || intended.includes(userId)
  const isFit = (card: Card) => {
    const verdict = trust.judge(card)
    return verdict === 'same' || (verdict === 'first' && (shape !== 'club' || card.gen === 1))
  }
  return waiting.filter(
    card => isMeant(card) && isFit(card) && !isKnown(roster, card.userId) && card.userId !== own.userId,
  )
}

/** On the list, and no longer in the group: their place is signed away. Of two people both stay. */
export function findGoing(
  { shape }: GroupFacts,
  own: Card,
  { roster }: KeptGroup,
  { memberIds }: ServersWord,
): number[] {
  if (shape === 'direct' || !memberIds.includes(own.userId)) return []
  return (roster ? membersAt(roster) : [])
    .map(({ card }) => card.userId)
    .filter(userId => !memberIds.includes(userId))
}
