// Whose keys are whose, as far as this person knows: one pin for each person they met, for all groups and calls, and
// how far every group had come. It is kept on the device and, sealed, for the next one.
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { headOf, membersAt, seqOf } from '#shared/e2ee/roster.ts'
import { createMutex } from '#web/lib/mutex.ts'
import { createStore } from '#web/lib/store.ts'
import type { KeptGroup } from './group-ports.ts'

export interface Pin {
  card: Card
  /** When they were first seen; milliseconds, like all moments here. */
  since: number
  /** When its safety number was last compared, or its code scanned. */
  verifiedAt?: number
  /** When this person said yes to them, in place of others. */
  acceptedAt?: number
  /** Newer keys than those that were verified: nothing is sent to them before this person says so. */
  next?: Card
  /** Other keys of the same generation were shown as theirs. One of the two is a lie. */
  conflict?: { card: Card; at: number }
  /** They have new keys, and nobody has looked at it since. */
  isChanged?: true
  /** As they signed it. */
  name?: { rev: number; name: string; before?: string }
}

/** How far a group had come when it was last verified. */
export interface GroupMark {
  /** Left out: a list of version 1 does not say. */
  isClub?: boolean
  seq: number
  head: string
  n: number
  eid: string
  /** Two devices of this person were shown different ones. */
  isForked?: true
}

export interface TrustRecord {
  /** Of the vault that was last read or written; 0 for none. */
  version: number
  pins: Record<number, Pin>
  groups: Record<number, GroupMark>
  /** Clubs of which this person said, on this device, that they write there without encryption. */
  plain: number[]
  /** The newest vault that this person's own messages speak of. */
  named?: number
}

export const nothingKnown: TrustRecord = { version: 0, pins: {}, groups: {}, plain: [] }

/** Where it lies on the device. Another tab may have learnt more: both are put together, and that comes back. */
export interface TrustStore {
  load(): Promise<TrustRecord | undefined>
  save(record: TrustRecord): Promise<TrustRecord>
}

/** first: never met. older: they have newer keys by now. newer: not taken yet. swapped: two cards of one generation. */
export type Verdict = 'first' | 'same' | 'older' | 'newer' | 'swapped'

/** Of the two one that neither device could prefer, so that both come to the same. */
const nameOfCard = ({ sign, box }: Card) => sign + box

function newestCard(a: Card | undefined, b: Card | undefined): Card | undefined {
  if (!a || !b) return a ?? b
  if (a.gen !== b.gen) return a.gen > b.gen ? a : b
  return nameOfCard(a) < nameOfCard(b) ? a : b
}

function latest(a: Pin['conflict'], b: Pin['conflict']): Pin['conflict'] {
  if (!a || !b) return a ?? b
  return (a.at - b.at || (nameOfCard(a.card) < nameOfCard(b.card) ? 1 : -1)) > 0 ? a : b
}

const newestName = (a: Pin, b: Pin) => ((a.name?.rev ?? 0) >= (b.name?.rev ?? 0) ? a.name : b.name)

/** Keys that this person compared, or of which two sets were shown, are not given up on anybody else's word. */
const isHeld = ({ verifiedAt, conflict }: Pin) => verifiedAt !== undefined || conflict !== undefined

/** Newer keys take the place of older ones, unless those are held and nobody said yes to the newer. */
function mergeGenerations(older: Pin, newer: Pin): Pin {
  const name = newestName(newer, older)
  const isChosen = newer.verifiedAt !== undefined || newer.acceptedAt !== undefined
  if (isChosen || !isHeld(older)) return { ...newer, ...(name && { name }) }
  const next = newestCard(older.next, newestCard(newer.next, newer.card)) as Card
  return { ...older, next, ...(name && { name }) }
}

/** Of two sets of keys of one generation: what was compared last, else what was seen first. */
function inOrder(a: Pin, b: Pin): [kept: Pin, other: Pin] {
  const byVerified = (a.verifiedAt ?? 0) - (b.verifiedAt ?? 0)
  const bySince = b.since - a.since
  const byName = nameOfCard(a.card) < nameOfCard(b.card) ? 1 : -1
  return (byVerified || bySince || byName) > 0 ? [a, b] : [b, a]
}

/** That the other was taken for theirs is as old as what was known of it. */
function conflictOf(kept: Pin, other: Pin): Pin['conflict'] {
  const at = Math.max(other.since, other.verifiedAt ?? 0, other.conflict?.at ?? 0)
  return latest({ card: other.card, at }, kept.conflict)
}

/** What two devices know of one person; the same whichever of them is asked. */
function mergePins(a: Pin, b: Pin): Pin {
  if (a.card.gen !== b.card.gen)
    return a.card.gen > b.card.gen ? mergeGenerations(b, a) : mergeGenerations(a, b)
  const isSame = isSameCard(a.card, b.card)
  const [kept, other] = isSame ? [a, b] : inOrder(a, b)
  const verifiedAt = isSame ? Math.max(a.verifiedAt ?? 0, b.verifiedAt ?? 0) : (kept.verifiedAt ?? 0)
  const acceptedAt = isSame ? Math.max(a.acceptedAt ?? 0, b.acceptedAt ?? 0) : (kept.acceptedAt ?? 0)
  const conflict = isSame ? latest(a.conflict, b.conflict) : conflictOf(kept, other)
  const next = newestCard(a.next, b.next)
  const name = newestName(a, b)
  return {
    card: kept.card,
    since: Math.min(a.since, b.since),
    ...(verifiedAt > 0 && { verifiedAt }),
    ...(acceptedAt > 0 && { acceptedAt }),
    ...(next && { next }),
    // Whoever compared the number afterwards has settled it.
    ...(conflict && conflict.at > verifiedAt && { conflict }),
    ...(a.isChanged && b.isChanged && { isChanged: true }),
    ...(name && { name }),
  }
}

function mergeMarks(a: GroupMark, b: GroupMark): GroupMark {
  const longer = (a.seq - b.seq || (a.head < b.head ? 1 : -1)) > 0 ? a : b
  const { n, eid } = (a.n - b.n || (a.eid < b.eid ? 1 : -1)) > 0 ? a : b
  const isOther = (a.seq === b.seq && a.head !== b.head) || (a.n === b.n && a.eid !== b.eid)
  const isForked = a.isForked || b.isForked || isOther
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

function mergeAll<T>(
  a: Record<number, T>,
  b: Record<number, T>,
  merge: (a: T, b: T) => T,
): Record<number, T> {
  const all = { ...a }
  for (const [key, theirs] of Object.entries(b)) {
    const mine = a[Number(key)]
    all[Number(key)] = mine ? merge(mine, theirs) : theirs
  }
  return all
}

/** Nothing that either knew is lost. */
export function mergeTrust(a: TrustRecord, b: TrustRecord): TrustRecord {
  return {
    version: Math.max(a.version, b.version),
    named: Math.max(a.named ?? 0, b.named ?? 0),
    pins: mergeAll(a.pins, b.pins, mergePins),
    groups: mergeAll(a.groups, b.groups, mergeMarks),
    plain: [...new Set([...a.plain, ...b.plain])],
  }
}

/** For a device of the release before: what its verified lists say is what it knows. */
export function trustFrom(
  groups: { groupId: number; kept: Pick<KeptGroup, 'roster' | 'epochs'> }[],
): TrustRecord {
  let all = nothingKnown
  for (const { groupId, kept } of groups) {
    const { roster, epochs } = kept
    if (!roster) continue
    const last = epochs.at(-1)
    const mark = {
      seq: seqOf(roster),
      head: headOf(roster),
      n: last?.n ?? 0,
      eid: last?.eid ?? '',
    }
    const pins = membersAt(roster).map(({ card }) => [card.userId, { card, since: Date.now() }] as const)
    all = mergeTrust(all, { ...nothingKnown, pins: Object.fromEntries(pins), groups: { [groupId]: mark } })
  }
  return all
}

export class Trust {
  readonly #state = createStore<TrustRecord>(nothingKnown)
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly #store: TrustStore
  #loading: Promise<void> | undefined
  readonly #inTurn = createMutex()
  /** Looks for a newer vault; set by whoever keeps one. */
  lookAgain: () => Promise<void> = async () => {}
  /** Called when something was learnt that the vault does not hold. */
  onLearnt: () => void = () => {}

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

  pinOf(userId: number): Pin | undefined {
    return this.get().pins[userId]
  }

  markOf(groupId: number): GroupMark | undefined {
    return this.get().groups[groupId]
  }

  judge(card: Card): Verdict {
    const pin = this.pinOf(card.userId)
    if (!pin) return 'first'
    if (card.gen === pin.card.gen) return isSameCard(card, pin.card) ? 'same' : 'swapped'
    return card.gen > pin.card.gen ? 'newer' : 'older'
  }

  /**
   * Genuine cards that were met. Whoever is met for the first time is pinned; a second card of the same generation is
   * remembered as what it is. Newer keys on a list are taken where an administrator who is pinned has signed for them,
   * and otherwise wait for this person; those that somebody only asks with change nothing.
   */
  async meet(cards: { card: Card; word: 'vouched' | 'listed' | 'asking' }[]): Promise<void> {
    const changes: Record<number, Pin> = {}
    for (const { card, word } of cards) {
      const pin = this.pinOf(card.userId)
      const verdict = this.judge(card)
      if (!pin) changes[card.userId] = { card, since: Date.now() }
      else if (verdict === 'swapped') {
        const isKnown = pin.conflict && isSameCard(pin.conflict.card, card)
        if (!isKnown) changes[card.userId] = { ...pin, conflict: { card, at: Date.now() } }
      } else if (verdict === 'newer' && word !== 'asking') {
        if (word === 'vouched' && !isHeld(pin))
          changes[card.userId] = { card, since: Date.now(), isChanged: true, ...nameOf(pin) }
        else if (!pin.next || !isSameCard(pin.next, card)) changes[card.userId] = { ...pin, next: card }
      }
    }
    if (Object.keys(changes).length > 0) await this.#learn({ pins: changes })
  }

  /** This person has looked at them and says yes. */
  async accept(card: Card): Promise<void> {
    const pin = this.pinOf(card.userId)
    if (pin && card.gen <= pin.card.gen) return
    const now = Date.now()
    await this.#learn({
      pins: { [card.userId]: { card, since: now, acceptedAt: now, ...(pin && nameOf(pin)) } },
    })
  }

  /** The numbers are the same, or the code on their screen was: whatever else was shown is a lie. */
  async verify(card: Card): Promise<void> {
    const pin = this.pinOf(card.userId)
    const base =
      pin && isSameCard(pin.card, card) ? pin : { card, since: Date.now(), ...(pin && nameOf(pin)) }
    const { conflict: _, isChanged: __, ...clean } = base as Pin
    // After all that was known before, also by another device whose clock is ahead.
    const verifiedAt = Math.max(Date.now(), (pin?.verifiedAt ?? 0) + 1, pin?.conflict?.at ?? 0)
    await this.#learn({ pins: { [card.userId]: { ...clean, verifiedAt } } })
  }

  /** Their new keys were noticed. */
  async acknowledge(userIds: number[]): Promise<void> {
    const changes: Record<number, Pin> = {}
    for (const userId of userIds) {
      const pin = this.pinOf(userId)
      if (!pin?.isChanged) continue
      const { isChanged: _, ...seen } = pin
      changes[userId] = seen
    }
    await this.#learn({ pins: changes })
  }

  async learnName(userId: number, { rev, name }: { rev: number; name: string }): Promise<void> {
    const pin = this.pinOf(userId)
    if (!pin || rev <= (pin.name?.rev ?? 0)) return
    const before = pin.name && pin.name.name !== name ? { before: pin.name.name } : {}
    await this.#learn({ pins: { [userId]: { ...pin, name: { rev, name, ...before } } } })
  }

  async mark(groupId: number, mark: GroupMark): Promise<void> {
    const known = this.markOf(groupId)
    const isSame = known && known.seq === mark.seq && known.head === mark.head && known.n === mark.n
    if (!isSame || (known?.isClub === undefined && mark.isClub !== undefined))
      await this.#learn({ groups: { [groupId]: mark } })
  }

  /** One's own message speaks of that vault: an older one is not all there is. */
  async nameVault(version: number): Promise<void> {
    if (version > (this.get().named ?? 0)) await this.#save({ ...this.get(), named: version })
  }

  /** A newer vault exists than was ever served. */
  get isVaultWithheld(): boolean {
    const { named = 0, version } = this.get()
    return named > version
  }

  /** This person writes there although nobody can tell whether it was ever encrypted. */
  async allowPlain(groupId: number): Promise<void> {
    await this.#learn({ plain: [...this.get().plain, groupId] })
  }

  /** What another device left in the vault. */
  async take(record: TrustRecord): Promise<void> {
    await this.#save(mergeTrust(this.get(), record))
  }

  async stored(version: number): Promise<void> {
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
    this.onLearnt()
  }

  /** Known here at once, and on the device before anything is built upon it. */
  #save(record: TrustRecord): Promise<void> {
    this.#state.set(record)
    return this.#inTurn(async () => {
      this.#state.set(mergeTrust(this.get(), await this.#store.save(this.get())))
    })
  }
}

const nameOf = ({ name }: Pin) => (name ? { name } : {})
