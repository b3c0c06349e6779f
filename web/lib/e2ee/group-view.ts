// What somebody sees of an encrypted group, worked out from what was verified.
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import {
  adminsOf,
  memberAt,
  membersAt,
  mostEncrypted,
  type Roster,
  readersNow,
  refuse,
} from '#shared/e2ee/roster.ts'
import type { Alarm, GroupFacts } from './group-ports.ts'
import type { Trust } from './trust.ts'

/**
 * unborn: nobody has signed its beginning yet. outside: one's own keys are not on the list. outdated: one's keys were
 * renewed elsewhere. behind: the server knows less than this device; it is being made whole. restarted: the list began
 * anew, and it is for this person to accept who founded it. broken: what is served does not hold.
 * In all but `ready` nothing is sent.
 */
export type Phase =
  | 'loading'
  | 'unborn'
  | 'outside'
  | 'outdated'
  | 'behind'
  | 'restarted'
  | 'ready'
  | 'broken'

export interface Waiting {
  card: Card
  /** new: never on the list. changed: with other keys. back: left out or gone before, with the same keys. */
  why: 'new' | 'changed' | 'back'
}

export interface GroupState {
  phase: Phase
  /** Why it is broken. */
  reason?: string
  /** Broken, and the last look found nothing wrong any more. */
  isOver?: true
  roster?: Roster
  isAdmin: boolean
  /** Members who could read once an administrator signs for them. */
  waiting: Waiting[]
  /** Whose keys are others than when one last looked. */
  changed: number[]
  /** Whose verified keys are no longer theirs: nothing is sent before one has accepted the new ones. */
  halted: number[]
  /** Of whom two different cards of one generation were shown. */
  swapped: number[]
  /** In the group by the server's word, and not on the signed list. */
  unsigned: number[]
  /** On the signed list, and no longer in the group by the server's word. */
  departed: number[]
}

export const nothingSeen: GroupState = {
  phase: 'loading',
  isAdmin: false,
  waiting: [],
  changed: [],
  halted: [],
  swapped: [],
  unsigned: [],
  departed: [],
}

function phaseFor(roster: Roster | undefined, own: Card, accepted: string | undefined): Phase {
  if (!roster) return 'unborn'
  if (needsAcceptance(roster, own, accepted)) return 'restarted'
  const mine = memberAt(roster, own.userId)
  if (mine && mine.card.gen > own.gen) return 'outdated'
  return mine && mine.card.gen === own.gen && mine.out === undefined ? 'ready' : 'outside'
}

/** Whoever was on the old list, or founded the new one, has something to compare; others came to it afresh. */
function needsAcceptance(roster: Roster, own: Card, accepted: string | undefined): boolean {
  const { restarted, made, spans } = roster
  if (restarted === undefined || made[restarted - 1]?.by === own.userId) return false
  if (accepted === restartOf(roster)) return false
  return spans.some(({ card, from }) => card.userId === own.userId && from < restarted)
}

export function isKnown(roster: Roster | undefined, userId: number): boolean {
  return roster?.spans.some(({ card }) => card.userId === userId) ?? false
}

/** What the server says beside the signed list. */
export interface ServersWord {
  memberIds: number[]
  /** Genuine cards of members who are not on the list with them. */
  waiting: Card[]
}

const lastOf = (roster: Roster | undefined, userId: number) =>
  roster?.spans.findLast(({ card }) => card.userId === userId)

/** Whoever signs themselves out is gone by the server's word a moment later. */
const leavingTime = 60_000

function isLeaving(roster: Roster | undefined, card: Card): boolean {
  const last = lastOf(roster, card.userId)
  const made = last?.to === undefined ? undefined : roster?.made[last.to - 1]
  return (
    last !== undefined &&
    made?.by === card.userId &&
    isSameCard(last.card, card) &&
    Date.now() - made.ts < leavingTime
  )
}

function whyOf(roster: Roster | undefined, card: Card): Waiting['why'] {
  const last = lastOf(roster, card.userId)
  if (!last) return 'new'
  return isSameCard(last.card, card) ? 'back' : 'changed'
}

function waitingFor(roster: Roster | undefined, own: Card, { memberIds, waiting }: ServersWord): Waiting[] {
  const others = waiting.filter(card => card.userId !== own.userId && !isLeaving(roster, card))
  const back = (roster ? membersAt(roster) : []).filter(
    ({ card, out }) =>
      out !== undefined &&
      memberIds.includes(card.userId) &&
      !others.some(({ userId }) => userId === card.userId),
  )
  return [
    ...others.map((card): Waiting => ({ card, why: whyOf(roster, card) })),
    ...back
      .filter(({ card }) => card.userId !== own.userId)
      .map(({ card }): Waiting => ({ card, why: 'back' })),
  ]
}

/** Why it is broken where two sets of keys were shown as one person's. */
export const swappedReason = 'person-swapped'

export function viewOf(
  roster: Roster | undefined,
  own: Card,
  word: ServersWord,
  trust: Pick<Trust, 'pinOf'>,
  { accepted, alarm }: { accepted?: string; alarm?: Alarm },
): GroupState {
  const phase = phaseFor(roster, own, accepted)
  const readers = roster ? readersNow(roster).map(({ card }) => card.userId) : []
  const others = readers.filter(userId => userId !== own.userId)
  const waiting = waitingFor(roster, own, word)
  const met = [...new Set([...others, ...waiting.map(({ card }) => card.userId)])]
  const isThere = (userId: number) => word.memberIds.includes(userId)
  const swapped = met.filter(userId => trust.pinOf(userId)?.conflict)
  const broken = swapped.length > 0 ? { phase: 'broken' as const, reason: swappedReason } : undefined
  const past = alarm && { phase: 'broken' as const, reason: alarm.reason, isOver: true as const }
  return {
    phase,
    isAdmin: phase === 'ready' && roster !== undefined && adminsOf(roster).includes(own.userId),
    waiting,
    changed: others.filter(userId => trust.pinOf(userId)?.isChanged),
    halted: others.filter(userId => trust.pinOf(userId)?.next),
    swapped,
    unsigned: roster ? word.memberIds.filter(userId => !readers.includes(userId)) : [],
    departed: others.filter(userId => !isThere(userId)),
    ...(roster && { roster }),
    ...(broken ?? past),
  }
}

const isShape = (roster: Roster, { shape }: GroupFacts) =>
  roster.shape === shape || (roster.shape === 'group' && shape !== 'direct')

/** Whether one stood on an old list, in good order, when it began anew: then nobody had a right to. */
function isPassedOver({ hashes, spans }: Roster, own: Card, accepted: string | undefined): boolean {
  const settled = accepted === undefined ? 0 : hashes.indexOf(accepted) + 1
  return spans.some(
    ({ card, to = 0, out, isCut }) => isCut && to > settled && out === undefined && isSameCard(card, own),
  )
}

export const passedOver = 'restarted-over-me'

/** The entry with which the list last began anew. */
export function restartOf({ restarted, hashes }: Roster): string | undefined {
  return restarted === undefined ? undefined : hashes[restarted - 1]
}

/** The list as a whole: of a conversation these two and nobody else, and oneself with the keys one has. */
export function checkPlace(roster: Roster, own: Card, facts: GroupFacts, accepted: string | undefined): void {
  if (!isShape(roster, facts)) refuse('wrong-shape')
  const { shape, peerId } = facts
  // Of one who has erased themselves the server names nobody any more; a third was never on the list.
  const isStranger = ({ card }: { card: Card }) => card.userId !== own.userId && card.userId !== peerId
  if (shape === 'direct' && peerId !== undefined && roster.spans.some(isStranger)) refuse('direct-of-two')
  const mine = memberAt(roster, own.userId)?.card
  if (mine && mine.gen === own.gen && !isSameCard(mine, own)) refuse('card-swapped')
  if (roster.restarted === undefined) return
  if (shape !== 'club') refuse('wrong-shape')
  if (isPassedOver(roster, own, accepted)) refuse(passedOver)
}

/** A club of so many is told that no more than five hundred can read. */
const nearlyFull = 450

export function crowdOf({ memberIds }: ServersWord): 'nearly' | 'full' | undefined {
  if (memberIds.length > mostEncrypted) return 'full'
  return memberIds.length >= nearlyFull ? 'nearly' : undefined
}

/** One change of the list, for the conversation to show where it happened. */
export interface RosterLine {
  seq: number
  by: number
  at: number
  kind: 'began' | 'added' | 'renewed' | 'removed' | 'left' | 'restarted'
  userIds: number[]
}

/** What entry `seq` did. */
export function lineOf(roster: Roster, seq: number): RosterLine | undefined {
  const made = roster.made[seq - 1]
  if (!made) return undefined
  const { by, ts: at } = made
  const from = roster.spans.filter(span => span.from === seq).map(({ card }) => card.userId)
  const to = roster.spans.filter(span => span.to === seq).map(({ card }) => card.userId)
  const one = (kind: RosterLine['kind'], userIds: number[]): RosterLine => ({ seq, by, at, kind, userIds })
  if (seq === 1) return one('began', from)
  if (roster.restarted === seq) return one('restarted', from)
  if (from.length > 0) return one(from.every(userId => to.includes(userId)) ? 'renewed' : 'added', from)
  return one(to.length === 1 && to[0] === by ? 'left' : 'removed', to)
}
