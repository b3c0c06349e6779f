// What somebody sees of an encrypted group, worked out from what was verified.
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { adminsOf, memberAt, membersAt, type Roster, refuse } from '#shared/e2ee/roster.ts'

/**
 * unborn: nobody has signed its beginning yet. outside: one's own keys are not on the list yet. outdated: one's keys
 * were renewed elsewhere. broken: what is served does not hold; nothing is sent.
 */
export type Phase = 'loading' | 'unborn' | 'outside' | 'outdated' | 'ready' | 'broken'

export interface Waiting {
  card: Card
  /** They were on the list with other keys. */
  isChange: boolean
}

export interface GroupState {
  phase: Phase
  /** Why it is broken. */
  reason?: string
  roster?: Roster
  isAdmin: boolean
  /** Members who have keys that are not on the list. */
  waiting: Waiting[]
  /** Whose keys are others than when one last looked. */
  changed: number[]
}

function phaseFor(roster: Roster | undefined, own: Card): Phase {
  if (!roster) return 'unborn'
  const mine = memberAt(roster, own.userId)?.card
  if (!mine || mine.gen < own.gen) return 'outside'
  return mine.gen > own.gen ? 'outdated' : 'ready'
}

export function isKnown(roster: Roster | undefined, userId: number): boolean {
  return roster?.spans.some(({ card }) => card.userId === userId) ?? false
}

export function viewOf(
  roster: Roster | undefined,
  own: Card,
  cards: Card[],
  gens: Record<number, number>,
): GroupState {
  const others = cards.filter(({ userId }) => userId !== own.userId)
  const members = roster ? membersAt(roster) : []
  const phase = phaseFor(roster, own)
  return {
    phase,
    isAdmin: phase === 'ready' && roster !== undefined && adminsOf(roster).includes(own.userId),
    waiting: others.map(card => ({ card, isChange: isKnown(roster, card.userId) })),
    changed: members
      .map(({ card }) => card)
      .filter(({ userId, gen }) => userId !== own.userId && gen > (gens[userId] ?? gen))
      .map(({ userId }) => userId),
    ...(roster && { roster }),
  }
}

/** The list as a whole: of a conversation these two and nobody else, and oneself with the keys one has. */
export function checkPlace(roster: Roster, own: Card, peerId: number | undefined): void {
  if ((peerId !== undefined) !== (roster.shape === 'direct')) refuse('wrong-shape')
  const isStranger = ({ card }: { card: Card }) => card.userId !== own.userId && card.userId !== peerId
  if (peerId !== undefined && roster.spans.some(isStranger)) refuse('direct-of-two')
  const mine = memberAt(roster, own.userId)?.card
  if (mine && mine.gen === own.gen && !isSameCard(mine, own)) refuse('card-swapped')
}
