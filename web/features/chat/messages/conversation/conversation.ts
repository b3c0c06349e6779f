// Client-side state of one conversation: loaded messages without gaps, and the queue of outgoing messages.
// Chat messages have gapless sequence numbers (`seq`), so a missing number means that messages must be fetched.
// Message edits, deletions and reactions have change numbers (`changeSeq`), which reveal missed changes.
// After each reconnection the conversation rejoins, fetches missed messages and resends unconfirmed messages.
// The Conversation class does not depend on the user interface.
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, MessageChange, UnsentMessage } from '#web/features/chat/displayed-message.ts'
import {
  markDuplicateMessagesAsForged,
  sortAndDeduplicateMessages,
} from '#web/features/chat/sort-and-deduplicate-messages.ts'
import { createStore } from '#web/lib/state/store.ts'
import { MissedChanges } from './missed-changes.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { RecentChanges } from './recent-changes.ts'

export interface ConversationState {
  /** Loaded chat messages by sequence number, oldest first, without gaps. */
  messages: DisplayedMessage[]
  outgoing: UnsentMessage[]
  /** Quoted messages that are not among the loaded messages, by sequence number; null when one cannot be fetched. */
  quoted: ReadonlyMap<number, DisplayedMessage | null>
  hasOlder: boolean
  /** Whether the loaded messages end before the newest message of the conversation. */
  hasNewer: boolean
  /** Whether the last request for older messages failed. */
  isOlderLost: boolean
  phase: 'loading' | 'ready' | 'failed'
  /** Error that prevented loading the newest messages. Set only in the phase `failed`. */
  error?: Error
}

const pageSize = 50
const catchUpSize = 200
/** Number of missed messages above which the conversation loads only the newest page instead of all of them. */
const maxCatchUp = 1000
/** Number of newest messages that stay in memory when older messages are dropped. */
const maxKeptMessages = 500

/** Distance in messages above which a jump to an older message loads only the messages around it. */
const maxGradualDistance = 200

/** Delay in ms before a sent message is added to the list if earlier messages have not arrived yet. */
const reorderDelay = 300

export class Conversation {
  readonly #store = createStore<ConversationState>({
    messages: [],
    outgoing: [],
    quoted: new Map(),
    hasOlder: false,
    hasNewer: false,
    isOlderLost: false,
    phase: 'loading',
  })
  readonly get = this.#store.get
  readonly subscribe = this.#store.subscribe
  readonly #set = this.#store.change
  readonly #transport: ConversationTransport
  readonly #myId: number
  #stopListening: (() => void)[] = []
  #isCatchingUp = false
  #isLoadingOlder = false
  #isLoadingNewer = false
  #isJoining = false
  #rejoinTimer: ReturnType<typeof setTimeout> | undefined
  /** Highest sequence number of a message that any event or response has announced. */
  #newestSeen = 0
  readonly #recent: RecentChanges
  readonly #missedChanges: MissedChanges
  readonly outgoing: OutgoingQueue
  readonly #loadingQuotes = new Set<number>()

  constructor(transport: ConversationTransport, myId: number) {
    this.#transport = transport
    this.#myId = myId
    this.#recent = new RecentChanges(myId)
    this.#missedChanges = new MissedChanges({
      transport,
      isReady: () => this.state.phase === 'ready',
      getOldestSeq: () => this.state.messages[0]?.seq ?? 0,
      applyChanged: changed => this.#applyChanged(changed),
    })
    this.outgoing = new OutgoingQueue({
      transport,
      myId,
      get: () => this.state.outgoing,
      set: outgoing => this.#set({ outgoing }),
      isJoining: () => this.#isJoining,
      onStored: (clientId, message) => this.#settle(clientId, message),
    })
  }

  get state(): ConversationState {
    return this.get()
  }

  get lastSeq(): number {
    return this.state.messages.at(-1)?.seq ?? 0
  }

  /** Subscribes to events and loads the conversation. Returns the function that closes the conversation. */
  open(): () => void {
    this.#stopListening = [
      this.#transport.onMessage(message => this.receiveMessage(message)),
      this.#transport.onHidden(seq => this.hideMessage(seq)),
      this.#transport.onChanged((message, after) => this.receiveChange(message, after)),
      this.#transport.onConnect(() => void this.joinAndSync()),
    ]
    void this.outgoing.restore().then(() => this.joinAndSync())
    return () => {
      for (const stop of this.#stopListening) stop()
      this.#stopListening = []
      clearTimeout(this.#rejoinTimer)
      this.#transport.leave()
    }
  }

  /**
   * Runs on opening and after each reconnection: joins, fetches missed messages and changes, and resends queued
   * messages.
   */
  async joinAndSync(): Promise<void> {
    this.#isJoining = true
    clearTimeout(this.#rejoinTimer)
    const joining = this.#transport.isConnected() ? this.#transport.join().catch(() => undefined) : undefined
    if (this.state.phase !== 'ready') await this.loadNewest()
    const joined = await joining
    if (joined?.ok) {
      // A server restored from a backup may have fewer messages than this client, which then reloads the conversation.
      if (joined.lastSeq < this.lastSeq) {
        this.#recent.clear()
        this.#missedChanges.forgetNewest()
        await this.loadNewest()
        this.#newestSeen = this.lastSeq
      }
      this.#newestSeen = Math.max(this.#newestSeen, joined.lastSeq)
    } else if (joining && (!joined || joined.code === 'unavailable')) this.#scheduleRejoin()
    await this.#catchUp()
    // Quoted messages outside the loaded range may have changed while offline, so they are refetched.
    if (this.state.quoted.size > 0) this.#set({ quoted: new Map() })
    if (joined?.ok) await this.#missedChanges.fetchMissedChanges(joined.lastChange)
    this.#isJoining = false
    this.outgoing.deliverAllMessages()
  }

  /** Schedules another attempt to join the conversation, because without joining no events arrive. */
  #scheduleRejoin(): void {
    if (this.#stopListening.length === 0) return
    this.#rejoinTimer = setTimeout(() => void this.joinAndSync(), this.#transport.pause)
  }

  async loadNewest(): Promise<void> {
    this.#set({ phase: 'loading', error: undefined })
    try {
      const page = await this.#transport.fetchMessages({ limit: pageSize })
      this.#missedChanges.setStartVersion(page)
      const messages = markDuplicateMessagesAsForged(
        this.#recent.applyChanges(sortAndDeduplicateMessages(page)),
      )
      const outgoing = this.outgoing.listUnsentMessages(messages)
      this.#set({ messages, outgoing, hasOlder: page.length === pageSize, hasNewer: false, phase: 'ready' })
    } catch (error) {
      this.#set({ phase: 'failed', error: error as Error })
    }
  }

  async loadOlder(): Promise<void> {
    const oldest = this.state.messages[0]
    if (!oldest || !this.state.hasOlder || this.#isLoadingOlder) return
    this.#isLoadingOlder = true
    if (this.state.isOlderLost) this.#set({ isOlderLost: false })
    try {
      const page = await this.#transport.fetchMessages({ before: oldest.seq, limit: pageSize })
      // If messages were dropped from memory during the request, the page would leave a gap and is discarded.
      if (this.state.messages[0]?.seq !== oldest.seq) return
      this.#set({
        messages: markDuplicateMessagesAsForged([
          ...this.#recent.applyChanges(sortAndDeduplicateMessages(page, { before: oldest.seq })),
          ...this.state.messages,
        ]),
        hasOlder: page.length === pageSize,
      })
    } catch {
      this.#set({ isOlderLost: true })
    } finally {
      this.#isLoadingOlder = false
    }
  }

  /**
   * Loads messages back to the given sequence number.
   * For a distant message, only the page around it is loaded. Returns false when the message cannot be loaded.
   */
  async loadBackTo(seq: number): Promise<boolean> {
    const oldestSeq = () => this.state.messages[0]?.seq ?? 0
    if (oldestSeq() - seq > maxGradualDistance || (this.state.hasNewer && seq > this.lastSeq))
      return this.#loadAround(seq)
    while (oldestSeq() > seq && this.state.hasOlder && !this.state.isOlderLost) await this.loadOlder()
    return oldestSeq() <= seq
  }

  async #loadAround(seq: number): Promise<boolean> {
    const newest = Math.max(this.#newestSeen, this.lastSeq)
    try {
      const page = await this.#transport.fetchMessages({
        after: Math.max(0, seq - pageSize / 2),
        limit: pageSize,
      })
      if (!page.some(candidate => candidate.seq === seq)) return false
      const messages = markDuplicateMessagesAsForged(
        this.#recent.applyChanges(sortAndDeduplicateMessages(page)),
      )
      this.#newestSeen = Math.max(newest, this.#newestSeen)
      const hasOlder = (messages[0]?.seq ?? 1) > 1
      this.#set({ messages, hasOlder, hasNewer: (page[0]?.seq ?? 0) < newest, isOlderLost: false })
      return true
    } catch {
      return false
    }
  }

  /** Loads the next page of newer messages, after a jump to a distant message. */
  async loadNewer(): Promise<void> {
    const { lastSeq } = this
    if (!this.state.hasNewer || this.#isLoadingNewer) return
    this.#isLoadingNewer = true
    try {
      const page = await this.#transport.fetchMessages({ after: lastSeq, limit: pageSize })
      if (this.lastSeq !== lastSeq) return
      this.#append(sortAndDeduplicateMessages(page, { after: lastSeq }))
      if (page.length < pageSize) this.#set({ hasNewer: false })
    } catch {
      // A failed request for newer messages is repeated when the user scrolls again.
    } finally {
      this.#isLoadingNewer = false
    }
    await this.#catchUp()
  }

  /** Fetches a quoted message that is not among the loaded messages. */
  async loadQuotedMessage(seq: number): Promise<void> {
    if (this.state.quoted.has(seq) || this.#loadingQuotes.has(seq)) return
    this.#loadingQuotes.add(seq)
    try {
      const [fetched] = await this.#transport.fetchMessages({ after: seq - 1, limit: 1 })
      const [found = null] = fetched?.seq === seq ? this.#recent.applyChanges([fetched]) : []
      this.#set({ quoted: new Map(this.state.quoted).set(seq, found) })
    } catch {
      // A failed request for a quoted message is retried at the next change of the conversation.
    } finally {
      this.#loadingQuotes.delete(seq)
    }
  }

  /** Appends a new message and ignores a known message. Missing earlier messages are loaded first. */
  receiveMessage(message: DisplayedMessage): void {
    this.#newestSeen = Math.max(this.#newestSeen, message.seq)
    if (this.state.phase !== 'ready' || this.state.hasNewer || message.seq <= this.lastSeq) return
    if (message.seq === this.lastSeq + 1) this.#append([message])
    else void this.#catchUp()
  }

  /** Clears the content of a message that a moderator has hidden. The message keeps its position. */
  hideMessage(seq: number): void {
    const clearContent = (message: DisplayedMessage): DisplayedMessage => {
      // The signed data of a hidden message is kept, because the check for missing messages needs its number.
      const { isPlain: _, trouble: __, extra: ___, ...rest } = message
      return { ...rest, content: '', isHidden: true, revision: null, reactions: [], reactionCount: 0 }
    }
    this.#set({
      messages: this.state.messages.map(candidate =>
        candidate.seq === seq ? clearContent(candidate) : candidate,
      ),
    })
    const quoted = this.state.quoted.get(seq)
    if (quoted) this.#set({ quoted: new Map(this.state.quoted).set(seq, clearContent(quoted)) })
  }

  /** Replaces loaded and quoted messages with their changed versions, unless a newer version is known. */
  #applyChanged(changed: DisplayedMessage[]): void {
    this.#recent.rememberChanges(changed)
    const isShown = changed.some(
      ({ seq }) => seq >= (this.state.messages[0]?.seq ?? Number.POSITIVE_INFINITY),
    )
    if (isShown)
      this.#set({ messages: markDuplicateMessagesAsForged(this.#recent.applyChanges(this.state.messages)) })
    const changedQuotes = changed.filter(({ seq }) => this.state.quoted.get(seq))
    if (changedQuotes.length === 0) return
    const quoted = new Map(this.state.quoted)
    for (const message of changedQuotes) quoted.set(message.seq, this.#recent.getNewestVersion(message))
    this.#set({ quoted })
  }

  /** Applies an edit, deletion or reaction announced by an event, and fetches changes that were missed before it. */
  receiveChange(message: DisplayedMessage, after: number): void {
    this.#applyChanged([message])
    this.#missedChanges.receiveChange(message.changeSeq, after)
  }

  /** Edits, deletes or reacts to a message and shows the result. The server notifies the other members. */
  async changeMessage(change: MessageChange): Promise<void> {
    const changed = await this.#transport.change(change)
    if (change.op === 'unreact') this.#dropOwnReaction(changed.seq)
    this.#applyChanged([changed])
  }

  /**
   * Removes the user's reaction on screen. The change event, which may arrive first, does not say which one was
   * removed.
   */
  #dropOwnReaction(seq: number): void {
    const removeOwnReaction = (message: DisplayedMessage) => ({
      ...message,
      reactions: message.reactions.filter(({ userId }) => userId !== this.#myId),
    })
    this.#set({
      messages: this.state.messages.map(candidate =>
        candidate.seq === seq ? removeOwnReaction(candidate) : candidate,
      ),
    })
  }

  #append(messages: DisplayedMessage[]): void {
    const outgoing = this.outgoing.listUnsentMessages(messages)
    const hasSettled = outgoing.length < this.state.outgoing.length
    const known = [...this.state.messages, ...this.#recent.applyChanges(messages)]
    this.#set({ messages: markDuplicateMessagesAsForged(known), outgoing })
    if (hasSettled) this.outgoing.save()
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.state.hasNewer || this.state.phase !== 'ready') return
    this.#isCatchingUp = true
    try {
      if (this.#newestSeen - this.lastSeq > maxCatchUp) await this.loadNewest()
      while (this.lastSeq < this.#newestSeen) {
        const missed = await this.#transport.fetchMessages({ after: this.lastSeq, limit: catchUpSize })
        const newMessages = sortAndDeduplicateMessages(missed, { after: this.lastSeq })
        if (newMessages.length === 0) break
        this.#append(newMessages)
      }
    } catch {
      // A failed fetch of missed messages is retried at the next message or reconnection.
    } finally {
      this.#isCatchingUp = false
    }
  }

  /** Queues a message, shows it at once and sends it. If sending fails, the message shows the error. */
  send(content: string, extra?: MessageMetadata): void {
    const pending = this.outgoing.add(content, extra)
    // A sent message appears after the newest message, so the newest page is loaded before sending.
    if (this.state.hasNewer) void this.loadNewest().then(() => this.outgoing.deliverMessage(pending))
    else void this.outgoing.deliverMessage(pending)
  }

  /**
   * Adds the stored message to the list and removes it from the queue. In large groups, the response may arrive before
   * earlier messages, so it waits a short time for them.
   */
  #settle(clientId: string, message: DisplayedMessage, isLate = false): void {
    if (message.seq > this.lastSeq + 1 && !isLate && this.state.phase === 'ready') {
      setTimeout(() => this.#settle(clientId, message, true), reorderDelay)
      return
    }
    this.receiveMessage(message)
    if (message.seq <= this.lastSeq) this.outgoing.remove(clientId)
  }

  /** Drops old messages from memory. Called when the user has scrolled to the newest message. */
  trimOldMessages(): void {
    if (this.state.messages.length <= maxKeptMessages * 2) return
    this.#set({ messages: this.state.messages.slice(-maxKeptMessages), hasOlder: true })
  }
}
