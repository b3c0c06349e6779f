// The lines of a call that is forwarded: one by which this device sends, once for all, and one by which it receives. Whose
// stream is whose the server says; whether it is true shows in whether it opens.
import { createMutex } from '#web/lib/mutex.ts'
import type { FromWorker, ToWorker, TransformOptions } from './frame-worker.ts'
import { longPieces, spareSilence } from './sparing.ts'

export interface ForwardWire {
  publish(sdp: string): Promise<{ sdp: string }>
  subscribe(
    to: { userId: number; dev: string }[],
    isAnew: boolean,
  ): Promise<{ sdp?: string | undefined; streams: { mid: string; userId: number; dev: string }[] }>
  accept(sdp: string): Promise<void>
}

/** One stay of one device; whoever goes and comes back is another. */
export interface Wanted {
  userId: number
  dev: string
  joinedAt: string
}

export interface ForwardParts {
  configuration: RTCConfiguration
  isAudioOnly: boolean
  wire: ForwardWire
  onStream(name: string, stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
  /** What this device seals its frames with was never heard. */
  onLacking(name: string): void
}

/** Without it nothing may be forwarded: the server in the middle would see and hear everything. */
export const canSealFrames = () => 'RTCRtpScriptTransform' in globalThis

const gatheringTime = 2000
const pause = 3000

/** All ways in one description: candidates that come later would each be a call of their own. */
async function describe(connection: RTCPeerConnection): Promise<string> {
  if (connection.iceGatheringState !== 'complete') {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, gatheringTime)
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState !== 'complete') return
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return connection.localDescription?.sdp ?? ''
}

export class Forwarded {
  readonly #parts: ForwardParts
  readonly #worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' })
  readonly sending: RTCPeerConnection
  readonly #receiving: RTCPeerConnection
  readonly #streams = new Map<string, MediaStream>()
  #names: Record<string, string> = {}
  #wanted: Wanted[] = []
  readonly #mutex = createMutex()
  #isClosed = false
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(parts: ForwardParts, own: MediaStream) {
    this.#parts = parts
    this.sending = new RTCPeerConnection(parts.configuration)
    this.#receiving = new RTCPeerConnection(parts.configuration)
    for (const kind of parts.isAudioOnly ? (['audio'] as const) : (['audio', 'video'] as const)) {
      const { sender } = this.sending.addTransceiver(kind, { direction: 'sendonly' })
      sender.transform = this.#transform({ role: 'send', kind })
    }
    this.give(own)
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => parts.onLacking(data.lacking)
    this.#receiving.ontrack = ({ track, transceiver }) => this.#arrange(track, transceiver)
    for (const line of [this.sending, this.#receiving])
      line.onconnectionstatechange = () => this.#follow(line)
    this.#inTurn(() => this.#publish(false))
  }

  #transform(options: TransformOptions): RTCRtpScriptTransform {
    return new RTCRtpScriptTransform(this.#worker, options)
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  takeKey(id: number, key: Uint8Array<ArrayBuffer>): void {
    this.#tell({ type: 'own-key', id, key })
  }

  addKey(name: string, id: number, key: Uint8Array<ArrayBuffer>): void {
    this.#tell({ type: 'key', name, id, key })
  }

  /** Its stream is over. Its keys stay: those with which it comes back may have been told before that was heard. */
  forget(name: string): void {
    this.#streams.delete(name)
  }

  /** What fails is tried again: a network that is gone for a moment must not leave somebody unheard. */
  #inTurn(work: () => Promise<void>): void {
    const done = this.#mutex(async () => {
      if (!this.#isClosed) await work()
    })
    done.catch(() => {
      clearTimeout(this.#again)
      if (!this.#isClosed) this.#again = setTimeout(() => this.mend(), pause)
    })
  }

  #follow(line: RTCPeerConnection): void {
    if (line === this.#receiving) this.#parts.onConnection(line.connectionState)
    if (line.connectionState === 'failed') this.mend()
  }

  async #publish(isAnew: boolean): Promise<void> {
    await this.sending.setLocalDescription(await this.sending.createOffer({ iceRestart: isAnew }))
    const { sdp } = await this.#parts.wire.publish(await describe(this.sending))
    await this.sending.setRemoteDescription({ type: 'answer', sdp: spareSilence(sdp, longPieces) })
  }

  #arrange(track: MediaStreamTrack, { mid, receiver }: RTCRtpTransceiver): void {
    const kind = track.kind === 'audio' ? 'audio' : 'video'
    if (mid !== null && !receiver.transform) {
      receiver.transform = this.#transform({ role: 'receive', kind, mid })
    }
  }

  /** Each stream to whom it belongs now: a line may be somebody else's than before. */
  #hand(): void {
    const tracks = new Map<string, MediaStreamTrack[]>()
    for (const { mid, receiver } of this.#receiving.getTransceivers()) {
      const name = mid === null ? undefined : this.#names[mid]
      if (name) tracks.set(name, [...(tracks.get(name) ?? []), receiver.track])
    }
    for (const [name, all] of tracks) {
      const before = this.#streams.get(name)?.getTracks() ?? []
      if (before.length === all.length && all.every(track => before.includes(track))) continue
      const stream = new MediaStream(all)
      this.#streams.set(name, stream)
      this.#parts.onStream(name, stream)
    }
  }

  async #subscribe(isAnew: boolean): Promise<void> {
    const { sdp, streams } = await this.#parts.wire.subscribe(
      this.#wanted.map(({ userId, dev }) => ({ userId, dev })),
      isAnew,
    )
    if (!sdp) return
    this.#names = Object.fromEntries(streams.map(({ mid, userId, dev }) => [mid, `${userId}.${dev}`]))
    this.#tell({ type: 'streams', names: this.#names })
    await this.#receiving.setRemoteDescription({ type: 'offer', sdp })
    await this.#receiving.setLocalDescription()
    await this.#parts.wire.accept(await describe(this.#receiving))
    this.#hand()
  }

  /** Whom to receive from now on. */
  follow(wanted: Wanted[]): void {
    const nameAll = (list: Wanted[]) => list.map(one => Object.values(one).join('.')).join()
    if (nameAll(wanted) === nameAll(this.#wanted)) return
    this.#wanted = wanted
    this.#inTurn(() => this.#subscribe(false))
  }

  /** Over whatever network there is now. */
  mend(): void {
    this.#inTurn(async () => {
      await this.#publish(true)
      await this.#subscribe(true)
    })
  }

  give(own: MediaStream): void {
    for (const { sender, receiver } of this.sending.getTransceivers()) {
      const track = own.getTracks().find(({ kind }) => kind === receiver.track.kind) ?? null
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => {})
    }
  }

  /** How loud each is at this moment. */
  loudness(): [name: string, loudness: number][] {
    return this.#receiving.getTransceivers().flatMap(({ mid, receiver }): [string, number][] => {
      const name = mid === null ? undefined : this.#names[mid]
      if (!name || receiver.track.kind !== 'audio') return []
      return [[name, receiver.getSynchronizationSources()[0]?.audioLevel ?? 0]]
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    for (const line of [this.sending, this.#receiving]) {
      line.onconnectionstatechange = null
      line.ontrack = null
      line.close()
    }
    this.#worker.terminate()
  }
}
