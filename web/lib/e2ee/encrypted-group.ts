// One encrypted group as this device knows it: what was verified is kept, what is served is checked against it, and
// nothing is sent into a group whose list of members does not hold. It knows neither screen nor network. Its
// parts are files of their own (GroupKeeper, GroupLook, EpochChain…); this one says what happens in which order.
import type { Message, SealedWords } from '#shared/contracts/chat.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import type { Disclosed } from '#shared/e2ee/disclosed.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import { headOf, RosterError, type RosterRole, readersNow, refuse, seqOf } from '#shared/e2ee/roster.ts'
import { createMutex } from '#web/lib/mutex.ts'
import { createStore } from '#web/lib/store.ts'
import { EpochChain, newestEpoch } from './epoch-chain.ts'
import { findComing, findGoing } from './group-duties.ts'
import { GroupKeeper } from './group-keeper.ts'
import { GroupLook } from './group-look.ts'
import {
  type CountStore,
  type GroupFacts,
  type GroupStore,
  type GroupWire,
  type KeptGroup,
  openAlarm,
} from './group-ports.ts'
import {
  crowdOf,
  type GroupState,
  nothingSeen,
  type Phase,
  restartOf,
  swappedReason,
  viewOf,
} from './group-view.ts'
import type { Identity } from './identity.ts'
import { changeType, discloseMessage, markOf, type Sealed } from './message.ts'
import { type Opened, openChange, openPlain, openSealed, type SignedPart } from './message-opening.ts'
import { createMessageOrder } from './message-order.ts'
import { MessageSealing } from './message-sealing.ts'
import { RosterCopy } from './roster-copy.ts'
import { RosterSigning } from './roster-signing.ts'
import type { Trust } from './trust.ts'

const tries = 4
const entriesWithheld = 'entries-withheld'
const vaultWithheld = 'vault-withheld'

/** Of a list in one of these states nothing is known that could be added to. */
const isStopped = (phase: Phase) => ['loading', 'outdated', 'behind', 'restarted', 'broken'].includes(phase)

/** A change as the message that was signed for it. */
function asSealed(message: Message, { id, content, metadata }: SealedWords, senderId: number): Message {
  return { ...message, senderId, clientId: id, content, metadata, messageType: changeType }
}

export interface GroupParts {
  identity: Identity
  wire: GroupWire
  store: GroupStore
  counts: CountStore
  trust: Trust
}

export class EncryptedGroup {
  readonly #state = createStore<GroupState>(nothingSeen)
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly facts: GroupFacts
  readonly trust: Trust
  readonly #identity: Identity
  readonly #sealing: MessageSealing
  readonly #keeper: GroupKeeper
  readonly #roster: RosterCopy
  readonly #signing: RosterSigning
  readonly #epochs: EpochChain
  readonly #look: GroupLook
  #order = createMessageOrder()
  #isSigning = false
  /** What the last look found. */
  #kept: KeptGroup | undefined
  #wrong: string | undefined
  #isWhole = true
  /** One thing after the other: each begins with what the one before has left. */
  readonly #inTurn = createMutex()
  #soon: Promise<void> | undefined

  constructor(facts: GroupFacts, { identity, wire, store, counts, trust }: GroupParts) {
    this.facts = facts
    this.trust = trust
    this.#identity = identity
    this.#sealing = new MessageSealing(facts.groupId, identity, counts, trust)
    this.#keeper = new GroupKeeper(facts.groupId, identity.card.gen, store)
    this.#roster = new RosterCopy(wire)
    this.#signing = new RosterSigning(facts, identity, wire)
    this.#epochs = new EpochChain(identity, wire, trust, this.#keeper.older)
    this.#look = new GroupLook(facts, identity.card, {
      roster: this.#roster,
      epochs: this.#epochs,
      signing: this.#signing,
      keeper: this.#keeper,
      trust,
    })
    // What is learnt of somebody in another group holds here at once.
    trust.subscribe(() => this.#kept && this.#show(this.#kept))
  }

  /** With the keys of this device, whatever a list says. */
  get ownCard(): Card {
    return this.#identity.card
  }

  /** Whether more people are in the group than can read, or soon will be. */
  get crowd() {
    return crowdOf(this.#roster.word)
  }

  /** Of somebody who may read now: to be called, their keys have to be those this person knows them by. */
  readerCard(userId: number): Card | undefined {
    const { roster, phase, halted } = this.get()
    if (!roster || phase !== 'ready' || halted.includes(userId)) return undefined
    const card = readersNow(roster).find(one => one.card.userId === userId)?.card
    return card && (userId === this.ownCard.userId || this.trust.judge(card) === 'same') ? card : undefined
  }

  /** Looks at what there is now, and signs what is this person's to sign. Many who ask share one look. */
  sync(): Promise<void> {
    this.#soon ??= this.#inTurn(() => {
      this.#soon = undefined
      return this.#sync()
    })
    return this.#soon
  }

  async #sync(): Promise<void> {
    await this.trust.load()
    const kept = await this.#keeper.load()
    try {
      if (this.trust.isVaultWithheld) await this.#lookForVault()
      const { isWhole, isSetBack } = await this.#look.pull(kept)
      this.#isWhole = isWhole
      // Messages will stand at other places than before.
      if (isSetBack) this.#order = createMessageOrder()
      await this.#look.meet(kept)
    } catch (error) {
      if (!(error instanceof RosterError)) throw error
      this.#wrong = error.message
      await this.#alarm(kept, error.message)
      return
    }
    this.#wrong = undefined
    this.#show(kept)
    await this.#keeper.save(kept)
    if (this.#isWhole) await this.#leaveMark(kept)
    if (!this.#isSigning) await this.#doDuties(kept)
  }

  #show(kept: KeptGroup): void {
    this.#kept = kept
    const { accepted, roster } = kept
    const alarm = openAlarm(kept)
    const view = viewOf(roster, this.ownCard, this.#roster.word, this.trust, {
      ...(accepted && { accepted }),
      ...(alarm && { alarm }),
    })
    const { isOver: _, ...still } = view
    const reason = this.#wrong ?? this.#withheld(kept)
    if (reason) this.#state.set({ ...still, phase: 'broken', reason })
    else if (!this.#isWhole && view.phase !== 'broken') this.#state.set({ ...view, phase: 'behind' })
    else this.#state.set(view)
  }

  /** What somebody's words speak of, and was not served. */
  #withheld(kept: KeptGroup): string | undefined {
    if ((kept.spoken ?? 0) > newestEpoch(kept)) return entriesWithheld
    return this.trust.isVaultWithheld ? vaultWithheld : undefined
  }

  /** It stays after a reload, until somebody has looked at it. */
  async #alarm(kept: KeptGroup, reason: string): Promise<void> {
    kept.alarm = { reason, at: Math.max(Date.now(), (kept.dismissed ?? 0) + 1) }
    this.#show(kept)
    await this.#keeper.save(kept)
  }

  /** Somebody has looked at an alarm of which nothing is left. */
  dismiss(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      kept.dismissed = Math.max(Date.now(), kept.alarm?.at ?? 0)
      // What is still wrong raises it again.
      await this.#sync()
    })
  }

  /** A list that began anew is for this person to accept before other devices are held to it. */
  async #leaveMark({ roster, epochs }: KeptGroup): Promise<void> {
    if (!roster || this.get().phase === 'restarted') return
    const last = epochs.at(-1)
    const isClub = this.facts.shape === 'club'
    const place = { seq: seqOf(roster), head: headOf(roster), n: last?.n ?? 0, eid: last?.eid ?? '' }
    await this.trust.mark(this.facts.groupId, { isClub, ...place })
  }

  /** What an administrator's browser signs by itself: who may come in, and who has gone. */
  async #doDuties(kept: KeptGroup): Promise<void> {
    const { isAdmin, phase } = this.get()
    this.#isSigning = true
    try {
      if (phase === 'outside' && (await this.#signing.renewAlone(kept))) await this.#sync()
      // Nothing is added to a list that does not hold, or that goes on elsewhere.
      if (!isAdmin || phase !== 'ready') return
      const coming = findComing(this.facts, this.ownCard, kept, this.#roster.word, this.trust)
      const going = findGoing(this.facts, this.ownCard, kept, this.#roster.word)
      if (coming.length > 0) await this.#signing.add(kept, coming)
      if (going.length > 0) await this.#signing.remove(kept, going)
      if (coming.length + going.length > 0) await this.#sync()
    } finally {
      this.#isSigning = false
    }
  }

  /** One has seen whose keys are new. */
  acknowledge(): Promise<void> {
    return this.#inTurn(async () => {
      await this.trust.acknowledge(this.get().changed)
      this.#show(await this.#keeper.load())
    })
  }

  /** The new keys of somebody whose old ones had been verified. */
  acceptNext(userId: number): Promise<void> {
    return this.#inTurn(async () => {
      const next = this.trust.pinOf(userId)?.next
      if (next) await this.trust.accept(next)
      await this.#sync()
    })
  }

  /** The numbers were compared, or the code on the other's screen was scanned. */
  verify(card: Card): Promise<void> {
    return this.#inTurn(async () => {
      await this.trust.verify(card)
      await this.#sync()
    })
  }

  /**
   * The signed beginning, and whom it lets in. Whoever is quicker has made it, and the other takes theirs.
   * `plainUntil`: how far a club has come without it.
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

  /** Nobody is left on the list who could sign: it begins anew with this person. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sync()
      const { phase } = this.get()
      if (phase !== 'outside') refuse(phase)
      await this.#signing.restart(await this.#keeper.load())
      await this.#sync()
    })
  }

  /** This person has compared the founder's number and goes on with the list that began anew. */
  acceptRestart(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      const head = this.#look.refused ?? (kept.roster && restartOf(kept.roster))
      if (head) kept.accepted = head
      kept.dismissed = Math.max(Date.now(), kept.alarm?.at ?? 0)
      await this.#keeper.save(kept)
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
      const { waiting } = this.get()
      const cards = waiting.map(({ card }) => card).filter(card => shown.some(one => isSameCard(one, card)))
      for (const card of cards) {
        if (this.trust.judge(card) === 'swapped') refuse('person-swapped')
        await this.trust.accept(card)
      }
      if (cards.length > 0) await this.#signing.add(kept, cards)
      return cards.length === 0
    })
  }

  /** Also of whom two sets of keys were shown: without them the group goes on. */
  remove(userIds: number[]): Promise<void> {
    return this.#untilDone(async kept => {
      kept.intended = kept.intended.filter(userId => !userIds.includes(userId))
      return !(await this.#signing.remove(kept, userIds))
    }, swappedReason)
  }

  /** Hands the running of the list to somebody on it, or takes it from them. */
  appoint(userId: number, role: RosterRole): Promise<void> {
    return this.#untilDone(async kept => !(await this.#signing.appoint(kept, userId, role)))
  }

  /**
   * A step says whether there was nothing left to do. Somebody else may be quicker a few times; a server that never
   * takes it must not look as if it had.
   */
  #untilDone(step: (kept: KeptGroup) => Promise<boolean>, despite?: string): Promise<void> {
    return this.#inTurn(async () => {
      for (let time = 0; time < tries; time++) {
        await this.#sync()
        const { phase, reason = phase } = this.get()
        if (isStopped(phase) && reason !== despite) throw new RosterError(reason)
        if (await step(await this.#keeper.load())) return
      }
      await this.#sync()
      if (!(await step(await this.#keeper.load()))) throw new RosterError('not-taken')
    })
  }

  /** `isAgain`: it was refused as stale, so what is known here is out of date. */
  seal(
    body: string,
    id: string,
    {
      isAgain = false,
      messageType = 'text',
      extra = {},
    }: { isAgain?: boolean; messageType?: string; extra?: Extra } = {},
  ): Promise<Sealed> {
    const isChange = extra.change !== undefined
    return this.#inTurn(async () => {
      const kept = await this.#keeper.load()
      if (isAgain || this.get().phase === 'loading') await this.#sync()
      for (let time = 0; time < tries; time++) {
        const { roster } = kept
        const { phase, reason, halted } = this.get()
        if (phase !== 'ready' || !roster) throw new RosterError(reason ?? phase)
        if (halted.length > 0) throw new RosterError('person-renewed')
        const epoch = kept.epochs.at(-1)
        if (epoch && !this.#epochs.isDue(kept, roster))
          return this.#sealing[isChange ? 'sealChange' : 'seal'](epoch, roster, {
            body,
            id,
            messageType,
            extra,
          })
        if (await this.#epochs.rotate(kept, roster, this.#roster.word)) await this.#settleEpoch(kept)
        else await this.#sync()
      }
      throw new RosterError('no-epoch')
    })
  }

  async #settleEpoch(kept: KeptGroup): Promise<void> {
    this.#show(kept)
    await this.#keeper.save(kept)
    await this.#leaveMark(kept)
  }

  /**
   * The same words under the key of today: a server that was put back to an earlier state no longer takes what they
   * were sealed in.
   */
  async sealAgain(clientId: string, sealed: Sealed): Promise<Sealed> {
    const { body, extra } = await this.#sealing.reopen(await this.#keeper.load(), clientId, sealed)
    return this.seal(body, clientId, { isAgain: true, messageType: sealed.messageType, extra })
  }

  /** Messages stand at other places than before: the server was put back to an earlier state. */
  forgetPlaces(): void {
    this.#order = createMessageOrder()
  }

  /** What became of a message: it stands at that place; or, without one, it will never be sent. */
  async settle(clientId: string, seq: number | undefined): Promise<void> {
    await this.#sealing.settle(clientId, seq)
  }

  /** Messages of this device that a server which was put back to an earlier state has lost. */
  sentAfter(seq: number) {
    return this.#sealing.sentAfter(seq)
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
      kept.spoken = mark.n
      await this.#alarm(kept, entriesWithheld)
    }
    const opened = await openSealed(kept, this.#order, mark, message)
    if (message.senderId === this.ownCard.userId && 'signed' in opened) {
      await this.#checkVault(kept, opened.signed)
      await this.#noteStored(message, opened.signed)
    }
    return opened
  }

  /** What was done to a message, by whoever signed it. */
  async openChange(message: Message, by: number, words: SealedWords) {
    const kept = await this.#keeper.load()
    const sealed = asSealed(message, words, by)
    const mark = markOf(sealed)
    if (!mark) return { trouble: 'forged' as const }
    if (mark.n > newestEpoch(kept)) await this.sync()
    const changed = await openChange(kept, this.#order, mark, sealed, message)
    // By whichever device of its owner: this one does not say it again.
    const isOwn = 'op' in changed && changed.signed?.dev === this.#identity.dev
    if (isOwn && changed.op === 'delete') await this.#sealing.forgetWords(message.clientId ?? '')
    return changed
  }

  /** One message of this group with its signature, to be shown to somebody outside; nothing else can be read by it. */
  async disclose(message: Message): Promise<Disclosed> {
    const { roster, epochs } = await this.#keeper.load()
    const { revision } = message
    // Of one that was changed what it says now.
    const shown = revision ? asSealed(message, revision, message.senderId) : message
    const mark = markOf(shown)
    const epoch = epochs.find(({ eid }) => eid === mark?.eid)
    if (!roster || !mark || !epoch?.key) refuse('no-epoch')
    return discloseMessage(roster, { ...epoch, key: epoch.key }, mark, shown)
  }

  /** One's own words are there although this device never heard so: their number is not empty. */
  async #noteStored({ clientId, seq }: Message, { dev }: SignedPart): Promise<void> {
    if (dev === this.#identity.dev && clientId !== null) await this.settle(clientId, seq)
  }

  /** One's own words know of a newer vault than was served: this device is shown an old one. */
  async #checkVault(kept: KeptGroup, { count }: SignedPart): Promise<void> {
    const vault = count?.vault ?? 0
    if (vault <= this.trust.get().version) return
    await this.trust.nameVault(vault)
    await this.#lookForVault()
    if (this.trust.isVaultWithheld) await this.#alarm(kept, vaultWithheld)
  }

  /** One that does not come, or is forged, leaves things as they are: nothing is sent. */
  async #lookForVault(): Promise<void> {
    await this.trust.lookAgain().catch(() => {})
  }
}
