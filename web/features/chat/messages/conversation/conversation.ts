// Client-side state of one conversation: a gapless range of messages and the queue of outgoing messages.
// Messages have gapless sequence numbers (`seq`), so a missing number means that messages must be fetched.
// Edits, deletions and reactions have change numbers (`changeSeq`), by which missed changes are found.
// After every reconnection the conversation rejoins, fetches what it missed and resends unanswered messages.
// The Conversation class does not depend on the user interface.
import type { MessageExtra } from '#shared/e2ee/message-extra.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, MessageChange, UnsentMessage } from '#web/features/chat/displayed-message.ts'
import { createStore } from '#web/lib/state/store.ts'
import { RecentChanges } from './recent-changes.ts'

export interface ConversationState {
  /** Loaded messages by sequence number, oldest first, without gaps. */
  messages: DisplayedMessage[]
  outgoing: UnsentMessage[]
  /** Quoted messages outside the loaded range, by sequence number; null when a message cannot be fetched. */
  quoted: ReadonlyMap<number, DisplayedMessage | null>
  hasOlder: boolean
  /** Whether the loaded range ends before the newest message. */
  hasNewer: boolean
  /** Whether the last request for older messages failed. */
  isOlderLost: boolean
  phase: 'loading' | 'ready' | 'failed'
  /** Error of the failed first page; set in phase `failed`. */
  error?: Error
}

const pageSize = 50
const catchUpSize = 200
/** Above this number of missed messages, the conversation reloads the newest page instead of catching up. */
const maxCatchUp = 1000
/** Number of messages kept in memory when old messages are trimmed. */
const maxKeptMessages = 500

/** Number of messages above which a jump to an older message loads only the page around it. */
const maxGradualDistance = 200

/** Time (ms) that earlier messages may take to arrive when a send response overtakes them. */
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
  /** Number of send attempts by client id; the result of an earlier attempt is ignored. */
  readonly #attempts = new Map<string, number>()
  /** Highest message sequence number announced by any event or response. */
  #newestSeen = 0
  /** Change number up to which all changes of the loaded messages are known. */
  #changeHead = 0
  /** Highest change number announced by any event or response. */
  #newestChange = 0
  #isCatchingUpChanges = false
  readonly #recent: RecentChanges
  readonly #loadingQuotes = new Set<number>()

  constructor(transport: ConversationTransport, myId: number) {
    this.#transport = transport
    this.#myId = myId
    this.#recent = new RecentChanges(myId)
  }

  get state(): ConversationState {
    return this.get()
  }

  get lastSeq(): number {
    return this.state.messages.at(-1)?.seq ?? 0
  }

  /** Subscribes to events and loads the conversation. Returns the function that closes it. */
  open(): () => void {
    this.#stopListening = [
      this.#transport.onMessage(message => this.receiveMessage(message)),
      this.#transport.onHidden(seq => this.hideMessage(seq)),
      this.#transport.onChanged((message, after) => this.receiveChange(message, after)),
      this.#transport.onConnect(() => void this.joinAndSync()),
    ]
    void this.#restoreOutbox().then(() => this.joinAndSync())
    return () => {
      for (const stop of this.#stopListening) stop()
      this.#stopListening = []
      clearTimeout(this.#rejoinTimer)
      this.#transport.leave()
    }
  }

  /** Restores the messages that were unsent when the page was last closed. */
  async #restoreOutbox(): Promise<void> {
    const stored = (await this.#transport.outbox?.load().catch(() => [])) ?? []
    const queuedIds = new Set(this.state.outgoing.map(({ clientId }) => clientId))
    const restored = stored.filter(({ clientId }) => !queuedIds.has(clientId))
    if (restored.length > 0) this.#set({ outgoing: [...restored, ...this.state.outgoing] })
  }

  #saving: Promise<unknown> = Promise.resolve()

  /** Stores the outgoing messages, so that closing the page does not lose them. */
  #saveOutbox(): void {
    this.#saving = Promise.resolve(this.#transport.outbox?.save(this.state.outgoing)).catch(() => {})
  }

  /** Runs at opening and after every reconnection: joins, fetches missed messages and changes, resends the queue. */
  async joinAndSync(): Promise<void> {
    this.#isJoining = true
    clearTimeout(this.#rejoinTimer)
    const joining = this.#transport.isConnected() ? this.#transport.join().catch(() => undefined) : undefined
    if (this.state.phase !== 'ready') await this.loadNewest()
    const joined = await joining
    if (joined?.ok) {
      // A server restored from a backup has fewer messages than this client: the client reloads.
      if (joined.lastSeq < this.lastSeq) {
        this.#recent.clear()
        this.#newestChange = 0
        await this.loadNewest()
        this.#newestSeen = this.lastSeq
      }
      this.#newestSeen = Math.max(this.#newestSeen, joined.lastSeq)
    } else if (joining && (!joined || joined.code === 'unavailable')) this.#scheduleRejoin()
    await this.#catchUp()
    // Quoted messages outside the loaded range may have changed while offline, so they are fetched again.
    if (this.state.quoted.size > 0) this.#set({ quoted: new Map() })
    if (joined?.ok) await this.#catchUpChanges(joined.lastChange)
    this.#isJoining = false
    if (!this.#transport.isConnected()) return
    for (const pending of this.state.outgoing) if (!pending.error) void this.#deliver(pending)
  }

  /** Retries messages that wait for a condition, such as a recipient's keys. */
  sendWaitingMessages(): void {
    if (!this.#transport.isConnected()) return
    for (const pending of this.state.outgoing) if (pending.waits) void this.#deliver(pending)
  }

  /** Schedules another join after the server was unavailable; otherwise no events would arrive. */
  #scheduleRejoin(): void {
    if (this.#stopListening.length === 0) return
    this.#rejoinTimer = setTimeout(() => void this.joinAndSync(), this.#transport.pause)
  }

  async loadNewest(): Promise<void> {
    this.#set({ phase: 'loading', error: undefined })
    try {
      const page = await this.#transport.fetchMessages({ limit: pageSize })
      // The page contains every change made before it was read, so its highest change number is the known head.
      this.#changeHead = Math.max(0, ...page.map(({ changeSeq }) => changeSeq))
      const messages = this.#recent.applyChanges(page.toReversed())
      const outgoing = this.#listUnsent(messages)
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
      // Old messages may have been trimmed while the page was loading.
      if (this.state.messages[0]?.seq !== oldest.seq) return
      this.#set({
        messages: [...this.#recent.applyChanges(page.toReversed()), ...this.state.messages],
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
      const messages = this.#recent.applyChanges(page.toReversed())
      this.#newestSeen = Math.max(newest, this.#newestSeen)
      const hasOlder = (messages[0]?.seq ?? 1) > 1
      this.#set({ messages, hasOlder, hasNewer: (page[0]?.seq ?? 0) < newest, isOlderLost: false })
      return true
    } catch {
      return false
    }
  }

  /** Loads the next page towards the newest message, after a jump to a distant message. */
  async loadNewer(): Promise<void> {
    const { lastSeq } = this
    if (!this.state.hasNewer || this.#isLoadingNewer) return
    this.#isLoadingNewer = true
    try {
      const page = await this.#transport.fetchMessages({ after: lastSeq, limit: pageSize })
      if (this.lastSeq !== lastSeq) return
      this.#append(page.toReversed())
      if (page.length < pageSize) this.#set({ hasNewer: false })
    } catch {
      // A failed request for newer messages is retried at the next scroll event.
    } finally {
      this.#isLoadingNewer = false
    }
    await this.#catchUp()
  }

  /** Fetches a quoted message outside the loaded range and adds it to the quoted messages. */
  async loadQuotedMessage(seq: number): Promise<void> {
    if (this.state.quoted.has(seq) || this.#loadingQuotes.has(seq)) return
    this.#loadingQuotes.add(seq)
    try {
      const [fetched] = await this.#transport.fetchMessages({ after: seq - 1, limit: 1 })
      const [found = null] = fetched?.seq === seq ? this.#recent.applyChanges([fetched]) : []
      this.#set({ quoted: new Map(this.state.quoted).set(seq, found) })
    } catch {
      // A failed request for a quoted message is retried when the conversation next changes.
    } finally {
      this.#loadingQuotes.delete(seq)
    }
  }

  /** Appends a new message, ignores a known one, or fetches the gap before it. */
  receiveMessage(message: DisplayedMessage): void {
    this.#newestSeen = Math.max(this.#newestSeen, message.seq)
    if (this.state.phase !== 'ready' || this.state.hasNewer || message.seq <= this.lastSeq) return
    if (message.seq === this.lastSeq + 1) this.#append([message])
    else void this.#catchUp()
  }

  /** Clears the content of a message that a moderator has hidden. The message keeps its position. */
  hideMessage(seq: number): void {
    const clearContent = (message: DisplayedMessage): DisplayedMessage => {
      const { signed: _, isPlain: __, trouble: ___, extra: ____, ...rest } = message
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
    if (isShown) this.#set({ messages: this.#recent.applyChanges(this.state.messages) })
    const changedQuotes = changed.filter(({ seq }) => this.state.quoted.get(seq))
    if (changedQuotes.length === 0) return
    const quoted = new Map(this.state.quoted)
    for (const message of changedQuotes) quoted.set(message.seq, this.#recent.getNewestVersion(message))
    this.#set({ quoted })
  }

  /** Applies a change event, and fetches the changes between the last known one and this one. */
  receiveChange(message: DisplayedMessage, after: number): void {
    this.#applyChanged([message])
    if (after > this.#changeHead) void this.#catchUpChanges(message.changeSeq)
    else this.#changeHead = Math.max(this.#changeHead, message.changeSeq)
  }

  /** Fetches the missed changes of the loaded messages up to change number `upTo`. */
  async #catchUpChanges(upTo: number): Promise<void> {
    this.#newestChange = Math.max(this.#newestChange, upTo)
    if (this.#isCatchingUpChanges || this.state.phase !== 'ready') return
    this.#isCatchingUpChanges = true
    try {
      // Further message changes may be announced while missed changes are being fetched.
      while (this.#changeHead < this.#newestChange) await this.#fetchChanges(this.#newestChange)
    } catch {
      // A failed fetch of changes is retried at the next change event or reconnection.
    } finally {
      this.#isCatchingUpChanges = false
    }
  }

  async #fetchChanges(upTo: number): Promise<void> {
    const from = this.state.messages[0]?.seq ?? 0
    let after = this.#changeHead
    for (let count = catchUpSize; count === catchUpSize; ) {
      const changed = await this.#transport.fetchChanges({ after, from, limit: catchUpSize })
      this.#applyChanged(changed)
      count = changed.length
      after = changed.at(-1)?.changeSeq ?? after
    }
    this.#changeHead = Math.max(this.#changeHead, upTo, after)
  }

  /** Edits, deletes or reacts to a message, and shows the result. The server notifies the other members. */
  async changeMessage(change: MessageChange): Promise<void> {
    const changed = await this.#transport.change(change)
    if (change.op === 'unreact') this.#dropOwnReaction(changed.seq)
    this.#applyChanged([changed])
  }

  /** Removes the user's reaction. The change event may arrive first, and it does not name the removed reaction. */
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

  /** Outgoing messages that are not among the given stored messages. */
  #listUnsent(messages: DisplayedMessage[]): UnsentMessage[] {
    const sent = new Set(
      messages.filter(({ senderId }) => senderId === this.#myId).map(({ clientId }) => clientId),
    )
    return this.state.outgoing.filter(({ clientId }) => !sent.has(clientId))
  }

  #append(messages: DisplayedMessage[]): void {
    const outgoing = this.#listUnsent(messages)
    const hasSettled = outgoing.length < this.state.outgoing.length
    this.#set({ messages: [...this.state.messages, ...this.#recent.applyChanges(messages)], outgoing })
    if (hasSettled) this.#saveOutbox()
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.state.hasNewer || this.state.phase !== 'ready') return
    this.#isCatchingUp = true
    try {
      if (this.#newestSeen - this.lastSeq > maxCatchUp) await this.loadNewest()
      while (this.lastSeq < this.#newestSeen) {
        const missed = await this.#transport.fetchMessages({ after: this.lastSeq, limit: catchUpSize })
        const newMessages = missed.toReversed().filter(({ seq }) => seq > this.lastSeq)
        if (newMessages.length === 0) break
        this.#append(newMessages)
      }
    } catch {
      // A failed fetch of missed messages is retried at the next message or reconnection.
    } finally {
      this.#isCatchingUp = false
    }
  }

  /** Queues a message, shows it immediately and sends it. A failure is shown on the message. */
  send(content: string, extra?: MessageExtra): void {
    const pending = {
      clientId: crypto.randomUUID(),
      content,
      createdAt: new Date().toISOString(),
      ...(extra && { extra }),
    }
    this.#set({ outgoing: [...this.state.outgoing, pending] })
    this.#saveOutbox()
    // The sent message appears at the end, so the newest page is loaded first.
    if (this.state.hasNewer) void this.loadNewest().then(() => this.#deliver(pending))
    else void this.#deliver(pending)
  }

  retry(clientId: string): void {
    const pending = this.state.outgoing.find(message => message.clientId === clientId)
    if (!pending) return
    this.#updateOutgoing(clientId, { error: undefined })
    void this.#deliver(pending)
  }

  /** Discards an outgoing message at the user's request. */
  discard(clientId: string): void {
    this.#transport.abandonMessage?.(clientId)
    this.#removeOutgoing(clientId)
  }

  #removeOutgoing(clientId: string): void {
    this.#attempts.delete(clientId)
    this.#set({ outgoing: this.state.outgoing.filter(message => message.clientId !== clientId) })
    this.#saveOutbox()
  }

  #updateOutgoing(clientId: string, change: Partial<UnsentMessage>): void {
    this.#set({
      outgoing: this.state.outgoing.map(message =>
        message.clientId === clientId ? { ...message, ...change } : message,
      ),
    })
  }

  /** Sends a message. The client id stays the same on every attempt, so the server stores the message once. */
  async #deliver({ clientId, content, extra }: UnsentMessage): Promise<void> {
    const waits = this.#transport.getWaitingText?.()
    // The waiting message claims to be stored on this device, so storing has to finish first.
    if (waits) await this.#saving
    this.#updateOutgoing(clientId, { waits })
    if (waits) return
    const attempt = (this.#attempts.get(clientId) ?? 0) + 1
    this.#attempts.set(clientId, attempt)
    try {
      const response = await this.#transport.send({ clientId, content, ...(extra && { extra }) })
      if (response.ok) this.#settle(clientId, response.message)
      else this.#updateOutgoing(clientId, { error: response.message })
    } catch {
      // After a lost connection the message is resent on reconnection, so no error is shown.
      const isResent =
        !this.#transport.isConnected() || this.#isJoining || this.#attempts.get(clientId) !== attempt
      if (!isResent) this.#updateOutgoing(clientId, { error: this.#transport.sendFailureText })
    }
  }

  /**
   * Adds the stored message to the list and removes it from the queue.
   * In large groups the send response may arrive before earlier messages, which then get a short time to arrive.
   */
  #settle(clientId: string, message: DisplayedMessage, isLate = false): void {
    if (message.seq > this.lastSeq + 1 && !isLate && this.state.phase === 'ready') {
      setTimeout(() => this.#settle(clientId, message, true), reorderDelay)
      return
    }
    this.receiveMessage(message)
    if (message.seq <= this.lastSeq) this.#removeOutgoing(clientId)
  }

  /** Drops old messages from memory. Called when the list is scrolled to the newest message. */
  trimOldMessages(): void {
    if (this.state.messages.length <= maxKeptMessages * 2) return
    this.#set({ messages: this.state.messages.slice(-maxKeptMessages), hasOlder: true })
  }
}
