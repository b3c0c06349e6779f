// In a forwarded call, one peer connection sends this device's media to the SFU and another receives from the SFU.
// A web worker encrypts and decrypts every media frame, so the SFU (media server) cannot see or hear the call.
/**
 * The server states which participant sends which stream. If the statement is false, decryption fails, because each
 * media frame is decrypted with its sender's key.
 */

import {
  addOpusSettingsToSdp,
  longPacketDuration,
} from '#web/features/calls/connection/add-opus-settings-to-sdp.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import type { FrameTransformOptions, FrameWorkerEvent, FrameWorkerRequest } from './frame-worker.ts'

export interface ForwardingClient {
  publish(sdp: string): Promise<{ sdp: string }>
  subscribe(
    to: { userId: number; dev: string }[],
    isRestart: boolean,
  ): Promise<{ sdp?: string | undefined; streams: { mid: string; userId: number; dev: string }[] }>
  accept(sdp: string): Promise<void>
}

/** Participant stream to receive. A participant who rejoins has a new stream, identified by a new `joinedAt`. */
export interface WantedStream {
  userId: number
  dev: string
  joinedAt: string
}

export interface ForwarderOptions {
  configuration: RTCConfiguration
  isAudioOnly: boolean
  wire: ForwardingClient
  onStream(name: string, stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
  /** Called when a participant's media frames cannot be decrypted because their key was never received. */
  onMissingKey(name: string): void
}

/** Whether this browser can encrypt media frames. If it cannot, calls must not go through an SFU. */
export const canEncryptFrames = () => 'RTCRtpScriptTransform' in globalThis

const iceGatheringTimeout = 2000
const retryDelay = 3000

/** Waits until all ICE candidates (network addresses) are gathered, so that one SDP contains them all. */
async function gatherIceCandidatesIntoSdp(connection: RTCPeerConnection): Promise<string> {
  if (connection.iceGatheringState !== 'complete') {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, iceGatheringTimeout)
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState !== 'complete') return
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return connection.localDescription?.sdp ?? ''
}

export class ForwarderConnection {
  readonly #options: ForwarderOptions
  readonly #worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' })
  readonly sending: RTCPeerConnection
  readonly #receiving: RTCPeerConnection
  readonly #streams = new Map<string, MediaStream>()
  #participantByMid: Record<string, string> = {}
  #wanted: WantedStream[] = []
  readonly #mutex = createMutex()
  #isClosed = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ForwarderOptions, ownStream: MediaStream) {
    this.#options = options
    this.sending = new RTCPeerConnection(options.configuration)
    this.#receiving = new RTCPeerConnection(options.configuration)
    for (const kind of options.isAudioOnly ? (['audio'] as const) : (['audio', 'video'] as const)) {
      const { sender } = this.sending.addTransceiver(kind, { direction: 'sendonly' })
      sender.transform = this.#transform({ role: 'send', kind })
    }
    this.sendStream(ownStream)
    this.#worker.onmessage = ({ data }: MessageEvent<FrameWorkerEvent>) => options.onMissingKey(data.lacking)
    this.#receiving.ontrack = ({ track, transceiver }) => this.#attachTransform(track, transceiver)
    for (const connection of [this.sending, this.#receiving])
      connection.onconnectionstatechange = () => this.#handleConnectionState(connection)
    this.#serialize(() => this.#publish(false))
  }

  #transform(options: FrameTransformOptions): RTCRtpScriptTransform {
    return new RTCRtpScriptTransform(this.#worker, options)
  }

  #postToWorker(message: FrameWorkerRequest): void {
    this.#worker.postMessage(message)
  }

  setOwnKey(id: number, key: Uint8Array<ArrayBuffer>): void {
    this.#postToWorker({ type: 'own-key', id, key })
  }

  addKey(name: string, id: number, key: Uint8Array<ArrayBuffer>): void {
    this.#postToWorker({ type: 'key', name, id, key })
  }

  /** Drops a participant's stream but keeps its media frame keys, which can arrive before the participant returns. */
  forgetStream(name: string): void {
    this.#streams.delete(name)
  }

  /** Runs SDP negotiations with the SFU one after another. After a failure, reconnects after a delay. */
  #serialize(work: () => Promise<void>): void {
    const done = this.#mutex(async () => {
      if (!this.#isClosed) await work()
    })
    done.catch(() => {
      clearTimeout(this.#retryTimer)
      if (!this.#isClosed) this.#retryTimer = setTimeout(() => this.reconnect(), retryDelay)
    })
  }

  #handleConnectionState(connection: RTCPeerConnection): void {
    if (connection === this.#receiving) this.#options.onConnection(connection.connectionState)
    if (connection.connectionState === 'failed') this.reconnect()
  }

  async #publish(isRestart: boolean): Promise<void> {
    await this.sending.setLocalDescription(await this.sending.createOffer({ iceRestart: isRestart }))
    const { sdp } = await this.#options.wire.publish(await gatherIceCandidatesIntoSdp(this.sending))
    await this.sending.setRemoteDescription({
      type: 'answer',
      sdp: addOpusSettingsToSdp(sdp, longPacketDuration),
    })
  }

  #attachTransform(track: MediaStreamTrack, { mid, receiver }: RTCRtpTransceiver): void {
    const kind = track.kind === 'audio' ? 'audio' : 'video'
    if (mid !== null && !receiver.transform) {
      receiver.transform = this.#transform({ role: 'receive', kind, mid })
    }
  }

  /** Reports each participant's audio and video tracks. The SFU may use a transceiver for another participant later. */
  #reportStreams(): void {
    const tracks = new Map<string, MediaStreamTrack[]>()
    for (const { mid, receiver } of this.#receiving.getTransceivers()) {
      const name = mid === null ? undefined : this.#participantByMid[mid]
      if (name) tracks.set(name, [...(tracks.get(name) ?? []), receiver.track])
    }
    for (const [name, participantTracks] of tracks) {
      const previousTracks = this.#streams.get(name)?.getTracks() ?? []
      if (
        previousTracks.length === participantTracks.length &&
        participantTracks.every(track => previousTracks.includes(track))
      )
        continue
      const stream = new MediaStream(participantTracks)
      this.#streams.set(name, stream)
      this.#options.onStream(name, stream)
    }
  }

  async #subscribe(isRestart: boolean): Promise<void> {
    const { sdp, streams } = await this.#options.wire.subscribe(
      this.#wanted.map(({ userId, dev }) => ({ userId, dev })),
      isRestart,
    )
    if (!sdp) return
    this.#participantByMid = Object.fromEntries(
      streams.map(({ mid, userId, dev }) => [mid, `${userId}.${dev}`]),
    )
    this.#postToWorker({ type: 'streams', names: this.#participantByMid })
    await this.#receiving.setRemoteDescription({ type: 'offer', sdp })
    await this.#receiving.setLocalDescription()
    await this.#options.wire.accept(await gatherIceCandidatesIntoSdp(this.#receiving))
    this.#reportStreams()
  }

  /** Sets the participants whose streams this device receives from now on. */
  setWantedStreams(wanted: WantedStream[]): void {
    const buildListKey = (list: WantedStream[]) => list.map(stream => Object.values(stream).join('.')).join()
    if (buildListKey(wanted) === buildListKey(this.#wanted)) return
    this.#wanted = wanted
    this.#serialize(() => this.#subscribe(false))
  }

  /**
   * Restores the sending and the receiving connection to the SFU by ICE restart, for example after a network
   * change.
   */
  reconnect(): void {
    this.#serialize(async () => {
      await this.#publish(true)
      await this.#subscribe(true)
    })
  }

  sendStream(ownStream: MediaStream): void {
    for (const { sender, receiver } of this.sending.getTransceivers()) {
      const track = ownStream.getTracks().find(({ kind }) => kind === receiver.track.kind) ?? null
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => {})
    }
  }

  /** Returns the current audio level of each participant, from 0 to 1. */
  readLoudness(): [name: string, loudness: number][] {
    return this.#receiving.getTransceivers().flatMap(({ mid, receiver }): [string, number][] => {
      const name = mid === null ? undefined : this.#participantByMid[mid]
      if (!name || receiver.track.kind !== 'audio') return []
      return [[name, receiver.getSynchronizationSources()[0]?.audioLevel ?? 0]]
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    for (const connection of [this.sending, this.#receiving]) {
      connection.onconnectionstatechange = null
      connection.ontrack = null
      connection.close()
    }
    this.#worker.terminate()
  }
}
