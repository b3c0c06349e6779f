// One conversation as this device knows it: a run of messages without gaps, what is on its way out, and how both stay
// right over a bad connection. It knows nothing of the screen.
import type { Extra } from '#shared/e2ee/extra.ts'
import { createStore } from '#web/lib/store.ts'
import type { Wire } from './conversation-wire.ts'
import { RecentChanges } from './recent-changes.ts'
import type { Change, Outgoing, ShownMessage } from './shown-message.ts'

export interface ConversationState {
  /** By sequence, oldest first, no gaps. */
  messages: ShownMessage[]
  outgoing: Outgoing[]
  /** Older ones that something on the screen refers to; null: it cannot be had. */
  quoted: ReadonlyMap<number, ShownMessage | null>
  hasOlder: boolean
  /** What is shown is a place further back: the newest are not here. */
  hasNewer: boolean
  /** Older ones were asked for and did not come. */
  isOlderLost: boolean
  phase: 'loading' | 'ready' | 'failed'
  /** Why it could not be opened. */
  error?: Error
}

const pageSize = 50
const catchUpSize = 200
/** Whoever missed more than this begins again with the newest: the rest is history, and fetched when wanted. */
const mostMissed = 1000
/** So many stay when one has come back down to the newest; older ones are fetched again when wanted. */
const kept = 500

/** Further back than this nobody waits for all that lies between. */
const far = 200

/** How long what an answer has overtaken may take (ms). */
const overtaken = 300

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
  readonly #wire: Wire
  readonly #myId: number
  #stopListening: (() => void)[] = []
  #isCatchingUp = false
  #isLoadingOlder = false
  #isLoadingNewer = false
  #isEntering = false
  #soon: ReturnType<typeof setTimeout> | undefined
  /** How often each was sent: what became of an earlier time no longer counts. */
  readonly #times = new Map<string, number>()
  /** Somebody said something newer than what was being fetched. */
  #newestSeen = 0
  /** Up to here every change of what is shown has been heard of. */
  #changeHead = 0
  /** The newest change that anybody spoke of. */
  #newestChange = 0
  #isCatchingUpChanges = false
  readonly #recent: RecentChanges
  readonly #asking = new Set<number>()

  constructor(wire: Wire, myId: number) {
    this.#wire = wire
    this.#myId = myId
    this.#recent = new RecentChanges(myId)
  }

  get state(): ConversationState {
    return this.get()
  }

  get lastSeq(): number {
    return this.state.messages.at(-1)?.seq ?? 0
  }

  /** Returns how to close it again. */
  open(): () => void {
    this.#stopListening = [
      this.#wire.onMessage(message => this.receive(message)),
      this.#wire.onHidden(seq => this.hide(seq)),
      this.#wire.onChanged((message, after) => this.receiveChange(message, after)),
      this.#wire.onConnect(() => void this.enter()),
    ]
    void this.#restore().then(() => this.enter())
    return () => {
      for (const stop of this.#stopListening) stop()
      this.#stopListening = []
      clearTimeout(this.#soon)
      this.#wire.leave()
    }
  }

  /** What was left unsent when the page was last closed. */
  async #restore(): Promise<void> {
    const kept = (await this.#wire.outbox?.load().catch(() => [])) ?? []
    const known = new Set(this.state.outgoing.map(({ clientId }) => clientId))
    const again = kept.filter(({ clientId }) => !known.has(clientId))
    if (again.length > 0) this.#set({ outgoing: [...again, ...this.state.outgoing] })
  }

  #keeping: Promise<unknown> = Promise.resolve()

  /** Nothing typed is lost when the page is closed. */
  #keep(): void {
    this.#keeping = Promise.resolve(this.#wire.outbox?.save(this.state.outgoing)).catch(() => {})
  }

  /** At first and after every reconnection: into the room, then whatever was missed, then what never got its answer. */
  async enter(): Promise<void> {
    this.#isEntering = true
    clearTimeout(this.#soon)
    const joining = this.#wire.isConnected() ? this.#wire.join().catch(() => undefined) : undefined
    if (this.state.phase !== 'ready') await this.load()
    const joined = await joining
    if (joined?.ok) {
      // A server that was put back to an earlier state goes on from there.
      if (joined.lastSeq < this.lastSeq) {
        this.#recent.clear()
        this.#newestChange = 0
        await this.load()
        this.#newestSeen = this.lastSeq
      }
      this.#newestSeen = Math.max(this.#newestSeen, joined.lastSeq)
    } else if (joining && (!joined || joined.code === 'unavailable')) this.#enterSoon()
    await this.#catchUp()
    // What is quoted from further back may have been changed meanwhile: it is asked for anew.
    if (this.state.quoted.size > 0) this.#set({ quoted: new Map() })
    if (joined?.ok) await this.#catchUpChanges(joined.lastChange)
    this.#isEntering = false
    if (!this.#wire.isConnected()) return
    for (const one of this.state.outgoing) if (!one.error) void this.#deliver(one)
  }

  /** What they waited for may have come. */
  deliverWaiting(): void {
    if (!this.#wire.isConnected()) return
    for (const one of this.state.outgoing) if (one.waits) void this.#deliver(one)
  }

  /** Nobody could be asked; without this it would stay silent although there is a connection. */
  #enterSoon(): void {
    if (this.#stopListening.length === 0) return
    this.#soon = setTimeout(() => void this.enter(), this.#wire.pause)
  }

  async load(): Promise<void> {
    this.#set({ phase: 'loading', error: undefined })
    try {
      const page = await this.#wire.fetchMessages({ limit: pageSize })
      // Of these messages there is no change that came later and before the page was read.
      this.#changeHead = Math.max(0, ...page.map(({ changeSeq }) => changeSeq))
      const messages = this.#recent.apply(page.toReversed())
      const outgoing = this.#stillOut(messages)
      this.#set({ messages, outgoing, hasOlder: page.length === pageSize, hasNewer: false, phase: 'ready' })
    } catch (error) {
      this.#set({ phase: 'failed', error: error as Error })
    }
  }

  async loadOlder(): Promise<void> {
    const first = this.state.messages[0]
    if (!first || !this.state.hasOlder || this.#isLoadingOlder) return
    this.#isLoadingOlder = true
    if (this.state.isOlderLost) this.#set({ isOlderLost: false })
    try {
      const page = await this.#wire.fetchMessages({ before: first.seq, limit: pageSize })
      // Meanwhile the oldest may have been let go.
      if (this.state.messages[0]?.seq !== first.seq) return
      this.#set({
        messages: [...this.#recent.apply(page.toReversed()), ...this.state.messages],
        hasOlder: page.length === pageSize,
      })
    } catch {
      this.#set({ isOlderLost: true })
    } finally {
      this.#isLoadingOlder = false
    }
  }

  /** So far back that this one is there, and if that is far, only what stands around it; false: it cannot be reached. */
  async loadBackTo(seq: number): Promise<boolean> {
    const first = () => this.state.messages[0]?.seq ?? 0
    if (first() - seq > far || (this.state.hasNewer && seq > this.lastSeq)) return this.#loadAround(seq)
    while (first() > seq && this.state.hasOlder && !this.state.isOlderLost) await this.loadOlder()
    return first() <= seq
  }

  async #loadAround(seq: number): Promise<boolean> {
    const newest = Math.max(this.#newestSeen, this.lastSeq)
    try {
      const page = await this.#wire.fetchMessages({ after: Math.max(0, seq - pageSize / 2), limit: pageSize })
      if (!page.some(one => one.seq === seq)) return false
      const messages = this.#recent.apply(page.toReversed())
      this.#newestSeen = Math.max(newest, this.#newestSeen)
      const hasOlder = (messages[0]?.seq ?? 1) > 1
      this.#set({ messages, hasOlder, hasNewer: (page[0]?.seq ?? 0) < newest, isOlderLost: false })
      return true
    } catch {
      return false
    }
  }

  /** From a place further back on towards the newest. */
  async loadNewer(): Promise<void> {
    const { lastSeq } = this
    if (!this.state.hasNewer || this.#isLoadingNewer) return
    this.#isLoadingNewer = true
    try {
      const page = await this.#wire.fetchMessages({ after: lastSeq, limit: pageSize })
      if (this.lastSeq !== lastSeq) return
      this.#append(page.toReversed())
      if (page.length < pageSize) this.#set({ hasNewer: false })
    } catch {
      // Asked again with the next look further down.
    } finally {
      this.#isLoadingNewer = false
    }
    await this.#catchUp()
  }

  /** One that somebody answers, wherever it stands; it is then among those that are quoted. */
  async quote(seq: number): Promise<void> {
    if (this.state.quoted.has(seq) || this.#asking.has(seq)) return
    this.#asking.add(seq)
    try {
      const [one] = await this.#wire.fetchMessages({ after: seq - 1, limit: 1 })
      const [found = null] = one?.seq === seq ? this.#recent.apply([one]) : []
      this.#set({ quoted: new Map(this.state.quoted).set(seq, found) })
    } catch {
      // Asked again when the conversation moves on.
    } finally {
      this.#asking.delete(seq)
    }
  }

  /** One came in: the next in order, one that is here already, or one behind a gap that has to be filled first. */
  receive(message: ShownMessage): void {
    this.#newestSeen = Math.max(this.#newestSeen, message.seq)
    if (this.state.phase !== 'ready' || this.state.hasNewer || message.seq <= this.lastSeq) return
    if (message.seq === this.lastSeq + 1) this.#append([message])
    else void this.#catchUp()
  }

  /** By whoever keeps order. Its place stays; what it said is not shown again. */
  hide(seq: number): void {
    const hidden = (message: ShownMessage): ShownMessage => {
      const { signed: _, isPlain: __, trouble: ___, extra: ____, ...rest } = message
      return { ...rest, content: '', isHidden: true, revision: null, reactions: [], reactionCount: 0 }
    }
    this.#set({ messages: this.state.messages.map(one => (one.seq === seq ? hidden(one) : one)) })
    const quoted = this.state.quoted.get(seq)
    if (quoted) this.#set({ quoted: new Map(this.state.quoted).set(seq, hidden(quoted)) })
  }

  /** As it is now, unless something newer is known. */
  #replace(changed: ShownMessage[]): void {
    this.#recent.note(changed)
    const isShown = changed.some(
      ({ seq }) => seq >= (this.state.messages[0]?.seq ?? Number.POSITIVE_INFINITY),
    )
    if (isShown) this.#set({ messages: this.#recent.apply(this.state.messages) })
    const requoted = changed.filter(({ seq }) => this.state.quoted.get(seq))
    if (requoted.length === 0) return
    const quoted = new Map(this.state.quoted)
    for (const one of requoted) quoted.set(one.seq, this.#recent.newest(one))
    this.#set({ quoted })
  }

  /** One was changed; what was changed between the last that was heard of and this is looked up. */
  receiveChange(message: ShownMessage, after: number): void {
    this.#replace([message])
    if (after > this.#changeHead) void this.#catchUpChanges(message.changeSeq)
    else this.#changeHead = Math.max(this.#changeHead, message.changeSeq)
  }

  /** Of the messages that are shown, and of no others. */
  async #catchUpChanges(upTo: number): Promise<void> {
    this.#newestChange = Math.max(this.#newestChange, upTo)
    if (this.#isCatchingUpChanges || this.state.phase !== 'ready') return
    this.#isCatchingUpChanges = true
    try {
      // More may be spoken of while some are on their way.
      while (this.#changeHead < this.#newestChange) await this.#fetchChanges(this.#newestChange)
    } catch {
      // The next change or connection tries again.
    } finally {
      this.#isCatchingUpChanges = false
    }
  }

  async #fetchChanges(upTo: number): Promise<void> {
    const from = this.state.messages[0]?.seq ?? 0
    let after = this.#changeHead
    for (let count = catchUpSize; count === catchUpSize; ) {
      const changed = await this.#wire.fetchChanges({ after, from, limit: catchUpSize })
      this.#replace(changed)
      count = changed.length
      after = changed.at(-1)?.changeSeq ?? after
    }
    this.#changeHead = Math.max(this.#changeHead, upTo, after)
  }

  /** Shown here at once when it is done; everybody else hears of it. */
  async change(change: Change): Promise<void> {
    const now = await this.#wire.change(change)
    if (change.op === 'unreact') this.#dropOwnReaction(now.seq)
    this.#replace([now])
  }

  /** The word to everybody may have come before the answer, and does not say whose is gone. */
  #dropOwnReaction(seq: number): void {
    const without = (one: ShownMessage) => ({
      ...one,
      reactions: one.reactions.filter(({ userId }) => userId !== this.#myId),
    })
    this.#set({ messages: this.state.messages.map(one => (one.seq === seq ? without(one) : one)) })
  }

  /** Of what is on its way, without what is among these. */
  #stillOut(messages: ShownMessage[]): Outgoing[] {
    const sent = new Set(
      messages.filter(({ senderId }) => senderId === this.#myId).map(({ clientId }) => clientId),
    )
    return this.state.outgoing.filter(({ clientId }) => !sent.has(clientId))
  }

  #append(messages: ShownMessage[]): void {
    const outgoing = this.#stillOut(messages)
    const hasArrived = outgoing.length < this.state.outgoing.length
    this.#set({ messages: [...this.state.messages, ...this.#recent.apply(messages)], outgoing })
    if (hasArrived) this.#keep()
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.state.hasNewer || this.state.phase !== 'ready') return
    this.#isCatchingUp = true
    try {
      if (this.#newestSeen - this.lastSeq > mostMissed) await this.load()
      while (this.lastSeq < this.#newestSeen) {
        const missed = await this.#wire.fetchMessages({ after: this.lastSeq, limit: catchUpSize })
        const fresh = missed.toReversed().filter(({ seq }) => seq > this.lastSeq)
        if (fresh.length === 0) break
        this.#append(fresh)
      }
    } catch {
      // The next message or connection tries again.
    } finally {
      this.#isCatchingUp = false
    }
  }

  /** Shown at once; it is said whether it went. */
  send(content: string, extra?: Extra): void {
    const one = {
      clientId: crypto.randomUUID(),
      content,
      createdAt: new Date().toISOString(),
      ...(extra && { extra }),
    }
    this.#set({ outgoing: [...this.state.outgoing, one] })
    this.#keep()
    // Whoever speaks wants to see their words, which stand at the end.
    if (this.state.hasNewer) void this.load().then(() => this.#deliver(one))
    else void this.#deliver(one)
  }

  retry(clientId: string): void {
    const one = this.state.outgoing.find(each => each.clientId === clientId)
    if (!one) return
    this.#change(clientId, { error: undefined })
    void this.#deliver(one)
  }

  /** By its writer's will; what has arrived goes away by itself. */
  discard(clientId: string): void {
    this.#wire.giveUp?.(clientId)
    this.#drop(clientId)
  }

  #drop(clientId: string): void {
    this.#times.delete(clientId)
    this.#set({ outgoing: this.state.outgoing.filter(each => each.clientId !== clientId) })
    this.#keep()
  }

  #change(clientId: string, change: Partial<Outgoing>): void {
    this.#set({
      outgoing: this.state.outgoing.map(each => (each.clientId === clientId ? { ...each, ...change } : each)),
    })
  }

  /** By the same client id every time, so that it is said once however often it is sent. */
  async #deliver({ clientId, content, extra }: Outgoing): Promise<void> {
    const waits = this.#wire.waitsFor?.()
    // That it is kept here is said once it is.
    if (waits) await this.#keeping
    this.#change(clientId, { waits })
    if (waits) return
    const time = (this.#times.get(clientId) ?? 0) + 1
    this.#times.set(clientId, time)
    try {
      const answer = await this.#wire.send({ clientId, content, ...(extra && { extra }) })
      if (answer.ok) this.#settle(clientId, answer.message)
      else this.#change(clientId, { error: answer.message })
    } catch {
      // Cut off on the way: it goes again by itself once there is a connection, or has done so already.
      const goesAgain = !this.#wire.isConnected() || this.#isEntering || this.#times.get(clientId) !== time
      if (!goesAgain) this.#change(clientId, { error: this.#wire.notSent })
    }
  }

  /** In a group of many the answer overtakes what was said before it, which is on its way: that is given a moment. */
  #settle(clientId: string, message: ShownMessage, isLate = false): void {
    if (message.seq > this.lastSeq + 1 && !isLate && this.state.phase === 'ready') {
      setTimeout(() => this.#settle(clientId, message, true), overtaken)
      return
    }
    this.receive(message)
    if (message.seq <= this.lastSeq) this.#drop(clientId)
  }

  /** Called when one is down at the newest: a long walk back does not stay in memory. */
  letGoOfOld(): void {
    if (this.state.messages.length <= kept * 2) return
    this.#set({ messages: this.state.messages.slice(-kept), hasOlder: true })
  }
}
