// One encrypted group as this device knows it: what was verified is kept, what is served is checked against it, and
// nothing is sent into a group whose list of members does not hold. It knows neither screen nor network.
import type { Message } from '#shared/contracts/chat.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { headOf, membersAt, RosterError } from '#shared/e2ee/roster.ts'
import { createStore } from '#web/lib/store.ts'
import { EpochChain, newestEpoch } from './epoch-chain.ts'
import { GroupKeeper } from './group-keeper.ts'
import type { GroupFacts, GroupStore, GroupWire, KeptGroup } from './group-ports.ts'
import { type GroupState, isKnown, viewOf } from './group-view.ts'
import type { Identity } from './identity.ts'
import { markOf, type Sealed, sealMessage } from './message.ts'
import { type Opened, openPlain, openSealed } from './message-opening.ts'
import { createMessageOrder } from './message-order.ts'
import { RosterCopy } from './roster-copy.ts'
import { RosterSigning } from './roster-signing.ts'

const tries = 4
const entriesWithheld = 'entries-withheld'

export class EncryptedGroup {
  readonly #state = createStore<GroupState>({ phase: 'loading', isAdmin: false, waiting: [], changed: [] })
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly #facts: GroupFacts
  readonly #identity: Identity
  readonly #keeper: GroupKeeper
  readonly #roster: RosterCopy
  readonly #signing: RosterSigning
  readonly #epochs: EpochChain
  readonly #order = createMessageOrder()
  #isAdmitting = false
  /** An epoch that somebody spoke in and that was not served. */
  #withheld = 0
  #count = 0
  #turn: Promise<unknown> = Promise.resolve()
  #soon: Promise<void> | undefined

  constructor(facts: GroupFacts, identity: Identity, wire: GroupWire, store: GroupStore) {
    this.#facts = facts
    this.#identity = identity
    this.#keeper = new GroupKeeper(facts.groupId, identity.card.gen, store)
    this.#roster = new RosterCopy(facts, identity.card, wire)
    this.#signing = new RosterSigning(facts, identity, wire)
    this.#epochs = new EpochChain(identity, wire, this.#roster, this.#keeper.older)
  }

  /** With the keys of this device, whatever a list says. */
  get ownCard(): Card {
    return this.#identity.card
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
    const kept = await this.#keeper.load()
    try {
      await this.#roster.pull(kept)
      await this.#epochs.pull(kept)
      this.#show(kept)
      await this.#keeper.save(kept)
    } catch (error) {
      if (!(error instanceof RosterError)) throw error
      this.#break(error.message)
      return
    }
    if (this.#isAdmitting) return
    if (this.get().isAdmin) await this.#sign(kept, this.#awaited(kept))
    else if (this.get().phase === 'outside' && (await this.#signing.renewAlone(kept))) this.#show(kept)
  }

  #show(kept: KeptGroup): void {
    for (const { card } of kept.roster ? membersAt(kept.roster) : []) kept.gens[card.userId] ??= card.gen
    const view = viewOf(kept.roster, this.#identity.card, this.#roster.waiting, kept.gens)
    const isWithheld = this.#withheld > newestEpoch(kept)
    this.#state.set(isWithheld ? { ...view, phase: 'broken', reason: entriesWithheld } : view)
  }

  #break(reason: string): void {
    this.#state.change({ phase: 'broken', reason })
  }

  /** One has seen whose keys are new. */
  acknowledge(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      for (const { card } of kept.roster ? membersAt(kept.roster) : []) kept.gens[card.userId] = card.gen
      await this.#keeper.save(kept)
      this.#show(kept)
    })
  }

  /**
   * The signed beginning, and whom it lets in. Whoever is quicker has made it, and the other takes theirs.
   * `plainUntil`: how far the group has come without it.
   */
  begin(intended: number[], plainUntil: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sync()
      const kept = await this.#keeper.load()
      if (this.get().phase !== 'unborn') return
      await this.#signing.begin(kept, plainUntil)
      kept.intended = [...new Set([...kept.intended, ...intended])]
      await this.#sync()
    })
  }

  /** Lets people in: now those who have keys, the others as soon as they do and one looks in. */
  admit(userIds: number[]): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      kept.intended = [...new Set([...kept.intended, ...userIds])]
      await this.#keeper.save(kept)
      await this.#sync()
    })
  }

  /** Those whom somebody has looked at and said yes to: these very cards, new keys of people who are known included. */
  accept(shown: Card[]): Promise<void> {
    return this.#untilDone(async kept => {
      const cards = this.#roster.waiting.filter(card => shown.some(one => isSameCard(one, card)))
      await this.#sign(kept, cards)
      return cards.length === 0
    })
  }

  remove(userIds: number[]): Promise<void> {
    return this.#untilDone(async kept => {
      kept.intended = kept.intended.filter(userId => !userIds.includes(userId))
      return !(await this.#signing.remove(kept, userIds))
    })
  }

  /**
   * A step says whether there was nothing left to do. Somebody else may be quicker a few times; a server that never
   * takes it must not look as if it had.
   */
  #untilDone(step: (kept: KeptGroup) => Promise<boolean>): Promise<void> {
    return this.#inTurn(async () => {
      for (let time = 0; time < tries; time++) {
        await this.#sync()
        const { phase, reason } = this.get()
        if (phase === 'broken') throw new RosterError(reason ?? phase)
        if (await step(await this.#keeper.load())) return
      }
      await this.#sync()
      if (!(await step(await this.#keeper.load()))) throw new RosterError('not-taken')
    })
  }

  /** Those who were let in from here. New keys of somebody known are never taken without a person looking at it. */
  #awaited({ roster, intended }: KeptGroup): Card[] {
    const isMeant = ({ userId }: Card) => userId === this.#facts.peerId || intended.includes(userId)
    return this.#roster.waiting.filter(card => isMeant(card) && !isKnown(roster, card.userId))
  }

  async #sign(kept: KeptGroup, cards: Card[]): Promise<void> {
    if (cards.length === 0) return
    this.#isAdmitting = true
    try {
      await this.#signing.add(kept, cards)
      await this.#sync()
    } finally {
      this.#isAdmitting = false
    }
  }

  /** `isAgain`: it was refused as stale, so what is known here is out of date. */
  seal(body: string, id: string, { isAgain = false, messageType = 'text' } = {}): Promise<Sealed> {
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      if (isAgain || this.get().phase === 'loading') await this.#sync()
      for (let time = 0; time < tries; time++) {
        const { roster } = kept
        const { phase, reason } = this.get()
        if (phase !== 'ready' || !roster) throw new RosterError(reason ?? phase)
        const epoch = kept.epochs.at(-1)
        if (epoch && !this.#epochs.isDue(kept, roster)) {
          // By the clock, so that it goes on counting up after the browser was closed.
          this.#count = Math.max(this.#count + 1, Date.now())
          const said = { id, c: this.#count, head: headOf(roster), body, messageType }
          return sealMessage(this.#identity, this.#facts.groupId, epoch, said)
        }
        if (await this.#epochs.rotate(kept, roster)) await this.#keeper.save(kept)
        else await this.#sync()
      }
      throw new RosterError('no-epoch')
    })
  }

  async open(message: Message): Promise<Opened> {
    const kept = await this.#keeper.load()
    const mark = markOf(message)
    if (!mark) {
      if (this.get().phase === 'loading') await this.sync()
      return openPlain(kept, this.#order, message)
    }
    if (mark.n > newestEpoch(kept)) await this.sync()
    // Whoever stores a message in an epoch has stored the epoch before: it is being kept from us, and with it who reads.
    if (mark.n > newestEpoch(kept)) {
      this.#withheld = mark.n
      this.#break(entriesWithheld)
    }
    return openSealed(kept, this.#order, mark, message)
  }
}
