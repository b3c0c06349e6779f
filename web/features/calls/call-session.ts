// One call as this device takes part in it: who else is there, the lines to them, and how it ends. It knows nothing of
// the screen. One class, because who is there, the lines to them and the end change with each other; what can be judged
// without them stands apart (adapt, quality, signals, speaking).
import type { Call, CallMember, JoinedCall, NewSignal, SignalPart } from '#shared/contracts/calls.ts'
import type { Answer } from '#shared/contracts/socket.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { createStore } from '#web/lib/store.ts'
import { type Adapting, adapt, beginning, highestStep, steps } from './adapt.ts'
import { type CutOff, cutOffAfter } from './contact.ts'
import { Forwarded, type ForwardWire } from './forwarded.ts'
import { OwnKey, readKey } from './own-key.ts'
import type { OwnMedia } from './own-media.ts'
import { type OwnSigns, Peer, readSigns, type Word } from './peer.ts'
import { type Quality, qualityOf, seenIn } from './quality.ts'
import { createSignals } from './signals.ts'
import { createSpeaking, type Levels } from './speaking.ts'

export interface CallWire extends ForwardWire {
  /** `callId`: joins this call alone, and begins none. */
  join(callId?: string): Promise<JoinedCall>
  alive(callId: string): Promise<void>
  leave(callId: string): Promise<void>
  signal(signal: NewSignal): Promise<Answer>
  /** Each returns how to stop listening. */
  onChanged(listener: (call: Call) => void): () => void
  onSignal(listener: (part: SignalPart) => void): () => void
  /** The server is reached again. */
  onConnect(listener: () => void): () => void
  /** The network is there again, or is another one. */
  onNetwork(listener: () => void): () => void
  /** The server no longer counts this device as being in it. */
  isGone(error: unknown): boolean
  /** Why the server refused to let this device in; undefined: it was not reached. */
  refusalOf(error: unknown): 'over' | 'gone' | undefined
}

export interface Other extends OwnSigns {
  userId: number
  dev: string
  fullName: string
  stream?: MediaStream
  connection: RTCPeerConnectionState
  quality?: Quality
}

/**
 * forged: what came over the line was not what the other had said. gone: taken out. declined, unanswered: nobody came.
 */
export type Ending = 'left' | 'over' | 'declined' | 'unanswered' | 'forged' | 'gone'

export interface CallState {
  call: Call
  others: Other[]
  isHandUp: boolean
  /** The server is not reached; pictures and sound do not need it. */
  cutOff?: CutOff
  /** Who is heard, by the names of their devices; `me` is this one. */
  speaking: string[]
  /** Who was heard last, of the others. */
  lastSpeaker?: string
  /** When somebody else was first there, by this device's clock. */
  talkingSince?: number
  ending?: Ending
  /** In milliseconds; left out where nobody came. */
  took?: number
}

const aliveEvery = 5000
const lookEvery = 3000
const mostEarly = 100
/** A line that was mended so often in vain carries the sound alone for a while. */
const mostMending = 2

export const nameOf = ({ userId, dev }: { userId: number; dev: string }) => `${userId}.${dev}`

interface Line {
  peer: Peer
  joinedAt: string
  adapting: Adapting
}

export class CallSession {
  readonly media: OwnMedia
  readonly #store: ReturnType<typeof createStore<CallState>>
  readonly #identity: Identity
  readonly #wire: CallWire
  readonly #configuration: RTCConfiguration
  readonly #signals: ReturnType<typeof createSignals>
  readonly #lines = new Map<string, Line>()
  readonly #early = new Map<string, Word[]>()
  /** What others said of themselves, also before it was heard that they came. */
  readonly #signs = new Map<string, OwnSigns>()
  readonly #stops: (() => void)[] = []
  /** Where a server stands between, which forwards what it cannot open. */
  readonly #forwarded: Forwarded | undefined
  readonly #ownKey: OwnKey | undefined
  /** Of those who are in it, where no line of ours leads to them. */
  readonly #stays = new Map<string, string>()
  readonly #cardOf: (userId: number) => Card | undefined
  #isAsking = false
  /** When the last request was sent that the server answered. */
  #heardAt = Date.now()
  #hasFailed = false

  constructor(
    joined: JoinedCall,
    parts: {
      identity: Identity
      wire: CallWire
      media: OwnMedia
      cardOf: (userId: number) => Card | undefined
      refresh: () => Promise<void>
    },
  ) {
    const { identity, wire, media, cardOf } = parts
    this.#identity = identity
    this.#wire = wire
    this.media = media
    this.#cardOf = cardOf
    this.#configuration = {
      iceServers: joined.iceServers,
      iceTransportPolicy: joined.isRelayOnly ? 'relay' : 'all',
    }
    this.#store = createStore<CallState>({
      call: joined.call,
      others: [],
      isHandUp: false,
      speaking: [],
    })
    this.#signals = createSignals({
      callId: joined.call.id,
      identity,
      cardOf,
      refresh: () => parts.refresh().catch(() => {}),
      send: signal => wire.signal(signal),
      onWord: (from, word) => this.#hear(from, word),
      onForged: () => this.#end('forged'),
    })
    if (joined.call.isForwarded) {
      this.#forwarded = this.#forward()
      this.#ownKey = new OwnKey(
        (id, key) => this.#forwarded?.takeKey(id, key),
        (one, word) => this.#signals.say(one, word),
      )
    }
    this.#follow()
    this.#take(joined.call)
  }

  #forward(): Forwarded {
    const { isAudioOnly } = this.state.call
    // Its server learns our address; the others learn only its.
    const configuration = { ...this.#configuration, iceTransportPolicy: 'all' as const }
    return new Forwarded(
      {
        configuration,
        isAudioOnly,
        wire: this.#wire,
        onStream: (name, stream) => this.#change(name, { stream, connection: 'connected' }),
        onLacking: name => {
          const one = this.state.others.find(other => nameOf(other) === name)
          if (one) this.#signals.say(one, { kind: 'again' })
        },
        onConnection: connection => {
          const others = this.state.others.map(one => (one.stream ? { ...one, connection } : one))
          this.#set({ others })
        },
      },
      this.media.get().stream,
    )
  }

  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  get = (): CallState => this.#store.get()

  get state(): CallState {
    return this.#store.get()
  }

  #set(change: Partial<CallState>): void {
    this.#store.change(change)
  }

  #follow(): void {
    const alive = setInterval(() => void this.#sayAlive(), aliveEvery)
    const looking = setInterval(() => void this.#look(), lookEvery)
    const levels: Levels = {
      others: () =>
        this.#forwarded?.loudness() ?? [...this.#lines].map(([name, { peer }]) => [name, peer.loudness]),
      line: () => this.#forwarded?.sending ?? [...this.#lines.values()].at(0)?.peer.connection,
    }
    const speaking = createSpeaking(this.media, levels, heard => this.#set(heard))
    this.#stops.push(
      this.#wire.onChanged(call => call.id === this.state.call.id && this.#take(call)),
      this.#wire.onSignal(part => this.#signals.hear(part)),
      this.#wire.onNetwork(() => {
        this.#forwarded?.mend()
        for (const { peer } of this.#lines.values()) peer.mend()
      }),
      this.#wire.onConnect(() => {
        void this.#sayAlive()
        this.#askAgain()
      }),
      this.media.subscribe(() => this.#giveOwn()),
      speaking,
      () => clearInterval(alive),
      () => clearInterval(looking),
    )
  }

  async #sayAlive(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    await this.#askWhetherIn()
    this.#isAsking = false
  }

  async #askWhetherIn(): Promise<void> {
    const sentAt = Date.now()
    try {
      await this.#wire.alive(this.state.call.id)
      this.#noteContact(sentAt)
    } catch (error) {
      if (this.#wire.isGone(error)) await this.#comeBack()
      else this.#judgeContact(true)
    }
  }

  /** The server counts the silence of this device from the request, not from the response. */
  #noteContact(sentAt: number): void {
    this.#heardAt = Math.max(this.#heardAt, sentAt)
    this.#judgeContact(false)
  }

  #judgeContact(hasFailed: boolean): void {
    this.#hasFailed = hasFailed
    const cutOff = cutOffAfter(Date.now() - this.#heardAt, hasFailed)
    if (cutOff !== this.state.cutOff) this.#set({ cutOff })
  }

  /** After a long cut the server may have removed this device. It joins the same call again, or ends if that is over. */
  async #comeBack(): Promise<void> {
    if (this.state.ending) return
    const sentAt = Date.now()
    try {
      const { call } = await this.#wire.join(this.state.call.id)
      // Hung up meanwhile: then not in again either.
      if (this.state.ending) return void (await this.#wire.leave(call.id))
      for (const name of [...this.#lines.keys()]) this.#drop(name)
      this.#forwarded?.mend()
      this.#noteContact(sentAt)
      this.#take(call)
    } catch (error) {
      const refusal = this.#wire.refusalOf(error)
      if (refusal) this.#end(refusal)
      else this.#judgeContact(true)
    }
  }

  /** The list of members moved: whoever is no longer on it is out, whoever is on it now comes in. */
  recheck(): void {
    this.#take(this.state.call)
  }

  /** Who is in it now: lines to whoever came, none to whoever went. */
  #take(call: Call): void {
    if (this.state.ending) return
    if (call.endedAt) {
      this.#set({ call })
      this.#end(call.answeredAt ? 'over' : call.declined.length > 0 ? 'declined' : 'unanswered')
      return
    }
    // Only with those whom the verified list holds, whatever the server says of who is in.
    const others = call.members.filter(
      ({ userId }) => userId !== this.#identity.card.userId && this.#cardOf(userId),
    )
    const stays = new Map(others.map(one => [nameOf(one), one.joinedAt]))
    for (const [name, { joinedAt }] of this.#lines) if (stays.get(name) !== joinedAt) this.#drop(name)
    const known = new Map(this.state.others.map(one => [nameOf(one), one]))
    const talkingSince = this.state.talkingSince ?? (others.length > 0 ? Date.now() : undefined)
    this.#set({
      call,
      others: others.map(one => known.get(nameOf(one)) ?? this.#fresh(one)),
      ...(talkingSince && { talkingSince }),
    })
    if (this.#forwarded) this.#followForwarded(this.#forwarded, others)
    else for (const one of others) if (!this.#lines.has(nameOf(one))) this.#connect(one)
  }

  /** Whoever comes gets the key that is in use; when somebody goes everybody else gets another one. */
  #followForwarded(forwarded: Forwarded, others: CallMember[]): void {
    const stays = new Map(others.map(one => [nameOf(one), one.joinedAt]))
    const gone = [...this.#stays].filter(([name, joinedAt]) => stays.get(name) !== joinedAt)
    for (const [name] of gone) {
      forwarded.forget(name)
      this.#stays.delete(name)
    }
    const fresh = others.filter(one => !this.#stays.has(nameOf(one)))
    for (const one of fresh) this.#stays.set(nameOf(one), one.joinedAt)
    if (gone.length > 0) this.#ownKey?.renew(others)
    else this.#ownKey?.give(fresh)
    for (const one of fresh) this.#tellSigns(nameOf(one))
    const sending = others.filter(({ isSending }) => isSending)
    forwarded.follow(sending.map(({ userId, dev, joinedAt }) => ({ userId, dev, joinedAt })))
  }

  #fresh({ userId, dev, fullName }: CallMember): Other {
    const signs = this.#signs.get(nameOf({ userId, dev })) ?? {
      ...readSigns({}),
      isCameraOff: this.state.call.isAudioOnly,
    }
    return { userId, dev, fullName, connection: 'new', ...signs }
  }

  /** Also to whoever left and came back: for them it is a new line. */
  #drop(name: string): void {
    this.#lines.get(name)?.peer.close()
    this.#lines.delete(name)
    this.#signs.delete(name)
  }

  /** In the list of who is in it, which is in the order of joining. */
  #cameAfter(one: CallMember): boolean {
    const { members } = this.state.call
    const own = members.findIndex(({ userId }) => userId === this.#identity.card.userId)
    return own > members.findIndex(({ userId }) => userId === one.userId)
  }

  #connect(one: CallMember): void {
    const name = nameOf(one)
    const mine = nameOf({ userId: this.#identity.card.userId, dev: this.#identity.dev })
    const peer = new Peer(
      {
        configuration: this.#configuration,
        isAudioOnly: this.state.call.isAudioOnly,
        isInitiator: this.#cameAfter(one),
        isPolite: mine < name,
        say: word => this.#signals.say(one, word),
        onStream: stream => this.#change(name, { stream }),
        onConnection: connection => this.#change(name, { connection }),
        onTrouble: times => this.#reduce(name, times),
      },
      this.media.get().stream,
    )
    this.#lines.set(name, { peer, joinedAt: one.joinedAt, adapting: beginning })
    for (const word of this.#early.get(name) ?? []) void peer.hear(word).catch(() => {})
    this.#early.delete(name)
    this.#tellSigns(name)
  }

  #change(name: string, change: Partial<Other>): void {
    this.#set({ others: this.state.others.map(one => (nameOf(one) === name ? { ...one, ...change } : one)) })
  }

  async #hear(from: { userId: number; dev: string }, word: Word): Promise<void> {
    const name = nameOf(from)
    if (word.kind === 'state') {
      const signs = readSigns(word)
      this.#signs.set(name, signs)
      return this.#change(name, signs)
    }
    if (word.kind === 'key') {
      const key = readKey(word)
      if (key) this.#forwarded?.addKey(name, word.id, key)
      return
    }
    if (word.kind === 'again') return this.#tellAgain(name)
    const line = this.#lines.get(name)
    if (line) return line.peer.hear(word)
    if (this.#forwarded) return
    // Their words may overtake the news that they came.
    this.#early.set(name, [...(this.#early.get(name) ?? []), word].slice(-mostEarly))
  }

  #tellSigns(name: string): void {
    const one = this.state.others.find(other => nameOf(other) === name)
    if (!one) return
    const { isMuted, isCameraOff, isSharing } = this.media.get()
    const { isHandUp } = this.state
    const isReduced = this.#stepOf(name).isOff === true
    this.#signals.say(one, { kind: 'state', isMuted, isCameraOff, isSharing, isHandUp, isReduced })
  }

  #tellAgain(name: string): void {
    const one = this.state.others.find(other => nameOf(other) === name)
    if (one) this.#ownKey?.give([one])
    this.#tellSigns(name)
  }

  /** Words are passed on and kept nowhere: whoever was cut off asks for what they may have missed. */
  #askAgain(): void {
    for (const one of this.state.others) this.#signals.say(one, { kind: 'again' })
    this.#tellAll()
  }

  #tellAll(): void {
    for (const one of this.state.others) this.#tellSigns(nameOf(one))
  }

  #giveOwn(): void {
    const { stream } = this.media.get()
    this.#forwarded?.give(stream)
    for (const { peer } of this.#lines.values()) peer.give(stream)
    this.#tellAll()
  }

  setHandUp(isHandUp: boolean): void {
    this.#set({ isHandUp })
    this.#tellAll()
  }

  #stepOf(name: string) {
    return steps[this.#lines.get(name)?.adapting.step ?? 0] ?? steps[0]
  }

  /** As much as the line carries; where it no longer carries a picture, both sides are told. */
  #adapt(name: string, line: Line, adapting: Adapting): void {
    const before = this.#stepOf(name)
    line.adapting = adapting
    const now = this.#stepOf(name)
    void line.peer.take(now).catch(() => {})
    if (before.isOff !== now.isOff) this.#tellSigns(name)
  }

  #reduce(name: string, times: number): void {
    const line = this.#lines.get(name)
    if (line && times >= mostMending) {
      this.#adapt(name, line, { step: steps.length - 1, good: 0, slow: 0 })
    }
  }

  async #look(): Promise<void> {
    this.#judgeContact(this.#hasFailed)
    const highest = highestStep(this.#lines.size, navigator.hardwareConcurrency)
    for (const [name, line] of this.#lines) {
      if (line.peer.connection.connectionState !== 'connected') continue
      const seen = seenIn((await line.peer.connection.getStats()).values())
      this.#adapt(name, line, adapt(line.adapting, seen, highest))
      const quality = qualityOf(seen)
      const shown = this.state.others.find(one => nameOf(one) === name)
      if (quality && shown && quality !== shown.quality) this.#change(name, { quality })
    }
  }

  async leave(): Promise<void> {
    if (this.state.ending) return
    this.#end('left')
    await this.#wire.leave(this.state.call.id).catch(() => {})
  }

  #end(ending: Ending): void {
    if (this.state.ending) return
    this.#signals.stop()
    for (const stop of this.#stops) stop()
    for (const name of [...this.#lines.keys()]) this.#drop(name)
    this.#forwarded?.close()
    this.#ownKey?.stop()
    this.media.stop()
    const { talkingSince } = this.state
    this.#set({
      ending,
      others: [],
      speaking: [],
      ...(talkingSince && { took: Date.now() - talkingSince }),
    })
    if (ending === 'forged') void this.#wire.leave(this.state.call.id).catch(() => {})
  }
}
