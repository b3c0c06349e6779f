// The class EncryptedGroup holds the state of one encrypted group on this device.
// EncryptedGroup coordinates its parts, such as member list, epochs (group keys) and message encryption.
// EncryptedGroup stores verified data and checks everything that the server sends against these data.
// EncryptedGroup sends no messages if the group's signed member list fails a check.
// EncryptedGroup contains no user interface, and reaches the server only through an interface.

import type { AnnouncedChange, MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import {
  findOtherUserOfDirectConversation,
  getRosterHead,
  getRosterLength,
  listMembersWhoMayReadNewMessages,
  listMembersWhoMaySignMembershipChanges,
  type Roster,
  RosterError,
  type RosterRole,
  throwRosterError,
} from '#shared/e2ee/roster.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { MessageMemory, type SeenChangesStore } from '#web/lib/e2ee/conversation/message-memory.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { EncryptedMessage } from '#web/lib/e2ee/message/message.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import { createStore } from '#web/lib/state/store.ts'
import { EpochChain, getNewestGroupKeyNumber } from './epoch-chain.ts'
import { GroupCache } from './group-cache.ts'
import { findMembersToRemoveFromGroup, findPublicKeysToAddToGroup } from './group-duties.ts'
import {
  type GroupClient,
  type GroupFacts,
  type GroupStore,
  getUndismissedGroupSecurityAlarm,
  type MessageCounterStore,
  type StoredGroup,
} from './group-ports.ts'
import {
  aloneReason,
  areOwnKeysDisputed,
  buildEncryptedGroupState,
  createInitialGroupState,
  entriesWithheldReason,
  epochChangedReason,
  type GroupPhase,
  type GroupState,
  getEncryptedGroupSizeWarning,
  getHashOfEntryThatBeganNewMemberList,
  ownKeysDisputedReason,
  swappedReason,
  vaultWithheldReason,
} from './group-state.ts'
import { GroupSync } from './group-sync.ts'
import { MessageEncryptor } from './message-encryptor.ts'
import { MessageReader } from './message-reader.ts'
import { RosterSigner } from './roster-signer.ts'
import { ServerRoster } from './server-roster.ts'

const maxAttempts = 4

type ChangeOperation = NonNullable<MessageMetadata['change']>['op']

/** Whether the group's phase (state) is one in which this device must not add entries to the signed member list. */
const isGroupStopped = (phase: GroupPhase) =>
  ['loading', 'outdated', 'behind', 'restarted', 'broken'].includes(phase)

export interface GroupDependencies {
  identity: Identity
  wire: GroupClient
  store: GroupStore
  counts: MessageCounterStore
  trust: Trust
  seen?: SeenChangesStore
}

export class EncryptedGroup {
  readonly #state = createStore(createInitialGroupState())
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly facts: GroupFacts
  readonly trust: Trust
  /** Decrypts the messages that the server stores for the encrypted group. */
  readonly reader: MessageReader
  /** Stores which edits, deletions and reactions of messages this device has already seen. */
  readonly memory: MessageMemory
  readonly #identity: Identity
  readonly #encryptor: MessageEncryptor
  readonly #groupCache: GroupCache
  readonly #roster: ServerRoster
  readonly #signer: RosterSigner
  readonly #epochs: EpochChain
  readonly #groupSync: GroupSync
  #isSigning = false
  /** Data of the encrypted group as of the last synchronization with the server. */
  #latest: StoredGroup | undefined
  #problem: string | undefined
  #isServerComplete = true
  /** Runs the group's operations one after another, so that each starts from the result of the previous one. */
  readonly #serialize = createMutex()
  #scheduledSync: Promise<void> | undefined

  constructor(facts: GroupFacts, { identity, wire, store, counts, trust, seen }: GroupDependencies) {
    this.facts = facts
    this.memory = new MessageMemory(seen)
    this.trust = trust
    this.#identity = identity
    this.#encryptor = new MessageEncryptor(facts.groupId, identity, counts, trust)
    this.#groupCache = new GroupCache(facts.groupId, identity.card.gen, store)
    this.#roster = new ServerRoster(wire)
    this.#signer = new RosterSigner(facts, identity, wire)
    this.#epochs = new EpochChain(identity, wire, trust, this.#groupCache.olderEpochKeys)
    this.#groupSync = new GroupSync(facts, identity.card, {
      roster: this.#roster,
      epochs: this.#epochs,
      signing: this.#signer,
      keeper: this.#groupCache,
      trust,
    })
    this.reader = new MessageReader(identity, {
      cache: this.#groupCache,
      encryptor: this.#encryptor,
      trust,
      memory: this.memory,
      isLoading: () => this.get().phase === 'loading',
      sync: () => this.sync(),
      raiseAlarm: (stored, reason) => this.#raiseAlarm(stored, reason),
    })
    // Updates the state of this group when the pinned (known) keys change, for example through another group.
    trust.subscribe(() => this.#latest && this.#updateState(this.#latest))
    keyMismatchAlarm.subscribe(() => this.#state.change({ areOwnKeysDisputed: areOwnKeysDisputed() }))
  }

  /** Signed public keys of the signed-in user on this device. The signed member list may have other keys. */
  get ownCard(): Card {
    return this.#identity.card
  }

  /** Whether the number of the group's members is close to, or above, the maximum for encryption. */
  get crowdLevel() {
    return getEncryptedGroupSizeWarning(this.#roster.claims)
  }

  /**
   * Returns the public keys of a current member, to which a call encrypts its signals. Undefined if the keys differ
   * from the pinned keys, and for all members while the user's own keys are disputed.
   */
  getReaderCard(userId: number): Card | undefined {
    const { roster, phase, halted } = this.get()
    if (!roster || phase !== 'ready' || halted.includes(userId) || areOwnKeysDisputed()) return undefined
    const card = listMembersWhoMayReadNewMessages(roster).find(
      candidate => candidate.card.userId === userId,
    )?.card
    return card && (userId === this.ownCard.userId || this.trust.compareCard(card) === 'same')
      ? card
      : undefined
  }

  /**
   * Fetches and verifies the group and then signs pending changes to the signed member list. Concurrent calls share one
   * run.
   */
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
      // If the vault (the user's encrypted data on the server) cannot be loaded, the server counts as withholding it.
      // While the server withholds the vault (the user's encrypted data), no message is sent.
      if (this.trust.isVaultWithheld) await this.trust.reloadVault().catch(() => {})
      const { isWhole, isSetBack } = await this.#groupSync.fetchAndVerify(stored)
      this.#isServerComplete = isWhole
      // A server restored from a backup reuses message numbers, so the device deletes the stored order.
      if (isSetBack) this.reader.resetMessageOrder()
      await this.#groupSync.recordMemberKeys(stored)
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

  #updateState(stored: StoredGroup): void {
    this.#latest = stored
    const { accepted, roster } = stored
    const alarm = getUndismissedGroupSecurityAlarm(stored)
    const shown = buildEncryptedGroupState(roster, this.ownCard, this.#roster.claims, this.trust, {
      ...(accepted && { accepted }),
      ...(alarm && { alarm }),
    })
    const view: GroupState = roster
      ? { ...shown, ...this.#describeNextMessage(stored, roster, shown.recipients) }
      : shown
    // Members whom this device is about to add by itself are not shown to the user for a decision.
    if (view.isAdmin) {
      const automatic = findPublicKeysToAddToGroup(
        this.facts,
        this.ownCard,
        stored,
        this.#roster.claims,
        this.trust,
      )
      view.waiting = view.waiting.filter(({ card }) => !automatic.includes(card))
      if (automatic.length > 0) view.isAdding = true
    }
    const { isOver: _, ...stateWithoutOver } = view
    const reason = this.#problem ?? this.#findWithheldDataReason(stored)
    if (reason) this.#state.set({ ...stateWithoutOver, phase: 'broken', reason })
    else if (!this.#isServerComplete && view.phase !== 'broken') this.#state.set({ ...view, phase: 'behind' })
    else this.#state.set(view)
  }

  /** Returns who can decrypt the next message, and the group key (epoch) to use unless a new one must be created. */
  #describeNextMessage(
    stored: StoredGroup,
    roster: Roster,
    readers: number[],
  ): Pick<GroupState, 'recipients' | 'currentEpoch'> {
    const epoch = stored.epochs.at(-1)
    const isDue = this.#epochs.isNewEpochDue(stored, roster)
    const excluded =
      isDue || !epoch ? this.#epochs.findExcludedMembers(roster, this.#roster.claims) : epoch.excluded
    return {
      recipients: readers.filter(userId => !excluded?.includes(userId)),
      ...(epoch && !isDue && { currentEpoch: epoch.n }),
    }
  }

  /**
   * Returns the reason for an alarm if the server withholds a group key or the vault (encrypted backup of the
   * user's data) to which the user's messages refer.
   */
  #findWithheldDataReason(stored: StoredGroup): string | undefined {
    if ((stored.spoken ?? 0) > getNewestGroupKeyNumber(stored)) return entriesWithheldReason
    return this.trust.isVaultWithheld ? vaultWithheldReason : undefined
  }

  /** Raises an alarm in the encrypted group. The alarm is stored and stays until the user dismisses it. */
  async #raiseAlarm(stored: StoredGroup, reason: string): Promise<void> {
    stored.alarm = { reason, at: Math.max(Date.now(), (stored.dismissed ?? 0) + 1) }
    this.#updateState(stored)
    await this.#groupCache.save(stored)
  }

  /** Dismisses the encrypted group's alarm at the user's request. */
  dismissAlarm(): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      stored.dismissed = Math.max(Date.now(), stored.alarm?.at ?? 0)
      // Synchronizing the group raises the dismissed alarm again if its cause still exists.
      await this.#sync()
    })
  }

  /**
   * Stores a checkpoint of the signed member list for the user's other devices. A restarted member list must first be
   * accepted by the user.
   */
  async #saveCheckpoint({ roster, epochs }: StoredGroup): Promise<void> {
    if (!roster || this.get().phase === 'restarted') return
    const last = epochs.at(-1)
    const kind = roster.shape === 'group' ? this.facts.shape : roster.shape
    const peer = findOtherUserOfDirectConversation(roster, this.ownCard.userId)
    const position = {
      seq: getRosterLength(roster),
      head: getRosterHead(roster),
      n: last?.n ?? 0,
      eid: last?.eid ?? '',
    }
    await this.trust.recordCheckpoint(this.facts.groupId, {
      kind,
      ...(peer !== undefined && { peer }),
      isClub: kind === 'club',
      ...position,
    })
  }

  /** Signs automatic changes to the signed member list: adds new members and removes members who have left. */
  async #signPendingChanges(stored: StoredGroup): Promise<void> {
    const { isAdmin, phase } = this.get()
    this.#isSigning = true
    try {
      if (phase === 'outside' && (await this.#signer.renewOnlyMember(stored))) await this.#sync()
      // This device never adds entries to a signed member list that failed verification or is outdated.
      if (phase !== 'ready') return
      if (!isAdmin && !(await this.#succeedDepartedAdmins(stored))) return
      const cardsToAdd = findPublicKeysToAddToGroup(
        this.facts,
        this.ownCard,
        stored,
        this.#roster.claims,
        this.trust,
      )
      const userIdsToRemove = findMembersToRemoveFromGroup(
        this.facts,
        this.ownCard,
        stored,
        this.#roster.claims,
      )
      if (cardsToAdd.length > 0) await this.#signer.addMembers(stored, cardsToAdd)
      if (userIdsToRemove.length > 0) await this.#signer.removeMembers(stored, userIdsToRemove)
      if (cardsToAdd.length + userIdsToRemove.length > 0) await this.#sync()
    } finally {
      this.#isSigning = false
    }
  }

  /**
   * If all administrators of the signed member list have left, the next epoch (group key) excludes them and the
   * longest-standing member takes over. If that is this user and somebody waits to be added, the epoch is created now
   * instead of with the next message. Returns true if this user may then sign member list entries.
   */
  async #succeedDepartedAdmins(stored: StoredGroup): Promise<boolean> {
    const { roster } = stored
    const { claims } = this.#roster
    if (
      !roster ||
      findPublicKeysToAddToGroup(this.facts, this.ownCard, stored, claims, this.trust).length === 0
    )
      return false
    const excluded = this.#epochs.findExcludedMembers(roster, claims)
    const readers = listMembersWhoMayReadNewMessages(roster).filter(
      ({ card }) => !excluded.includes(card.userId),
    )
    if (!listMembersWhoMaySignMembershipChanges({ ...roster, spans: readers }).includes(this.ownCard.userId))
      return false
    await this.#epochs.createNextEpoch(stored, roster, claims)
    await this.#sync()
    return this.get().isAdmin
  }

  /** Stores that the user has seen the notice about new keys of group members, so that it disappears. */
  acknowledgeNewKeys(): Promise<void> {
    return this.#serialize(async () => {
      await this.trust.acknowledgeNewKeys(this.get().changed)
      this.#updateState(await this.#groupCache.load())
    })
  }

  /** Accepts the new keys of a member whose previous keys the user had verified. */
  acceptNewKeys(userId: number): Promise<void> {
    return this.#serialize(async () => {
      const next = this.trust.getPin(userId)?.next
      if (next) await this.trust.acceptCard(next)
      await this.#sync()
    })
  }

  /** Marks a member's public keys as verified, after the users compared safety numbers or scanned the QR code. */
  markVerified(card: Card): Promise<void> {
    return this.#serialize(async () => {
      await this.trust.markVerified(card)
      await this.#sync()
    })
  }

  /**
   * Signs the first entry of the group's member list and adds the intended members. If another member was faster, that
   * member's entry is used. `plainUntil`: sequence number of the last plaintext message in a club group.
   */
  createRoster(intended: number[], plainUntil: number): Promise<void> {
    return this.#serialize(async () => {
      await this.#sync()
      const stored = await this.#groupCache.load()
      if (this.get().phase !== 'unborn') return
      await this.#signer.createRoster(stored, plainUntil)
      stored.intended = [...new Set([...stored.intended, ...intended])]
      await this.#sync()
    })
  }

  /**
   * Starts a new signed member list with this user when no administrator is left who could sign the old member list.
   */
  restartRoster(): Promise<void> {
    return this.#serialize(async () => {
      await this.#sync()
      const { phase } = this.get()
      if (phase !== 'outside') throwRosterError(phase)
      await this.#signer.restartRoster(await this.#groupCache.load())
      await this.#sync()
    })
  }

  /** Accepts a restarted member list after a safety number comparison with the member who restarted it. */
  acceptRestart(): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      const head =
        this.#groupSync.refusedRestart ??
        (stored.roster && getHashOfEntryThatBeganNewMemberList(stored.roster))
      if (head) stored.accepted = head
      stored.dismissed = Math.max(Date.now(), stored.alarm?.at ?? 0)
      await this.#groupCache.save(stored)
      await this.#sync()
    })
  }

  /** Adds users to the encrypted group. Those without keys are added at the first sync after they have keys. */
  admitMembers(userIds: number[]): Promise<void> {
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      stored.intended = [...new Set([...stored.intended, ...userIds])]
      await this.#groupCache.save(stored)
      await this.#sync()
    })
  }

  /** Adds keys that the user has reviewed to the signed member list, including new keys of present members. */
  acceptCards(shown: Card[]): Promise<void> {
    return this.#repeatUntilDone(async stored => {
      const { waiting } = this.get()
      const cards = waiting
        .map(({ card }) => card)
        .filter(card => shown.some(candidate => hasSamePublicKeys(candidate, card)))
      for (const card of cards) {
        if (this.trust.compareCard(card) === 'swapped') throwRosterError('person-swapped')
        await this.trust.acceptCard(card)
      }
      if (cards.length > 0) await this.#signer.addMembers(stored, cards)
      return cards.length === 0
    })
  }

  /**
   * Removes members from the signed member list, including members with two conflicting keys, so that the group can
   * continue.
   */
  removeMembers(userIds: number[]): Promise<void> {
    return this.#repeatUntilDone(async stored => {
      stored.intended = stored.intended.filter(userId => !userIds.includes(userId))
      return !(await this.#signer.removeMembers(stored, userIds))
    }, swappedReason)
  }

  /** Makes a member of the signed member list an administrator, or an ordinary member again. */
  setMemberRole(userId: number, role: RosterRole): Promise<void> {
    return this.#repeatUntilDone(async stored => !(await this.#signer.setMemberRole(stored, userId, role)))
  }

  /**
   * Repeats a step until nothing is left to do, because other members may change the signed member list at the same
   * time. If the server never stores the change, throws, so that the step does not look successful.
   */
  #repeatUntilDone(step: (stored: StoredGroup) => Promise<boolean>, allowedReason?: string): Promise<void> {
    return this.#serialize(async () => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        await this.#sync()
        const { phase, reason = phase } = this.get()
        if (isGroupStopped(phase) && reason !== allowedReason) throw new RosterError(reason)
        if (await step(await this.#groupCache.load())) return
      }
      await this.#sync()
      if (!(await step(await this.#groupCache.load()))) throw new RosterError('not-taken')
    })
  }

  /**
   * Encrypts a message or a change. `isAgain`: the server refused an outdated epoch (group key), so the group is
   * synchronized first. If nothing may be sent, throws a RosterError, so that callers need no check of their own.
   */
  encrypt(
    body: string,
    id: string,
    {
      isAgain = false,
      messageType = 'text',
      extra = {},
    }: { isAgain?: boolean; messageType?: string; extra?: MessageMetadata } = {},
  ): Promise<EncryptedMessage> {
    const isChange = extra.change !== undefined
    // An edit with a later group key (epoch) is refused: newer members could then read an older message.
    const onlyEpoch = extra.change?.op === 'edit' ? (extra.change.was?.n ?? 0) : undefined
    return this.#serialize(async () => {
      const stored = await this.#groupCache.load()
      if (isAgain || this.get().phase === 'loading') await this.#sync()
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const { roster } = stored
        const { phase, reason, halted } = this.get()
        // If the server shows new keys of the user that are not genuine, others may encrypt messages to these keys.
        // Nothing is sent until the user has confirmed that the user's newly published keys are genuine.
        if (areOwnKeysDisputed()) throw new RosterError(ownKeysDisputedReason)
        if (phase !== 'ready' || !roster) throw new RosterError(reason ?? phase)
        if (halted.length > 0) throw new RosterError('person-renewed')
        const epoch = stored.epochs.at(-1)
        const isUsable = epoch && !this.#epochs.isNewEpochDue(stored, roster)
        if (onlyEpoch !== undefined && (!isUsable || epoch.n !== onlyEpoch))
          throw new RosterError(epochChangedReason)
        if (!this.#hasRecipients(stored, roster, extra.change?.op)) throw new RosterError(aloneReason)
        if (epoch && isUsable)
          return this.#encryptor[isChange ? 'sealChange' : 'seal'](epoch, roster, {
            body,
            id,
            messageType,
            extra,
          })
        if (await this.#epochs.createNextEpoch(stored, roster, this.#roster.claims))
          await this.#saveEpoch(stored)
        else await this.#sync()
      }
      throw new RosterError('no-epoch')
    })
  }

  /**
   * Whether another user can decrypt the next message or change. Also true for deletions, and for changes by
   * a user who is alone in the group.
   */
  #hasRecipients(stored: StoredGroup, roster: Roster, op: ChangeOperation | undefined): boolean {
    const readers = listMembersWhoMayReadNewMessages(roster).map(({ card }) => card.userId)
    const others = readers.filter(userId => userId !== this.ownCard.userId)
    // A user who is alone in a group may still edit and delete messages.
    if (op === 'delete' || (op && others.length === 0)) return true
    return this.#describeNextMessage(stored, roster, others).recipients.length > 0
  }

  async #saveEpoch(stored: StoredGroup): Promise<void> {
    this.#updateState(stored)
    await this.#groupCache.save(stored)
    await this.#saveCheckpoint(stored)
  }

  /** Encrypts a message with the current group key after a restored server refused the old ciphertext. */
  async encryptAgain(clientId: string, sealed: EncryptedMessage): Promise<EncryptedMessage> {
    const { body, extra } = await this.#encryptor.decryptOwn(await this.#groupCache.load(), clientId, sealed)
    return this.encrypt(body, clientId, { isAgain: true, messageType: sealed.messageType, extra })
  }

  /** Stores the result of sending a message: its position `seq`, or undefined if the message was never sent. */
  async settleMessage(clientId: string, seq: number | undefined): Promise<void> {
    await this.#encryptor.settle(clientId, seq)
  }

  /** Stores an edit, deletion or reaction that was accepted. A later message of this device announces it. */
  async recordChange(change: AnnouncedChange): Promise<void> {
    const { of, by, k, isReaction } = change
    await this.memory.load()
    this.memory.record({ of, by, ...(isReaction && { reactor: this.ownCard.userId }) }, k)
    await this.#encryptor.recordChange(change)
  }

  /** Returns this device's messages that a restored server has lost. */
  listSentAfter(seq: number) {
    return this.#encryptor.listSentAfter(seq)
  }
}
