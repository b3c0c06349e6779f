// One call as this device takes part in it: who else is there, the lines to them, and how it ends. It knows nothing of
// the screen.
import type { Call, CallMember, JoinedCall, NewSignal, SignalPart } from '#shared/contracts/calls.ts'
import type { Answer } from '#shared/contracts/socket.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { createStore } from '#web/lib/store.ts'
import { Peer, type Word } from './peer.ts'
import { type Quality, qualityFrom } from './quality.ts'
import { createSignals } from './signals.ts'

export interface CallWire {
  join(): Promise<JoinedCall>
  alive(callId: string): Promise<void>
  leave(callId: string): Promise<void>
  signal(signal: NewSignal): Promise<Answer>
  /** Each returns how to stop listening. */
  onChanged(listener: (call: Call) => void): () => void
  onSignal(listener: (part: SignalPart) => void): () => void
  /** The server no longer counts this device as being in it. */
  isGone(error: unknown): boolean
}

export interface Other {
  userId: number
  dev: string
  fullName: string
  stream?: MediaStream
  connection: RTCPeerConnectionState
  isMuted: boolean
  isCameraOff: boolean
  quality?: Quality
}

/** forged: what came over the line was not what the other had said. gone: taken out, or the call was ended. */
export type Ending = 'left' | 'over' | 'forged' | 'gone'

export interface CallState {
  call: Call
  others: Other[]
  isMuted: boolean
  isCameraOff: boolean
  /** The server has not been reached for a while; pictures and sound do not need it. */
  isCutOff: boolean
  ending?: Ending
}

const aliveEvery = 5000
const statsEvery = 3000
const mostEarly = 100
const nameOf = ({ userId, dev }: { userId: number; dev: string }) => `${userId}.${dev}`

export class CallSession {
  readonly #store: ReturnType<typeof createStore<CallState>>
  readonly #identity: Identity
  readonly #wire: CallWire
  readonly #configuration: RTCConfiguration
  readonly #signals: ReturnType<typeof createSignals>
  readonly #peers = new Map<string, { peer: Peer; joinedAt: string }>()
  readonly #early = new Map<string, Word[]>()
  readonly #stops: (() => void)[] = []
  readonly #stream: MediaStream
  readonly #cardOf: (userId: number) => Card | undefined
  #isAsking = false

  constructor(
    joined: JoinedCall,
    parts: {
      identity: Identity
      wire: CallWire
      stream: MediaStream
      cardOf: (userId: number) => Card | undefined
      refresh: () => Promise<void>
    },
  ) {
    const { identity, wire, stream, cardOf } = parts
    this.#identity = identity
    this.#wire = wire
    this.#stream = stream
    this.#cardOf = cardOf
    this.#configuration = {
      iceServers: joined.iceServers,
      iceTransportPolicy: joined.isRelayOnly ? 'relay' : 'all',
    }
    this.#store = createStore<CallState>({
      call: joined.call,
      others: [],
      isMuted: stream.getAudioTracks().every(track => !track.enabled),
      isCameraOff: stream.getVideoTracks().every(track => !track.enabled),
      isCutOff: false,
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
    this.#follow()
    this.#take(joined.call)
  }

  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  get = (): CallState => this.#store.get()

  get state(): CallState {
    return this.#store.get()
  }

  get stream(): MediaStream {
    return this.#stream
  }

  #set(change: Partial<CallState>): void {
    this.#store.change(change)
  }

  #follow(): void {
    const alive = setInterval(() => void this.#sayAlive(), aliveEvery)
    const stats = setInterval(() => void this.#measure(), statsEvery)
    this.#stops.push(
      this.#wire.onChanged(call => call.id === this.state.call.id && this.#take(call)),
      this.#wire.onSignal(part => this.#signals.hear(part)),
      () => clearInterval(alive),
      () => clearInterval(stats),
    )
  }

  async #sayAlive(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    await this.#askWhetherIn()
    this.#isAsking = false
  }

  async #askWhetherIn(): Promise<void> {
    try {
      await this.#wire.alive(this.state.call.id)
      if (this.state.isCutOff) this.#set({ isCutOff: false })
    } catch (error) {
      if (!this.#wire.isGone(error)) return this.#set({ isCutOff: true })
      await this.#comeBack()
    }
  }

  /** After a long cut the server may have given this device up while the others still talk to it. */
  async #comeBack(): Promise<void> {
    try {
      const { call } = await this.#wire.join()
      // Hung up meanwhile: then not in again either.
      if (this.state.ending) return void (await this.#wire.leave(call.id))
      if (call.id === this.state.call.id) {
        for (const name of [...this.#peers.keys()]) this.#drop(name)
        return this.#take(call)
      }
      await this.#wire.leave(call.id)
    } catch {
      // Then it is over for this device.
    }
    this.#end('gone')
  }

  /** The list of members moved: whoever is no longer on it is out, whoever is on it now comes in. */
  recheck(): void {
    this.#take(this.state.call)
  }

  /** Who is in it now: lines to whoever came, none to whoever went. */
  #take(call: Call): void {
    if (this.state.ending) return
    if (call.endedAt) {
      this.#end('over')
      return
    }
    // Only with those whom the verified list holds, whatever the server says of who is in.
    const others = call.members.filter(
      ({ userId }) => userId !== this.#identity.card.userId && this.#cardOf(userId),
    )
    const stays = new Map(others.map(one => [nameOf(one), one.joinedAt]))
    for (const [name, { joinedAt }] of this.#peers) if (stays.get(name) !== joinedAt) this.#drop(name)
    const known = new Map(this.state.others.map(one => [nameOf(one), one]))
    this.#set({ call, others: others.map(one => known.get(nameOf(one)) ?? fresh(one)) })
    for (const one of others) if (!this.#peers.has(nameOf(one))) this.#connect(one)
  }

  /** Also to whoever left and came back: for them it is a new line. */
  #drop(name: string): void {
    this.#peers.get(name)?.peer.close()
    this.#peers.delete(name)
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
        isInitiator: this.#cameAfter(one),
        isPolite: mine < name,
        say: word => this.#signals.say(one, word),
        onStream: stream => this.#change(name, { stream }),
        onConnection: connection => this.#change(name, { connection }),
      },
      this.#stream,
    )
    this.#peers.set(name, { peer, joinedAt: one.joinedAt })
    for (const word of this.#early.get(name) ?? []) void peer.hear(word).catch(() => {})
    this.#early.delete(name)
    this.#tellState(one)
  }

  #change(name: string, change: Partial<Other>): void {
    this.#set({ others: this.state.others.map(one => (nameOf(one) === name ? { ...one, ...change } : one)) })
  }

  async #hear(from: { userId: number; dev: string }, word: Word): Promise<void> {
    const name = nameOf(from)
    if (word.kind === 'state') {
      const { isMuted, isCameraOff } = word
      return this.#change(name, { isMuted, isCameraOff })
    }
    const line = this.#peers.get(name)
    if (line) return line.peer.hear(word)
    // Their words may overtake the news that they came.
    this.#early.set(name, [...(this.#early.get(name) ?? []), word].slice(-mostEarly))
  }

  #tellState(one: { userId: number; dev: string }): void {
    const { isMuted, isCameraOff } = this.state
    this.#signals.say(one, { kind: 'state', isMuted, isCameraOff })
  }

  #switch(change: { isMuted?: boolean; isCameraOff?: boolean }): void {
    this.#set(change)
    for (const track of this.#stream.getAudioTracks()) track.enabled = !this.state.isMuted
    for (const track of this.#stream.getVideoTracks()) track.enabled = !this.state.isCameraOff
    for (const one of this.state.others) this.#tellState(one)
  }

  setMuted(isMuted: boolean): void {
    this.#switch({ isMuted })
  }

  setCameraOff(isCameraOff: boolean): void {
    this.#switch({ isCameraOff })
  }

  async #measure(): Promise<void> {
    for (const [name, { peer }] of this.#peers) {
      const report = await peer.connection.getStats()
      const quality = qualityFrom(report.values())
      if (quality) this.#change(name, { quality })
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
    for (const name of [...this.#peers.keys()]) this.#drop(name)
    for (const track of this.#stream.getTracks()) track.stop()
    this.#set({ ending, others: [] })
    if (ending === 'forged') void this.#wire.leave(this.state.call.id).catch(() => {})
  }
}

function fresh({ userId, dev, fullName }: CallMember): Other {
  return { userId, dev, fullName, connection: 'new', isMuted: false, isCameraOff: false }
}
