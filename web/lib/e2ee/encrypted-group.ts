// One encrypted group as this device knows it: what was verified is kept, what is served is checked against it, and
// nothing is sent into a group whose list of members does not hold. It knows neither screen nor network.
import type { Message } from '#shared/contracts/chat.ts'
import type { EpochBody, EpochsAnswer, RosterAnswer } from '#shared/contracts/keys.ts'
import { type Card, isGenuineCard, isSameCard } from '#shared/e2ee/card.ts'
import { checkEpoch, longestEpoch, readHeader } from '#shared/e2ee/epoch.ts'
import {
  applyEntries,
  headOf,
  memberAt,
  membersAt,
  mostCards,
  type Roster,
  type RosterEntry,
  RosterError,
  type RosterRole,
  refuse,
  seqOf,
} from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { createEpoch, type Epoch, openBox } from './epoch-keys.ts'
import { checkPlace, type GroupState, isKnown, viewOf } from './group-view.ts'
import { type Identity, signText } from './identity.ts'
import { markOf, openMessage, type Sealed, sealMessage } from './message.ts'
import { createMessageOrder } from './message-order.ts'

export interface GroupWire {
  fetchRoster(after: number): Promise<RosterAnswer>
  postRoster(entries: Signed[]): Promise<void>
  fetchEpochs(after: number): Promise<EpochsAnswer>
  postEpoch(body: EpochBody): Promise<void>
  /** Whether somebody else was quicker: what there is now has to be looked at, and then it can be tried again. */
  isConflict(error: unknown): boolean
}

/** What stays on the device. */
export interface KeptGroup {
  roster?: Roster
  epochs: Epoch[]
  /** Whom this person let in, whether they have keys yet or not: only they are signed for without asking. */
  intended: number[]
  /** The generation of each one's keys when one last looked. */
  gens: Record<number, number>
  /** Of one's own keys with which it was opened. */
  gen?: number
}

export interface GroupStore {
  load(groupId: number): Promise<KeptGroup | undefined>
  save(groupId: number, kept: KeptGroup): Promise<void>
}

export interface GroupFacts {
  groupId: number
  /** Of a conversation of two: the other. */
  peerId?: number
}

/** before: said before one was let in. locked: it cannot be opened here. forged: it is not what it claims to be. */
export type Opened = { body: string; isPlain?: true } | { trouble: 'before' | 'locked' | 'forged' }

const tries = 4
const epochPage = 200

export class EncryptedGroup {
  state: GroupState = { phase: 'loading', isAdmin: false, waiting: [], changed: [] }
  readonly #facts: GroupFacts
  readonly #identity: Identity
  readonly #wire: GroupWire
  readonly #store: GroupStore
  readonly #listeners = new Set<() => void>()
  #kept: KeptGroup | undefined
  #memberIds: number[] = []
  #cards: Card[] = []
  #isStale = true
  #isAdmitting = false
  /** An epoch that somebody spoke in and that was not served. */
  #withheld = 0
  /** Keys of epochs that were opened with earlier keys of one's own. */
  #older = new Map<string, CryptoKey>()
  #count = 0
  #turn: Promise<unknown> = Promise.resolve()
  #soon: Promise<void> | undefined
  readonly #order = createMessageOrder()

  constructor(facts: GroupFacts, identity: Identity, wire: GroupWire, store: GroupStore) {
    this.#facts = facts
    this.#identity = identity
    this.#wire = wire
    this.#store = store
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get = (): GroupState => this.state

  /** With the keys of this device, whatever a list says. */
  get ownCard(): Card {
    return this.#identity.card
  }

  get #me(): number {
    return this.#identity.card.userId
  }

  /** One thing after the other: each begins with what the one before has left. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  /** Looks at what there is now, and signs for those who were let in from here. Many who ask share one look. */
  sync(): Promise<void> {
    this.#soon ??= this.#inTurn(() => {
      this.#soon = undefined
      return this.#sync()
    })
    return this.#soon
  }

  async #sync(): Promise<void> {
    const kept = await this.#load()
    try {
      await this.#takeRoster(kept)
      await this.#takeEpochs(kept)
      this.#show(kept)
      await this.#store.save(this.#facts.groupId, kept)
    } catch (error) {
      if (!(error instanceof RosterError)) throw error
      this.#break(error)
      return
    }
    if (this.state.isAdmin) await this.#admitIntended(kept)
    else if (this.state.phase === 'outside') await this.#renewAlone(kept)
  }

  /** Whoever is alone on the list, and has new keys, takes their own place: there is nobody whom it could deceive. */
  async #renewAlone(kept: KeptGroup): Promise<void> {
    const { roster } = kept
    const [only, other] = roster ? membersAt(roster) : []
    if (!roster || this.#isAdmitting || other || only?.card.userId !== this.#me) return
    const cards = [this.#identity.card]
    await this.#post(kept, { ...this.#next(roster), op: 'add', role: only.role, cards })
    this.#show(kept)
  }

  async #load(): Promise<KeptGroup> {
    this.#kept ??= this.#fitting(await this.#store.load(this.#facts.groupId))
    return this.#kept
  }

  /** With other keys than before every box is tried anew; what the old ones opened stays open. */
  #fitting(kept: KeptGroup = { epochs: [], intended: [], gens: {} }): KeptGroup {
    const { gen } = this.#identity.card
    if (kept.gen === gen) return kept
    for (const { eid, key } of kept.epochs) if (key) this.#older.set(eid, key)
    return { ...kept, gen, epochs: [] }
  }

  async #takeRoster(kept: KeptGroup): Promise<void> {
    const { verify } = await loadCurves()
    const { entries, memberIds, waiting } = await this.#wire.fetchRoster(kept.roster ? seqOf(kept.roster) : 0)
    const roster = await applyEntries(kept.roster, entries, this.#facts.groupId, verify)
    if (roster) checkPlace(roster, this.#identity.card, this.#facts.peerId)
    kept.roster = roster
    this.#memberIds = memberIds
    const genuine = await Promise.all(waiting.map(card => isGenuineCard(verify, card)))
    this.#cards = waiting.filter((_, index) => genuine[index])
  }

  async #takeEpochs(kept: KeptGroup): Promise<void> {
    for (;;) {
      if (!kept.roster) return
      const { epochs, isStale } = await this.#wire.fetchEpochs(kept.epochs.at(-1)?.n ?? 0)
      for (const { header, box } of epochs) await this.#takeEpoch(kept, header, box)
      this.#isStale = isStale
      if (epochs.length < epochPage) return
    }
  }

  async #takeEpoch(kept: KeptGroup, one: Signed, box: string | null): Promise<void> {
    const { verify } = await loadCurves()
    // The roster may have moved between the two looks.
    if (kept.roster && readHeader(one.body).headSeq > seqOf(kept.roster)) await this.#takeRoster(kept)
    if (!kept.roster) refuse('no-genesis')
    const { header, eid } = await checkEpoch(kept.roster, one, kept.epochs.at(-1), verify)
    const { n, headSeq, ts } = header
    // A box that does not open leaves an epoch without a key, and so one that is not spoken in.
    const opened =
      box === null ? undefined : await openBox(this.#identity, header, eid, box).catch(() => undefined)
    const key = opened ?? this.#older.get(eid)
    kept.epochs = [...kept.epochs, { n, eid, headSeq, ts, isMine: box !== null, ...(key && { key }) }]
  }

  #show(kept: KeptGroup): void {
    for (const { card } of kept.roster ? membersAt(kept.roster) : []) kept.gens[card.userId] ??= card.gen
    this.state = viewOf(kept.roster, this.#identity.card, this.#cards, kept.gens)
    if (this.#withheld > this.#newest(kept)) this.#break(new RosterError('entries-withheld'))
    else this.#tell()
  }

  /** One has seen whose keys are new. */
  acknowledge(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#load()
      for (const { card } of kept.roster ? membersAt(kept.roster) : []) kept.gens[card.userId] = card.gen
      await this.#store.save(this.#facts.groupId, kept)
      this.#show(kept)
    })
  }

  #break(error: RosterError): void {
    this.state = { ...this.state, phase: 'broken', reason: error.message }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /**
   * The signed beginning, and whom it lets in. Whoever is quicker has made it, and the other takes theirs.
   * `plainUntil`: how far the group has come without it.
   */
  begin(intended: number[], plainUntil: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sync()
      const kept = await this.#load()
      if (this.state.phase !== 'unborn') return
      const { groupId, peerId } = this.#facts
      await this.#post(kept, {
        v: 1,
        groupId,
        seq: 1,
        prev: '',
        by: this.#me,
        ts: Date.now(),
        op: 'genesis',
        shape: peerId === undefined ? 'group' : 'direct',
        plainUntil,
        card: this.#identity.card,
      })
      kept.intended = [...new Set([...kept.intended, ...intended])]
      await this.#sync()
    })
  }

  /** Lets people in: now those who have keys, the others as soon as they do and one looks in. */
  admit(userIds: number[]): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#load()
      kept.intended = [...new Set([...kept.intended, ...userIds])]
      await this.#store.save(this.#facts.groupId, kept)
      await this.#sync()
    })
  }

  /** Those whom somebody has looked at and said yes to: these very cards, new keys of people who are known included. */
  accept(shown: Card[]): Promise<void> {
    return this.#inTurn(() =>
      this.#untilDone(async kept => {
        const cards = this.#cards.filter(card => shown.some(one => isSameCard(one, card)))
        if (cards.length === 0) return true
        await this.#sign(kept, cards)
        return false
      }),
    )
  }

  remove(userIds: number[]): Promise<void> {
    return this.#inTurn(() =>
      this.#untilDone(async kept => {
        const { roster } = kept
        const there = userIds.filter(userId => roster && memberAt(roster, userId))
        kept.intended = kept.intended.filter(userId => !userIds.includes(userId))
        if (!roster || there.length === 0) return true
        await this.#post(kept, { ...this.#next(roster), op: 'remove', userIds: there })
        return false
      }),
    )
  }

  /** Somebody else may be quicker a few times; a server that never takes it must not look as if it had. */
  async #untilDone(step: (kept: KeptGroup) => Promise<boolean>): Promise<void> {
    for (let time = 0; time < tries; time++) {
      await this.#sync()
      if (this.state.phase === 'broken') throw new RosterError(this.state.reason ?? 'broken')
      if (await step(await this.#load())) return
    }
    await this.#sync()
    if (!(await step(await this.#load()))) throw new RosterError('not-taken')
  }

  /** New keys of somebody known are never taken without a person looking at it. */
  async #admitIntended(kept: KeptGroup): Promise<void> {
    if (this.#isAdmitting) return
    const isMeant = ({ userId }: Card) => userId === this.#facts.peerId || kept.intended.includes(userId)
    await this.#sign(
      kept,
      this.#cards.filter(card => isMeant(card) && !isKnown(kept.roster, card.userId)),
    )
  }

  async #sign(kept: KeptGroup, cards: Card[]): Promise<void> {
    if (cards.length === 0) return
    this.#isAdmitting = true
    try {
      for (const role of ['admin', 'member'] as const) {
        const some = cards.filter(({ userId }) => this.#roleFor(kept, userId) === role)
        for (let at = 0; at < some.length && kept.roster; at += mostCards) {
          const entry = { op: 'add' as const, role, cards: some.slice(at, at + mostCards) }
          await this.#post(kept, { ...this.#next(kept.roster), ...entry })
        }
      }
      await this.#sync()
    } finally {
      this.#isAdmitting = false
    }
  }

  /** Whoever runs the group goes on to do so with new keys; in a conversation of two either can renew the other. */
  #roleFor({ roster }: KeptGroup, userId: number): RosterRole {
    if (this.#facts.peerId !== undefined) return 'admin'
    return (roster && memberAt(roster, userId)?.role) ?? 'member'
  }

  #next(roster: Roster) {
    const { groupId } = this.#facts
    const ts = Date.now()
    return { v: 1 as const, groupId, seq: seqOf(roster) + 1, prev: headOf(roster), by: this.#me, ts }
  }

  /** Checked here first, as everybody else will. */
  async #post(kept: KeptGroup, entry: RosterEntry): Promise<void> {
    const one = await signText(this.#identity.sign, 'roster', JSON.stringify(entry))
    const { verify } = await loadCurves()
    const roster = await applyEntries(kept.roster, [one], this.#facts.groupId, verify)
    try {
      await this.#wire.postRoster([one])
      if (roster) kept.roster = roster
    } catch (error) {
      // Somebody else was quicker; the look that follows takes theirs.
      if (!this.#wire.isConflict(error)) throw error
    }
  }

  #needsEpoch(kept: KeptGroup, roster: Roster): boolean {
    const last = kept.epochs.at(-1)
    return this.#isStale || !last?.key || last.headSeq < seqOf(roster) || Date.now() - last.ts > longestEpoch
  }

  /** A key for exactly those who may read from now on. Two at once: one is taken, the other adopts it. */
  async #rotate(kept: KeptGroup, roster: Roster): Promise<void> {
    const excluded = membersAt(roster)
      .map(({ card }) => card.userId)
      .filter(userId => !this.#memberIds.includes(userId))
    const { epoch, header, boxes } = await createEpoch(this.#identity, roster, kept.epochs.at(-1), excluded)
    try {
      await this.#wire.postEpoch({ header, boxes })
      kept.epochs = [...kept.epochs, epoch]
      this.#isStale = false
      await this.#store.save(this.#facts.groupId, kept)
    } catch (error) {
      if (!this.#wire.isConflict(error)) throw error
      await this.#sync()
    }
  }

  /** `isAgain`: it was refused as stale, so what is known here is out of date. */
  seal(body: string, id: string, { isAgain = false, messageType = 'text' } = {}): Promise<Sealed> {
    return this.#inTurn(async () => {
      const kept = await this.#load()
      if (isAgain || this.state.phase === 'loading') await this.#sync()
      for (let time = 0; time < tries; time++) {
        const { roster } = kept
        if (this.state.phase !== 'ready' || !roster)
          throw new RosterError(this.state.reason ?? this.state.phase)
        const epoch = kept.epochs.at(-1)
        if (epoch && !this.#needsEpoch(kept, roster)) {
          // By the clock, so that it goes on counting up after the browser was closed.
          this.#count = Math.max(this.#count + 1, Date.now())
          const said = { id, c: this.#count, head: headOf(roster), body, messageType }
          return sealMessage(this.#identity, this.#facts.groupId, epoch, said)
        }
        await this.#rotate(kept, roster)
      }
      throw new RosterError('no-epoch')
    })
  }

  async open(message: Message): Promise<Opened> {
    const kept = await this.#load()
    const mark = markOf(message)
    if (!mark) return this.#openPlain(message)
    if (mark.n > this.#newest(kept)) await this.sync()
    // Whoever stores a message in an epoch has stored the epoch before: it is being kept from us, and with it who reads.
    if (mark.n > this.#newest(kept)) {
      this.#withheld = mark.n
      this.#break(new RosterError('entries-withheld'))
    }
    const { roster, epochs } = kept
    const epoch = epochs.find(({ n }) => n === mark.n)
    if (!roster || !epoch) return { trouble: 'locked' }
    if (epoch.eid !== mark.eid || message.seq <= roster.plainUntil) return { trouble: 'forged' }
    if (!epoch.key) return { trouble: epoch.isMine ? 'locked' : 'before' }
    try {
      const said = await openMessage(roster, { ...epoch, key: epoch.key }, mark, message)
      const place = { id: `${message.senderId} ${said.id}`, seq: message.seq, n: mark.n }
      return this.#order.accepts(place) ? { body: said.body } : { trouble: 'forged' }
    } catch {
      return { trouble: 'forged' }
    }
  }

  #newest({ epochs }: KeptGroup): number {
    return epochs.at(-1)?.n ?? 0
  }

  /** Nothing plain is believed that came after the signed beginning. */
  async #openPlain({ content, seq }: Message): Promise<Opened> {
    if (this.state.phase === 'loading') await this.sync()
    const until = this.#kept?.roster?.plainUntil ?? 0
    const isBefore = seq <= until && !this.#order.hasSealedBefore(seq)
    return isBefore ? { body: content, isPlain: true } : { trouble: 'forged' }
  }
}
