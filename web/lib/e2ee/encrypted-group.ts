// State machine of one encrypted group on this device. It knows neither screens nor the network.
// Verified data is stored, and everything the server serves is checked against it.
// Nothing is sent while the group's signed roster fails a check.
// This class coordinates its parts, such as the roster, the key epochs and the message encryption.
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

const maxAttempts = 4
const entriesWithheld = 'entries-withheld'
const vaultWithheld = 'vault-withheld'

/** Returns true in phases in which the roster must not be extended. */
const isStopped = (phase: Phase) => ['loading', 'outdated', 'behind', 'restarted', 'broken'].includes(phase)

/** Builds the message that was signed for an edit, deletion or reaction. */
function buildSignedMessage(
  message: Message,
  { id, content, metadata }: SealedWords,
  senderId: number,
): Message {
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
  readonly #encryptor: MessageSealing
  readonly #groupCache: GroupKeeper
  readonly #roster: RosterCopy
  readonly #signer: RosterSigning
  readonly #epochs: EpochChain
  readonly #groupSync: GroupLook
  #order = createMessageOrder()
  #isSigning = false
  /** Group data as of the last sync. */
  #latest: KeptGroup | undefined
  #problem: string | undefined
  #isServerComplete = true
  /** Serializes operations, so that each starts from the result of the previous one. */
  readonly #serialize = createMutex()
  #scheduledSync: Promise<void> | undefined

  constructor(facts: GroupFacts, { identity, wire, store, counts, trust }: GroupParts) {
    this.facts = facts
    this.trust = trust
    this.#identity = identity
    this.#encryptor = new MessageSealing(facts.groupId, identity, counts, trust)
    this.#groupCache = new GroupKeeper(facts.groupId, identity.card.gen, store)
    this.#roster = new RosterCopy(wire)
    this.#signer = new RosterSigning(facts, identity, wire)
    this.#epochs = new EpochChain(identity, wire, trust, this.#groupCache.older)
    this.#groupSync = new GroupLook(facts, identity.card, {
      roster: this.#roster,
      epochs: this.#epochs,
      signing: this.#signer,
      keeper: this.#groupCache,
      trust,
    })
    // Trust changes made in another group apply to this group at once.
    trust.subscribe(() => this.#latest && this.#updateState(this.#latest))
  }

  /** Key card of this device's user, whatever the roster says. */
  get ownCard(): Card {
    return this.#identity.card
  }

  /** Tells whether the group is near or over the limit of members who can read. */
  get crowd() {
    return crowdOf(this.#roster.word)
  }

  /** Returns the key card of a current reader; undefined unless it matches the pinned keys. Used for calls. */
  readerCard(userId: number): Card | undefined {
    const { roster, phase, halted } = this.get()
    if (!roster || phase !== 'ready' || halted.includes(userId)) return undefined
    const card = readersNow(roster).find(candidate => candidate.card.userId === userId)?.card
    return card && (userId === this.ownCard.userId || this.trust.judge(card) === 'same') ? card : undefined
  }

  /** Fetches and verifies the group, then signs pending roster changes. Concurrent callers share one run. */
  sync(): Promise<void> {
    this.#scheduledSync ??= this.#serialize(() => {
      this.#scheduledSync = undefined
      return this.#sync()
    })
    return this.#scheduledSync
  }

  async #sync(): Promise<void> {
    await this.trust.load()
    const stored = await this.#groupCache.load()
    try {
      if (this.trust.isVaultWithheld) await this.#refreshVault()
      const { isWhole, isSetBack } = await this.#groupSync.pull(stored)
      this.#isServerComplete = isWhole
      // The server was restored from a backup, and messages get new sequence numbers.
      if (isSetBack) this.#order = createMessageOrder()
      await this.#groupSync.meet(stored)
    } catch (error) {
      if (!(error instanceof RosterError)) throw error
      this.#problem = error.message
      await this.#raiseAlarm(stored, error.message)
      return
    }
    this.#problem = undefined
    this.#updateState(stored)
    await this.#groupCache.save(stored)
    if (this.#isServerComplete) await this.#saveCheckpoint(stored)
    if (!this.#isSigning) await this.#signPendingChanges(stored)
  }

  #updateState(stored: KeptGroup): void {
    this.#latest = stored
    const { accepted, roster } = stored
    const alarm = openAlarm(stored)
    const view = viewOf(roster, this.ownCard, this.#roster.word, this.trust, {
      ...(accepted && { accepted }),
      ...(alarm && { alarm }),
    })
    const { isOver: _, ...stateWithoutOver } = view
    const reason = this.#problem ?? this.#findWithheld(stored)
    if (reason) this.#state.set({ ...stateWithoutOver, phase: 'broken', reason })
    else if (!this.#isServerComplete && view.phase !== 'broken') this.#state.set({ ...view, phase: 'behind' })
    else this.#state.set(view)
  }

  /** Returns the reason if a message refers to data that the server did not serve. */
  #findWithheld(stored: KeptGroup): string | undefined {
    if ((stored.spoken ?? 0) > newestEpoch(stored)) return entriesWithheld
    return this.trust.isVaultWithheld ? vaultWithheld : undefined
  }

  /** Raises an alarm, which is stored and survives a reload until the user dismisses it. */
  async #raiseAlarm(stored: KeptGroup, reason: string): Promise<void> {
    stored.alarm = { reason, at: Math.max(Date.now(), (stored.dismissed ?? 0) + 1) }
    this.#updateState(stored)
    await this.#groupCache.save(stored)
  }

  /** Dismisses an alarm after the user has seen it. */
  dismiss(): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      stored.dismissed = Math.max(Date.now(), stored.alarm?.at ?? 0)
      // If the problem persists, the sync raises the alarm again.
      await this.#sync()
    })
  }

  /** Stores a checkpoint of the roster for the user's other devices, unless a restart still has to be accepted. */
  async #saveCheckpoint({ roster, epochs }: KeptGroup): Promise<void> {
    if (!roster || this.get().phase === 'restarted') return
    const last = epochs.at(-1)
    const isClub = this.facts.shape === 'club'
    const position = { seq: seqOf(roster), head: headOf(roster), n: last?.n ?? 0, eid: last?.eid ?? '' }
    await this.trust.mark(this.facts.groupId, { isClub, ...position })
  }

  /** Signs automatic roster changes: new members to add, and members who have left. */
  async #signPendingChanges(stored: KeptGroup): Promise<void> {
    const { isAdmin, phase } = this.get()
    this.#isSigning = true
    try {
      if (phase === 'outside' && (await this.#signer.renewAlone(stored))) await this.#sync()
      // A roster that failed verification, or that is out of date here, is never extended.
      if (!isAdmin || phase !== 'ready') return
      const cardsToAdd = findComing(this.facts, this.ownCard, stored, this.#roster.word, this.trust)
      const userIdsToRemove = findGoing(this.facts, this.ownCard, stored, this.#roster.word)
      if (cardsToAdd.length > 0) await this.#signer.add(stored, cardsToAdd)
      if (userIdsToRemove.length > 0) await this.#signer.remove(stored, userIdsToRemove)
      if (cardsToAdd.length + userIdsToRemove.length > 0) await this.#sync()
    } finally {
      this.#isSigning = false
    }
  }

  /** Marks the members' key changes as seen by the user. */
  acknowledge(): Promise<void> {
    return this.#serialize(async () => {
      await this.trust.acknowledge(this.get().changed)
      this.#updateState(await this.#groupCache.load())
    })
  }

  /** Accepts the new keys of a member whose previous keys were verified. */
  acceptNext(userId: number): Promise<void> {
    return this.#serialize(async () => {
      const next = this.trust.pinOf(userId)?.next
      if (next) await this.trust.accept(next)
      await this.#sync()
    })
  }

  /** Marks a key card as verified after the safety numbers were compared or the code was scanned. */
  verify(card: Card): Promise<void> {
    return this.#serialize(async () => {
      await this.trust.verify(card)
      await this.#sync()
    })
  }

  /**
   * Signs the roster's first entry and admits the intended members. When another member was faster, theirs is used.
   * `plainUntil`: sequence number of a club's last plaintext message.
   */
  begin(intended: number[], plainUntil: number): Promise<void> {
    return this.#serialize(async () => {
      await this.#sync()
      const stored = await this.#groupCache.load()
      if (this.get().phase !== 'unborn') return
      await this.#signer.begin(stored, plainUntil)
      stored.intended = [...new Set([...stored.intended, ...intended])]
      await this.#sync()
    })
  }

  /** Restarts the roster with this user when no administrator is left who could sign. */
  restart(): Promise<void> {
    return this.#serialize(async () => {
      await this.#sync()
      const { phase } = this.get()
      if (phase !== 'outside') refuse(phase)
      await this.#signer.restart(await this.#groupCache.load())
      await this.#sync()
    })
  }

  /** Accepts a restarted roster after the user has compared the founder's safety number. */
  acceptRestart(): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      const head = this.#groupSync.refused ?? (stored.roster && restartOf(stored.roster))
      if (head) stored.accepted = head
      stored.dismissed = Math.max(Date.now(), stored.alarm?.at ?? 0)
      await this.#groupCache.save(stored)
      await this.#sync()
    })
  }

  /** Admits users: those with keys now, the others as soon as they have keys and this device syncs. */
  admit(userIds: number[]): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      stored.intended = [...new Set([...stored.intended, ...userIds])]
      await this.#groupCache.save(stored)
      await this.#sync()
    })
  }

  /** Adds the reviewed key cards to the roster, including new keys of known members. */
  accept(shown: Card[]): Promise<void> {
    return this.#repeatUntilDone(async stored => {
      const { waiting } = this.get()
      const cards = waiting
        .map(({ card }) => card)
        .filter(card => shown.some(candidate => isSameCard(candidate, card)))
      for (const card of cards) {
        if (this.trust.judge(card) === 'swapped') refuse('person-swapped')
        await this.trust.accept(card)
      }
      if (cards.length > 0) await this.#signer.add(stored, cards)
      return cards.length === 0
    })
  }

  /** Removes members, also those with two conflicting key cards, so that the group can continue. */
  remove(userIds: number[]): Promise<void> {
    return this.#repeatUntilDone(async stored => {
      stored.intended = stored.intended.filter(userId => !userIds.includes(userId))
      return !(await this.#signer.remove(stored, userIds))
    }, swappedReason)
  }

  /** Makes a roster member an administrator, or an ordinary member again. */
  appoint(userId: number, role: RosterRole): Promise<void> {
    return this.#repeatUntilDone(async stored => !(await this.#signer.appoint(stored, userId, role)))
  }

  /**
   * Repeats a step until it reports that nothing is left to do, because other members may change the roster meanwhile.
   * Throws when the server never stores the change, so that it does not look successful.
   */
  #repeatUntilDone(step: (stored: KeptGroup) => Promise<boolean>, allowedReason?: string): Promise<void> {
    return this.#serialize(async () => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        await this.#sync()
        const { phase, reason = phase } = this.get()
        if (isStopped(phase) && reason !== allowedReason) throw new RosterError(reason)
        if (await step(await this.#groupCache.load())) return
      }
      await this.#sync()
      if (!(await step(await this.#groupCache.load()))) throw new RosterError('not-taken')
    })
  }

  /** Encrypts a message. `isAgain`: the server refused it as stale, so the group is synced first. */
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
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      if (isAgain || this.get().phase === 'loading') await this.#sync()
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const { roster } = stored
        const { phase, reason, halted } = this.get()
        if (phase !== 'ready' || !roster) throw new RosterError(reason ?? phase)
        if (halted.length > 0) throw new RosterError('person-renewed')
        const epoch = stored.epochs.at(-1)
        if (epoch && !this.#epochs.isDue(stored, roster))
          return this.#encryptor[isChange ? 'sealChange' : 'seal'](epoch, roster, {
            body,
            id,
            messageType,
            extra,
          })
        if (await this.#epochs.rotate(stored, roster, this.#roster.word)) await this.#saveEpoch(stored)
        else await this.#sync()
      }
      throw new RosterError('no-epoch')
    })
  }

  async #saveEpoch(stored: KeptGroup): Promise<void> {
    this.#updateState(stored)
    await this.#groupCache.save(stored)
    await this.#saveCheckpoint(stored)
  }

  /** Encrypts a message again under the current key, after a restored server refused its old epoch. */
  async sealAgain(clientId: string, sealed: Sealed): Promise<Sealed> {
    const { body, extra } = await this.#encryptor.reopen(await this.#groupCache.load(), clientId, sealed)
    return this.seal(body, clientId, { isAgain: true, messageType: sealed.messageType, extra })
  }

  /** Forgets the order of messages after the server was restored and assigns new sequence numbers. */
  forgetPlaces(): void {
    this.#order = createMessageOrder()
  }

  /** Records the outcome of sending: stored at `seq`, or never sent when `seq` is undefined. */
  async settle(clientId: string, seq: number | undefined): Promise<void> {
    await this.#encryptor.settle(clientId, seq)
  }

  /** Returns the messages of this device that a restored server has lost. */
  sentAfter(seq: number) {
    return this.#encryptor.sentAfter(seq)
  }

  async open(message: Message): Promise<Opened> {
    const stored = await this.#groupCache.load()
    const mark = markOf(message)
    if (!mark) {
      if (this.get().phase === 'loading') await this.sync()
      return openPlain(stored, this.#order, message)
    }
    if (mark.n > newestEpoch(stored)) await this.sync()
    // A stored message implies that its epoch was stored before, so the server withholds roster or epochs.
    if (mark.n > newestEpoch(stored)) {
      stored.spoken = mark.n
      await this.#raiseAlarm(stored, entriesWithheld)
    }
    const opened = await openSealed(stored, this.#order, mark, message)
    if (message.senderId === this.ownCard.userId && 'signed' in opened) {
      await this.#checkVault(stored, opened.signed)
      await this.#confirmStored(message, opened.signed)
    }
    return opened
  }

  /** Decrypts an edit, deletion or reaction, which may be signed by any reader. */
  async openChange(message: Message, by: number, signedChange: SealedWords) {
    const stored = await this.#groupCache.load()
    const sealed = buildSignedMessage(message, signedChange, by)
    const mark = markOf(sealed)
    if (!mark) return { trouble: 'forged' as const }
    if (mark.n > newestEpoch(stored)) await this.sync()
    const changed = await openChange(stored, this.#order, mark, sealed, message)
    // The device forgets the content of its own deleted message, so that it is never sent again.
    const isOwn = 'op' in changed && changed.signed?.dev === this.#identity.dev
    if (isOwn && changed.op === 'delete') await this.#encryptor.forgetWords(message.clientId ?? '')
    return changed
  }

  /** Discloses a single message with its signature, for example in a report. No other message becomes readable. */
  async disclose(message: Message): Promise<Disclosed> {
    const { roster, epochs } = await this.#groupCache.load()
    const { revision } = message
    // An edited message is disclosed with its current text.
    const shown = revision ? buildSignedMessage(message, revision, message.senderId) : message
    const mark = markOf(shown)
    const epoch = epochs.find(({ eid }) => eid === mark?.eid)
    if (!roster || !mark || !epoch?.key) refuse('no-epoch')
    return discloseMessage(roster, { ...epoch, key: epoch.key }, mark, shown)
  }

  /** An own message arrived although its sending was never confirmed: its number is in use. */
  async #confirmStored({ clientId, seq }: Message, { dev }: SignedPart): Promise<void> {
    if (dev === this.#identity.dev && clientId !== null) await this.settle(clientId, seq)
  }

  /** Raises an alarm if an own message refers to a newer vault than the server serves. */
  async #checkVault(stored: KeptGroup, { count }: SignedPart): Promise<void> {
    const vault = count?.vault ?? 0
    if (vault <= this.trust.get().version) return
    await this.trust.nameVault(vault)
    await this.#refreshVault()
    if (this.trust.isVaultWithheld) await this.#raiseAlarm(stored, vaultWithheld)
  }

  /** Looks for a newer vault. Errors leave the state unchanged, so nothing is sent. */
  async #refreshVault(): Promise<void> {
    await this.trust.lookAgain().catch(() => {})
  }
}
