// Trust record of a user: the pinned public keys of other users, and the last verified state of each group.
// The verified state of a group consists of an entry of its signed member list and an epoch (group key).
// Each device changes its trust record on its own. Merging the records of two devices loses no information.
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { KnownConversation } from '#web/lib/e2ee/conversation/describe-conversation.ts'

export interface KeyPin {
  card: Card
  /** Time at which this device first saw the contact's keys, in milliseconds. */
  since: number
  /** Time in milliseconds at which the user last compared the safety number or scanned the QR code. */
  verifiedAt?: number
  /** Time at which the user accepted the keys in place of the contact's earlier keys, in milliseconds. */
  acceptedAt?: number
  /** Newer keys of a verified contact. Nothing is sent to the contact until the user accepts the newer keys. */
  next?: Card
  /**
   * Different public keys of the same contact and key generation (version of the keys), of which one must be forged.
   */
  conflict?: { card: Card; at: number }
  /** Whether the contact has new keys about which the user has not been notified yet. */
  isChanged?: true
  /** Name that the contact signed, with its revision number and the previous name. */
  name?: { rev: number; name: string; before?: string }
}

/**
 * Checkpoint of a group: number and hash of the last verified signed member list entry and of the last verified epoch
 * (group key). Both numbers are 0 while only the kind of conversation is known, because the user has just started it on
 * this device.
 */
export interface GroupCheckpoint extends KnownConversation {
  seq: number
  head: string
  n: number
  eid: string
  /**
   * Whether the server sent the user's devices different signed member list entries or epochs (group keys) with the
   * same number.
   */
  isForked?: true
}

export interface TrustRecord {
  /** Version of the vault (encrypted backup on the server) that was last read or written; 0 if there was none. */
  version: number
  pins: Record<number, KeyPin>
  groups: Record<number, GroupCheckpoint>
  /** Unused field that the vault (encrypted backup on the server) must have for earlier releases. */
  plain: number[]
  /**
   * Plaintext groups that the user has opened on this device: global, country and club (see describe-conversation.ts).
   */
  slots?: Record<string, number>
  /** Newest version of the vault (encrypted backup on the server) to which a message of the user refers. */
  named?: number
}

export const emptyTrustRecord: TrustRecord = { version: 0, pins: {}, groups: {}, plain: [] }

/** Sort key of public keys, by which all devices choose the same one of two conflicting keys. */
const getCardSortKey = ({ sign, box }: Card) => sign + box

function chooseNewestCard(a: Card | undefined, b: Card | undefined): Card | undefined {
  if (!a || !b) return a ?? b
  if (a.gen !== b.gen) return a.gen > b.gen ? a : b
  return getCardSortKey(a) < getCardSortKey(b) ? a : b
}

function chooseNewestConflict(a: KeyPin['conflict'], b: KeyPin['conflict']): KeyPin['conflict'] {
  if (!a || !b) return a ?? b
  return (a.at - b.at || (getCardSortKey(a.card) < getCardSortKey(b.card) ? 1 : -1)) > 0 ? a : b
}

const chooseNewestName = (a: KeyPin, b: KeyPin) =>
  (a.name?.rev ?? 0) >= (b.name?.rev ?? 0) ? a.name : b.name

/** Keys that are verified or conflict with other keys are replaced only by a decision of the user. */
export const needsDecisionAboutKeys = ({ verifiedAt, conflict }: KeyPin) =>
  verifiedAt !== undefined || conflict !== undefined

/** A contact's newer keys replace older ones, unless the older are verified and the user has not accepted the newer. */
function mergeOlderAndNewerPin(older: KeyPin, newer: KeyPin): KeyPin {
  const name = chooseNewestName(newer, older)
  const isChosen = newer.verifiedAt !== undefined || newer.acceptedAt !== undefined
  if (isChosen || !needsDecisionAboutKeys(older)) return { ...newer, ...(name && { name }) }
  const next = chooseNewestCard(older.next, chooseNewestCard(newer.next, newer.card)) as Card
  return { ...older, next, ...(name && { name }) }
}

/** Orders two conflicting keys of a contact: the one verified last first, or else the one seen first. */
function orderConflictingPins(a: KeyPin, b: KeyPin): [kept: KeyPin, other: KeyPin] {
  const byVerified = (a.verifiedAt ?? 0) - (b.verifiedAt ?? 0)
  const bySince = b.since - a.since
  const byName = getCardSortKey(a.card) < getCardSortKey(b.card) ? 1 : -1
  return (byVerified || bySince || byName) > 0 ? [a, b] : [b, a]
}

/**
 * Returns the newer of two key conflicts: the recorded conflict of `kept`, or its conflict with the keys in
 * `other`.
 */
function mergeKeyConflict(kept: KeyPin, other: KeyPin): KeyPin['conflict'] {
  const at = Math.max(other.since, other.verifiedAt ?? 0, other.conflict?.at ?? 0)
  return chooseNewestConflict({ card: other.card, at }, kept.conflict)
}

/** Merges what two devices know about one contact. Exchanging the two arguments does not change the result. */
function mergePins(a: KeyPin, b: KeyPin): KeyPin {
  if (a.card.gen !== b.card.gen)
    return a.card.gen > b.card.gen ? mergeOlderAndNewerPin(b, a) : mergeOlderAndNewerPin(a, b)
  const isSame = hasSamePublicKeys(a.card, b.card)
  const [kept, other] = isSame ? [a, b] : orderConflictingPins(a, b)
  const verifiedAt = isSame ? Math.max(a.verifiedAt ?? 0, b.verifiedAt ?? 0) : (kept.verifiedAt ?? 0)
  const acceptedAt = isSame ? Math.max(a.acceptedAt ?? 0, b.acceptedAt ?? 0) : (kept.acceptedAt ?? 0)
  const conflict = isSame ? chooseNewestConflict(a.conflict, b.conflict) : mergeKeyConflict(kept, other)
  const next = chooseNewestCard(a.next, b.next)
  const name = chooseNewestName(a, b)
  return {
    card: kept.card,
    since: Math.min(a.since, b.since),
    ...(verifiedAt > 0 && { verifiedAt }),
    ...(acceptedAt > 0 && { acceptedAt }),
    ...(next && { next }),
    // A contradiction of public keys is resolved when the user later compares the safety numbers.
    ...(conflict && conflict.at > verifiedAt && { conflict }),
    ...(a.isChanged && b.isChanged && { isChanged: true }),
    ...(name && { name }),
  }
}

/** Whether two stored records with the same group id describe different conversations. */
export function doRecordsDescribeDifferentConversations(a: KnownConversation, b: KnownConversation): boolean {
  const isOtherKind = a.kind !== undefined && b.kind !== undefined && a.kind !== b.kind
  return isOtherKind || (a.peer !== undefined && b.peer !== undefined && a.peer !== b.peer)
}

function mergeCheckpoints(a: GroupCheckpoint, b: GroupCheckpoint): GroupCheckpoint {
  const longer = (a.seq - b.seq || (a.head < b.head ? 1 : -1)) > 0 ? a : b
  const { n, eid } = (a.n - b.n || (a.eid < b.eid ? 1 : -1)) > 0 ? a : b
  const isDifferent = (a.seq === b.seq && a.head !== b.head) || (a.n === b.n && a.eid !== b.eid)
  const isForked = a.isForked || b.isForked || isDifferent || doRecordsDescribeDifferentConversations(a, b)
  const isClub = a.isClub === undefined ? b.isClub : a.isClub && (b.isClub ?? true)
  const [kind, peer, founder] = [a.kind ?? b.kind, a.peer ?? b.peer, a.founder ?? b.founder]
  return {
    seq: longer.seq,
    head: longer.head,
    n,
    eid,
    ...(kind && { kind }),
    ...(peer !== undefined && { peer }),
    ...(founder !== undefined && { founder }),
    ...(isClub !== undefined && { isClub }),
    ...(isForked && { isForked: true as const }),
  }
}

function mergeRecordsById<T>(
  a: Record<number, T>,
  b: Record<number, T>,
  merge: (a: T, b: T) => T,
): Record<number, T> {
  const all = { ...a }
  for (const [key, other] of Object.entries(b)) {
    const own = a[Number(key)]
    all[Number(key)] = own ? merge(own, other) : other
  }
  return all
}

/** Merges two trust records without losing information from either. */
export function mergePinnedKeyRecords(a: TrustRecord, b: TrustRecord): TrustRecord {
  return {
    version: Math.max(a.version, b.version),
    named: Math.max(a.named ?? 0, b.named ?? 0),
    pins: mergeRecordsById(a.pins, b.pins, mergePins),
    groups: mergeRecordsById(a.groups, b.groups, mergeCheckpoints),
    plain: [],
    ...((a.slots ?? b.slots) && { slots: { ...b.slots, ...a.slots } }),
  }
}
