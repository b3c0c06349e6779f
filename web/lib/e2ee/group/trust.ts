// Trust on first use: pins the key card of every other user for all groups and calls of the signed-in user.
// The trust record also holds a checkpoint of every group's roster and epochs.
// The trust record is stored on the device and, encrypted in the vault, for the user's other devices.
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { getRosterHead, getRosterLength, listMembersAt } from '#shared/e2ee/roster.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import { createStore } from '#web/lib/state/store.ts'
import type { StoredGroup } from './group-ports.ts'

export interface KeyPin {
  card: Card
  /** Timestamp (ms) at which the keys were first seen. */
  since: number
  /** Timestamp (ms) at which the safety number was last compared, or the code scanned. */
  verifiedAt?: number
  /** Timestamp (ms) at which the user accepted these keys in place of earlier ones. */
  acceptedAt?: number
  /** Newer keys of a verified contact. Nothing is sent to the contact until the user accepts them. */
  next?: Card
  /** Second key card of the same generation. One of the two is forged. */
  conflict?: { card: Card; at: number }
  /** The contact has new keys that the user has not seen yet. */
  isChanged?: true
  /** Name that the contact signed, with its revision and the previous name. */
  name?: { rev: number; name: string; before?: string }
}

/** Last verified position of a group: roster entry and key epoch. */
export interface GroupCheckpoint {
  /** Absent in checkpoints of roster version 1, which does not state the kind of group. */
  isClub?: boolean
  seq: number
  head: string
  n: number
  eid: string
  /** The user's devices were served different rosters or epochs at the same position. */
  isForked?: true
}

export interface TrustRecord {
  /** Version of the vault that was last read or written; 0 for none. */
  version: number
  pins: Record<number, KeyPin>
  groups: Record<number, GroupCheckpoint>
  /** Clubs for which the user confirmed, on this device, that they write without encryption. */
  plain: number[]
  /** Newest vault version that the user's own messages refer to. */
  named?: number
}

export const emptyTrustRecord: TrustRecord = { version: 0, pins: {}, groups: {}, plain: [] }

/** Storage of the trust record on the device. `save` merges with the stored record and returns the result. */
export interface TrustStore {
  load(): Promise<TrustRecord | undefined>
  save(record: TrustRecord): Promise<TrustRecord>
}

/** Comparison of a key card with the pinned one. swapped: both have the same generation but differ. */
export type KeyVerdict = 'first' | 'same' | 'older' | 'newer' | 'swapped'

/** Sort key that makes both devices choose the same of two conflicting cards. */
const cardSortKey = ({ sign, box }: Card) => sign + box

function chooseNewestCard(a: Card | undefined, b: Card | undefined): Card | undefined {
  if (!a || !b) return a ?? b
  if (a.gen !== b.gen) return a.gen > b.gen ? a : b
  return cardSortKey(a) < cardSortKey(b) ? a : b
}

function chooseNewestConflict(a: KeyPin['conflict'], b: KeyPin['conflict']): KeyPin['conflict'] {
  if (!a || !b) return a ?? b
  return (a.at - b.at || (cardSortKey(a.card) < cardSortKey(b.card) ? 1 : -1)) > 0 ? a : b
}

const chooseNewestName = (a: KeyPin, b: KeyPin) =>
  (a.name?.rev ?? 0) >= (b.name?.rev ?? 0) ? a.name : b.name

/** Verified or conflicting keys are never replaced without the user's decision. */
const needsDecision = ({ verifiedAt, conflict }: KeyPin) => verifiedAt !== undefined || conflict !== undefined

/** Newer keys replace older ones, unless the older are verified and the user has not accepted the newer. */
function mergeGenerations(older: KeyPin, newer: KeyPin): KeyPin {
  const name = chooseNewestName(newer, older)
  const isChosen = newer.verifiedAt !== undefined || newer.acceptedAt !== undefined
  if (isChosen || !needsDecision(older)) return { ...newer, ...(name && { name }) }
  const next = chooseNewestCard(older.next, chooseNewestCard(newer.next, newer.card)) as Card
  return { ...older, next, ...(name && { name }) }
}

/** Orders two cards of one generation: the one verified last, else the one seen first. */
function orderByEvidence(a: KeyPin, b: KeyPin): [kept: KeyPin, other: KeyPin] {
  const byVerified = (a.verifiedAt ?? 0) - (b.verifiedAt ?? 0)
  const bySince = b.since - a.since
  const byName = cardSortKey(a.card) < cardSortKey(b.card) ? 1 : -1
  return (byVerified || bySince || byName) > 0 ? [a, b] : [b, a]
}

/** Merges two conflicting key cards. The conflict's timestamp is that of the last evidence for the other card. */
function mergeConflict(kept: KeyPin, other: KeyPin): KeyPin['conflict'] {
  const at = Math.max(other.since, other.verifiedAt ?? 0, other.conflict?.at ?? 0)
  return chooseNewestConflict({ card: other.card, at }, kept.conflict)
}

/** Merges what two devices know about one contact; the result does not depend on the order. */
function mergePins(a: KeyPin, b: KeyPin): KeyPin {
  if (a.card.gen !== b.card.gen)
    return a.card.gen > b.card.gen ? mergeGenerations(b, a) : mergeGenerations(a, b)
  const isSame = isSameCard(a.card, b.card)
  const [kept, other] = isSame ? [a, b] : orderByEvidence(a, b)
  const verifiedAt = isSame ? Math.max(a.verifiedAt ?? 0, b.verifiedAt ?? 0) : (kept.verifiedAt ?? 0)
  const acceptedAt = isSame ? Math.max(a.acceptedAt ?? 0, b.acceptedAt ?? 0) : (kept.acceptedAt ?? 0)
  const conflict = isSame ? chooseNewestConflict(a.conflict, b.conflict) : mergeConflict(kept, other)
  const next = chooseNewestCard(a.next, b.next)
  const name = chooseNewestName(a, b)
  return {
    card: kept.card,
    since: Math.min(a.since, b.since),
    ...(verifiedAt > 0 && { verifiedAt }),
    ...(acceptedAt > 0 && { acceptedAt }),
    ...(next && { next }),
    // A comparison of safety numbers after the conflict resolves it.
    ...(conflict && conflict.at > verifiedAt && { conflict }),
    ...(a.isChanged && b.isChanged && { isChanged: true }),
    ...(name && { name }),
  }
}

function mergeCheckpoints(a: GroupCheckpoint, b: GroupCheckpoint): GroupCheckpoint {
  const longer = (a.seq - b.seq || (a.head < b.head ? 1 : -1)) > 0 ? a : b
  const { n, eid } = (a.n - b.n || (a.eid < b.eid ? 1 : -1)) > 0 ? a : b
  const isDifferent = (a.seq === b.seq && a.head !== b.head) || (a.n === b.n && a.eid !== b.eid)
  const isForked = a.isForked || b.isForked || isDifferent
  const isClub = a.isClub === undefined ? b.isClub : a.isClub && (b.isClub ?? true)
  return {
    seq: longer.seq,
    head: longer.head,
    n,
    eid,
    ...(isClub !== undefined && { isClub }),
    ...(isForked && { isForked: true as const }),
  }
}

function mergeRecords<T>(
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

/** Merges two trust records without losing what either knew. */
export function mergeTrust(a: TrustRecord, b: TrustRecord): TrustRecord {
  return {
    version: Math.max(a.version, b.version),
    named: Math.max(a.named ?? 0, b.named ?? 0),
    pins: mergeRecords(a.pins, b.pins, mergePins),
    groups: mergeRecords(a.groups, b.groups, mergeCheckpoints),
    plain: [...new Set([...a.plain, ...b.plain])],
  }
}

/** Builds a trust record from verified rosters, for devices that were set up before pins existed. */
export function buildTrustFromGroups(
  groups: { groupId: number; kept: Pick<StoredGroup, 'roster' | 'epochs'> }[],
): TrustRecord {
  let all = emptyTrustRecord
  for (const { groupId, kept } of groups) {
    const { roster, epochs } = kept
    if (!roster) continue
    const last = epochs.at(-1)
    const mark = {
      seq: getRosterLength(roster),
      head: getRosterHead(roster),
      n: last?.n ?? 0,
      eid: last?.eid ?? '',
    }
    const pins = listMembersAt(roster).map(({ card }) => [card.userId, { card, since: Date.now() }] as const)
    all = mergeTrust(all, {
      ...emptyTrustRecord,
      pins: Object.fromEntries(pins),
      groups: { [groupId]: mark },
    })
  }
  return all
}

export class Trust {
  readonly #state = createStore<TrustRecord>(emptyTrustRecord)
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly #store: TrustStore
  #loading: Promise<void> | undefined
  readonly #serialize = createMutex()
  /** Function that loads a newer vault from the server; assigned by the Vault class. */
  reloadVault: () => Promise<void> = async () => {}
  /** Called after a change that the vault does not contain yet. */
  onChanged: () => void = () => {}

  constructor(store: TrustStore) {
    this.#store = store
  }

  load(): Promise<void> {
    this.#loading ??= this.#store
      .load()
      .then(record => record && this.#state.set(mergeTrust(this.get(), record)))
      .catch(error => {
        this.#loading = undefined
        throw error
      })
    return this.#loading
  }

  getPin(userId: number): KeyPin | undefined {
    return this.get().pins[userId]
  }

  getCheckpoint(groupId: number): GroupCheckpoint | undefined {
    return this.get().groups[groupId]
  }

  compareCard(card: Card): KeyVerdict {
    const pin = this.getPin(card.userId)
    if (!pin) return 'first'
    if (card.gen === pin.card.gen) return isSameCard(card, pin.card) ? 'same' : 'swapped'
    return card.gen > pin.card.gen ? 'newer' : 'older'
  }

  /**
   * Records key cards with valid signatures. The first card of a contact is pinned.
   * A second card of the same generation is recorded as a conflict.
   * Newer keys on the roster replace the pin if a pinned administrator signed them (`vouched`).
   * Other newer keys on the roster wait for the user's decision.
   * Newer keys of a user who is only asking to join change nothing.
   */
  async recordCards(cards: { card: Card; word: 'vouched' | 'listed' | 'asking' }[]): Promise<void> {
    const changes: Record<number, KeyPin> = {}
    for (const { card, word } of cards) {
      const pin = this.getPin(card.userId)
      const verdict = this.compareCard(card)
      if (!pin) changes[card.userId] = { card, since: Date.now() }
      else if (verdict === 'swapped') {
        const isKnown = pin.conflict && isSameCard(pin.conflict.card, card)
        if (!isKnown) changes[card.userId] = { ...pin, conflict: { card, at: Date.now() } }
      } else if (verdict === 'newer' && word !== 'asking') {
        if (word === 'vouched' && !needsDecision(pin))
          changes[card.userId] = { card, since: Date.now(), isChanged: true, ...keepName(pin) }
        else if (!pin.next || !isSameCard(pin.next, card)) changes[card.userId] = { ...pin, next: card }
      }
    }
    if (Object.keys(changes).length > 0) await this.#learn({ pins: changes })
  }

  /** Pins a newer key card that the user has accepted. */
  async acceptCard(card: Card): Promise<void> {
    const pin = this.getPin(card.userId)
    if (pin && card.gen <= pin.card.gen) return
    const now = Date.now()
    await this.#learn({
      pins: { [card.userId]: { card, since: now, acceptedAt: now, ...(pin && keepName(pin)) } },
    })
  }

  /** Marks a card as verified after the safety numbers matched; any conflicting card is discarded as forged. */
  async markVerified(card: Card): Promise<void> {
    const pin = this.getPin(card.userId)
    const base =
      pin && isSameCard(pin.card, card) ? pin : { card, since: Date.now(), ...(pin && keepName(pin)) }
    const { conflict: _, isChanged: __, ...clean } = base as KeyPin
    // The timestamp must exceed earlier ones, also those of a device whose clock is ahead.
    const verifiedAt = Math.max(Date.now(), (pin?.verifiedAt ?? 0) + 1, pin?.conflict?.at ?? 0)
    await this.#learn({ pins: { [card.userId]: { ...clean, verifiedAt } } })
  }

  /** Marks the new keys of these contacts as seen. */
  async acknowledgeNewKeys(userIds: number[]): Promise<void> {
    const changes: Record<number, KeyPin> = {}
    for (const userId of userIds) {
      const pin = this.getPin(userId)
      if (!pin?.isChanged) continue
      const { isChanged: _, ...seen } = pin
      changes[userId] = seen
    }
    await this.#learn({ pins: changes })
  }

  async recordName(userId: number, { rev, name }: { rev: number; name: string }): Promise<void> {
    const pin = this.getPin(userId)
    if (!pin || rev <= (pin.name?.rev ?? 0)) return
    const before = pin.name && pin.name.name !== name ? { before: pin.name.name } : {}
    await this.#learn({ pins: { [userId]: { ...pin, name: { rev, name, ...before } } } })
  }

  async recordCheckpoint(groupId: number, mark: GroupCheckpoint): Promise<void> {
    const known = this.getCheckpoint(groupId)
    const isSame = known && known.seq === mark.seq && known.head === mark.head && known.n === mark.n
    if (!isSame || (known?.isClub === undefined && mark.isClub !== undefined))
      await this.#learn({ groups: { [groupId]: mark } })
  }

  /** Records the vault version that an own message refers to; an older vault is incomplete. */
  async recordVaultVersion(version: number): Promise<void> {
    if (version > (this.get().named ?? 0)) await this.#save({ ...this.get(), named: version })
  }

  /** True if own messages refer to a newer vault than the server ever served. */
  get isVaultWithheld(): boolean {
    const { named = 0, version } = this.get()
    return named > version
  }

  /** Records that the user writes to this club without encryption, although its state cannot be verified. */
  async allowUnencrypted(groupId: number): Promise<void> {
    await this.#learn({ plain: [...this.get().plain, groupId] })
  }

  /** Merges a record that another device left in the vault. */
  async mergeRecord(record: TrustRecord): Promise<void> {
    await this.#save(mergeTrust(this.get(), record))
  }

  async setVaultVersion(version: number): Promise<void> {
    await this.#save({ ...this.get(), version })
  }

  async #learn({ pins = {}, groups = {}, plain }: Partial<Omit<TrustRecord, 'version'>>): Promise<void> {
    const now = this.get()
    await this.#save({
      ...now,
      pins: { ...now.pins, ...pins },
      groups: { ...now.groups, ...groups },
      ...(plain && { plain }),
    })
    this.onChanged()
  }

  /** Applies a change in memory at once and stores it before the promise resolves. */
  #save(record: TrustRecord): Promise<void> {
    this.#state.set(record)
    return this.#serialize(async () => {
      this.#state.set(mergeTrust(this.get(), await this.#store.save(this.get())))
    })
  }
}

const keepName = ({ name }: KeyPin) => (name ? { name } : {})
