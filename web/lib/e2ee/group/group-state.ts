// Derives the state of an encrypted group, as screens show it, from verified data.

import {
  findMemberAfterMembershipChange,
  listMembersAfterMembershipChange,
  listMembersWhoMayReadNewMessages,
  listMembersWhoMaySignMembershipChanges,
  maxEncryptedMembers,
  type Roster,
  throwRosterError,
} from '#shared/e2ee/roster.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { isSendingStoppedByKeyMismatchAlarm, keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import type { GroupAlarm, GroupFacts } from './group-ports.ts'

/**
 * Phase of an encrypted group. Messages can be sent only in phase `ready`. `unborn`: the signed member list has no
 * first entry yet. `outside`: the user's keys are not on the member list. `outdated`: the user has renewed the keys on
 * another device. `behind`: the server has lost data, which this device restores. `restarted`: the user must accept the
 * founder of a new member list. `broken`: data from the server failed verification.
 */
export type GroupPhase =
  | 'loading'
  | 'unborn'
  | 'outside'
  | 'outdated'
  | 'behind'
  | 'restarted'
  | 'ready'
  | 'broken'

export interface WaitingMember {
  card: Card
  /**
   * Why the member waits to be added to the signed member list: new, with changed keys, or back with the same keys
   * after leaving.
   */
  why: 'new' | 'changed' | 'back'
}

export interface GroupState {
  phase: GroupPhase
  /** Reason why verification of the encrypted group failed; set in phase `broken`. */
  reason?: string
  /** Whether the group is still in phase `broken` only because of an earlier alarm: the last sync found no problem. */
  isOver?: true
  roster?: Roster
  isAdmin: boolean
  /** Members who cannot read messages until an administrator has added them to the signed member list. */
  waiting: WaitingMember[]
  /** Whether this device is about to add members to the signed member list automatically. */
  isAdding?: true
  /** Members with new keys about which the user has not been notified yet. */
  changed: number[]
  /** Members whose verified key has been replaced. Nothing is sent until the user accepts the new keys. */
  halted: number[]
  /** Members for whom the server has sent two different keys of the same key generation (version of the keys). */
  swapped: number[]
  /** Members whom the server lists, but who are not on the signed member list. */
  unsigned: number[]
  /** Members on the signed member list who have left the group, according to the server. */
  departed: number[]
  /** Users other than the signed-in user who can decrypt the next message in the group. */
  recipients: number[]
  /** Number of the epoch (group key) for the next message; absent if a new epoch must be created first. */
  currentEpoch?: number
  /**
   * Whether the user's published keys were not made by this device and the user has not confirmed or rejected them yet.
   */
  areOwnKeysDisputed: boolean
}

export const areOwnKeysDisputed = () => isSendingStoppedByKeyMismatchAlarm(keyMismatchAlarm.get())

export const createInitialGroupState = (): GroupState => ({
  phase: 'loading',
  isAdmin: false,
  waiting: [],
  changed: [],
  halted: [],
  swapped: [],
  unsigned: [],
  departed: [],
  recipients: [],
  areOwnKeysDisputed: areOwnKeysDisputed(),
})

function computeGroupPhase(roster: Roster | undefined, own: Card, accepted: string | undefined): GroupPhase {
  if (!roster) return 'unborn'
  if (needsAcceptanceOfNewKeys(roster, own, accepted)) return 'restarted'
  const ownSpan = findMemberAfterMembershipChange(roster, own.userId)
  if (ownSpan && ownSpan.card.gen > own.gen) return 'outdated'
  return ownSpan && ownSpan.card.gen === own.gen && ownSpan.out === undefined ? 'ready' : 'outside'
}

/**
 * Only members of the old signed member list, except the founder, must accept a new list. Later members never saw the
 * old one.
 */
function needsAcceptanceOfNewKeys(roster: Roster, own: Card, accepted: string | undefined): boolean {
  const { restarted, made, spans } = roster
  if (restarted === undefined || made[restarted - 1]?.by === own.userId) return false
  if (accepted === getHashOfEntryThatBeganNewMemberList(roster)) return false
  return spans.some(({ card, from }) => card.userId === own.userId && from < restarted)
}

export function wasEverInSignedMemberList(roster: Roster | undefined, userId: number): boolean {
  return roster?.spans.some(({ card }) => card.userId === userId) ?? false
}

/** Data of the server about the members of a group. No user has signed them. */
export interface ServerClaims {
  memberIds: number[]
  /** Validly signed keys of users whom the server lists as members but who are not on the signed member list. */
  waiting: Card[]
  /** Ids of users who wait to be added to the signed member list and whose earlier keys were never used. */
  unusedBefore: number[]
}

const findLastMembershipPeriod = (roster: Roster | undefined, userId: number) =>
  roster?.spans.findLast(({ card }) => card.userId === userId)

/** Milliseconds for which the server may still list members who have signed their own removal. */
const signOutWindow = 60_000

function isMemberSigningOut(roster: Roster | undefined, card: Card): boolean {
  const last = findLastMembershipPeriod(roster, card.userId)
  const madeEntry = last?.to === undefined ? undefined : roster?.made[last.to - 1]
  return (
    last !== undefined &&
    madeEntry?.by === card.userId &&
    hasSamePublicKeys(last.card, card) &&
    Date.now() - madeEntry.ts < signOutWindow
  )
}

function getWaitingReason(roster: Roster | undefined, card: Card): WaitingMember['why'] {
  const last = findLastMembershipPeriod(roster, card.userId)
  if (!last) return 'new'
  return hasSamePublicKeys(last.card, card) ? 'back' : 'changed'
}

function listWaitingMembers(
  roster: Roster | undefined,
  own: Card,
  { memberIds, waiting }: Pick<ServerClaims, 'memberIds' | 'waiting'>,
): WaitingMember[] {
  const others = waiting.filter(card => card.userId !== own.userId && !isMemberSigningOut(roster, card))
  const back = (roster ? listMembersAfterMembershipChange(roster) : []).filter(
    ({ card, out }) =>
      out !== undefined &&
      memberIds.includes(card.userId) &&
      !others.some(({ userId }) => userId === card.userId),
  )
  return [
    ...others.map((card): WaitingMember => ({ card, why: getWaitingReason(roster, card) })),
    ...back
      .filter(({ card }) => card.userId !== own.userId)
      .map(({ card }): WaitingMember => ({ card, why: 'back' })),
  ]
}

/** Reason of the group's phase `broken`: the server has sent two different keys for one member. */
export const swappedReason = 'person-swapped'

/** Reason for not encrypting a message: no other user could decrypt it. */
export const aloneReason = 'alone'

/** Reason for not encrypting a message: the user has not said whether newer published keys are genuine. */
export const ownKeysDisputedReason = 'own-keys-disputed'

/** Reason for refusing to edit a message: the members have changed, so its epoch (group key) has ended. */
export const epochChangedReason = 'epoch-changed'

/** Reason of the group's phase `broken`: a message was encrypted with a group key that the server did not send. */
export const entriesWithheldReason = 'entries-withheld'

/**
 * Reason of phase `broken`: the user's own messages refer to a newer vault (encrypted backup on the server) than the
 * server sent.
 */
export const vaultWithheldReason = 'vault-withheld'

export function buildEncryptedGroupState(
  roster: Roster | undefined,
  own: Card,
  word: Pick<ServerClaims, 'memberIds' | 'waiting'>,
  trust: Pick<Trust, 'getPin'>,
  { accepted, alarm }: { accepted?: string; alarm?: GroupAlarm },
): GroupState {
  const phase = computeGroupPhase(roster, own, accepted)
  const readers = roster ? listMembersWhoMayReadNewMessages(roster).map(({ card }) => card.userId) : []
  const others = readers.filter(userId => userId !== own.userId)
  const waiting = listWaitingMembers(roster, own, word)
  const relevantIds = [...new Set([...others, ...waiting.map(({ card }) => card.userId)])]
  const isMemberOnServer = (userId: number) => word.memberIds.includes(userId)
  const swapped = relevantIds.filter(userId => trust.getPin(userId)?.conflict)
  const broken = swapped.length > 0 ? { phase: 'broken' as const, reason: swappedReason } : undefined
  const dismissible = alarm && { phase: 'broken' as const, reason: alarm.reason, isOver: true as const }
  return {
    phase,
    isAdmin:
      phase === 'ready' &&
      roster !== undefined &&
      listMembersWhoMaySignMembershipChanges(roster).includes(own.userId),
    waiting,
    changed: others.filter(userId => trust.getPin(userId)?.isChanged),
    halted: others.filter(userId => trust.getPin(userId)?.next),
    swapped,
    unsigned: roster ? word.memberIds.filter(userId => !readers.includes(userId)) : [],
    departed: others.filter(userId => !isMemberOnServer(userId)),
    recipients: others,
    areOwnKeysDisputed: areOwnKeysDisputed(),
    ...(roster && { roster }),
    ...(broken ?? dismissible),
  }
}

const hasExpectedConversationShape = (roster: Roster, { shape }: GroupFacts) =>
  roster.shape === shape || (roster.shape === 'group' && shape !== 'direct')

/**
 * Whether the signed member list was restarted, without this user having accepted it, and the restart ended the user's
 * membership with these keys.
 */
function isMembershipEndedByRestart(
  { hashes, spans }: Roster,
  own: Card,
  accepted: string | undefined,
): boolean {
  const acceptedSeq = accepted === undefined ? 0 : hashes.indexOf(accepted) + 1
  return spans.some(
    ({ card, to = 0, out, isCut }) =>
      isCut && to > acceptedSeq && out === undefined && hasSamePublicKeys(card, own),
  )
}

export const restartedOverMember = 'restarted-over-me'

/** Returns the hash of the entry by which the signed member list was last restarted. */
export function getHashOfEntryThatBeganNewMemberList({ restarted, hashes }: Roster): string | undefined {
  return restarted === undefined ? undefined : hashes[restarted - 1]
}

/**
 * Checks a signed member list as a whole: kind of group, the two users of a direct conversation, and the user's own
 * keys.
 */
export function requireSignedMemberListMatchesGroupFromServer(
  roster: Roster,
  own: Card,
  facts: GroupFacts,
  accepted: string | undefined,
): void {
  if (!hasExpectedConversationShape(roster, facts)) throwRosterError('wrong-shape')
  const { shape, peerId } = facts
  const named = [roster.made[0]?.by, roster.peer, ...roster.spans.map(({ card }) => card.userId)]
  const isThirdPerson = (userId: number | undefined) =>
    userId !== undefined && userId !== own.userId && userId !== peerId
  // If this device does not know the other user of a direct conversation, the member list states who it is.
  if (shape === 'direct' && peerId !== undefined && named.some(isThirdPerson))
    throwRosterError('direct-of-two')
  const listedCard = findMemberAfterMembershipChange(roster, own.userId)?.card
  if (listedCard && listedCard.gen === own.gen && !hasSamePublicKeys(listedCard, own))
    throwRosterError('card-swapped')
  if (roster.restarted === undefined) return
  if (shape !== 'club') throwRosterError('wrong-shape')
  if (isMembershipEndedByRestart(roster, own, accepted)) throwRosterError(restartedOverMember)
}

/** Number of members from which a club gets a warning that only 500 members can read encrypted messages. */
const warningSize = 450

export function getEncryptedGroupSizeWarning({ memberIds }: ServerClaims): 'nearly' | 'full' | undefined {
  if (memberIds.length > maxEncryptedMembers) return 'full'
  return memberIds.length >= warningSize ? 'nearly' : undefined
}

/** Change of the signed member list, shown between the messages of a conversation at the time of the change. */
export interface RosterChange {
  seq: number
  by: number
  at: number
  kind: 'began' | 'added' | 'renewed' | 'removed' | 'left' | 'restarted'
  userIds: number[]
}

/** Describes the change that entry number `seq` made to the signed member list. */
export function findMemberListChangeOfEntry(roster: Roster, seq: number): RosterChange | undefined {
  const madeEntry = roster.made[seq - 1]
  if (!madeEntry) return undefined
  const { by, ts: at } = madeEntry
  const from = roster.spans.filter(span => span.from === seq).map(({ card }) => card.userId)
  const to = roster.spans.filter(span => span.to === seq).map(({ card }) => card.userId)
  const buildEvent = (kind: RosterChange['kind'], userIds: number[]): RosterChange => ({
    seq,
    by,
    at,
    kind,
    userIds,
  })
  if (seq === 1) return buildEvent('began', from)
  if (roster.restarted === seq) return buildEvent('restarted', from)
  if (from.length > 0)
    return buildEvent(from.every(userId => to.includes(userId)) ? 'renewed' : 'added', from)
  return buildEvent(to.length === 1 && to[0] === by ? 'left' : 'removed', to)
}
