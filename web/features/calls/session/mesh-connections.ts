import type { CallMember } from '#shared/contracts/calls/calls.schemas.ts'
import {
  type AdaptationState,
  adaptVideoQuality,
  getBestVideoQualityStep,
  initialAdaptation,
  videoQualitySteps,
} from '#web/features/calls/connection/adapt-video-quality.ts'
import {
  type ConnectionQuality,
  rateCallConnectionQuality,
  summarizeWebRtcStatistics,
} from '#web/features/calls/connection/connection-quality.ts'
import { type CallSignal, PeerConnection } from '#web/features/calls/connection/peer-connection.ts'
import { getParticipantKey, type RemoteParticipant } from './call-state.ts'

const maxBufferedSignals = 100
/** After this number of failed reconnection attempts, a call connection sends only audio for some time. */
const maxReconnectAttempts = 2

interface MeshConnection {
  peer: PeerConnection
  joinedAt: string
  adapting: AdaptationState
}

export interface MeshOptions {
  configuration: RTCConfiguration
  isAudioOnly: boolean
  /** Participant key of this device, which identifies the user and the device in the call. */
  ownName: string
  getOwnStream(): MediaStream
  /** Whether this device joined the call later than the given participant. */
  hasJoinedAfter(participant: CallMember): boolean
  sendSignal(participant: CallMember, signal: CallSignal): void
  onParticipantChange(name: string, change: Pick<Partial<RemoteParticipant>, 'stream' | 'connection'>): void
  /** Called with a connection's quality rating after every measurement, even when the rating has not changed. */
  onQuality(name: string, quality: ConnectionQuality): void
  /** Called when a connection to a participant is created, and when its video is switched off or on again. */
  onStatusNeeded(name: string): void
  onDisconnect(name: string): void
}

/** Connections of a mesh call: one peer connection per participant, each with its own video quality. */
export class MeshConnections {
  readonly #options: MeshOptions
  readonly #connections = new Map<string, MeshConnection>()
  readonly #bufferedSignals = new Map<string, CallSignal[]>()

  constructor(options: MeshOptions) {
    this.#options = options
  }

  /**
   * Disconnects participants who left the call. A participant who left and returned has a new connection, so the old
   * one is closed as well.
   */
  disconnectDepartedParticipants(others: CallMember[]): void {
    const joinTimes = new Map(
      others.map(participant => [getParticipantKey(participant), participant.joinedAt]),
    )
    for (const [name, { joinedAt }] of this.#connections)
      if (joinTimes.get(name) !== joinedAt) this.#disconnect(name)
  }

  disconnectAll(): void {
    for (const name of [...this.#connections.keys()]) this.#disconnect(name)
  }

  #disconnect(name: string): void {
    this.#connections.get(name)?.peer.close()
    this.#connections.delete(name)
    this.#options.onDisconnect(name)
  }

  /** Creates a connection to each participant who has none yet. */
  connectNewParticipants(others: CallMember[]): void {
    for (const participant of others)
      if (!this.#connections.has(getParticipantKey(participant))) this.#connect(participant)
  }

  #connect(participant: CallMember): void {
    const name = getParticipantKey(participant)
    const { configuration, isAudioOnly, ownName, ...options } = this.#options
    const peer = new PeerConnection(
      {
        configuration,
        isAudioOnly,
        isInitiator: options.hasJoinedAfter(participant),
        isPolite: ownName < name,
        sendSignal: signal => options.sendSignal(participant, signal),
        onStream: stream => options.onParticipantChange(name, { stream }),
        onConnection: connection => options.onParticipantChange(name, { connection }),
        onReconnectAttempt: attempts => this.#reduceAfterFailures(name, attempts),
      },
      options.getOwnStream(),
    )
    this.#connections.set(name, { peer, joinedAt: participant.joinedAt, adapting: initialAdaptation })
    for (const signal of this.#bufferedSignals.get(name) ?? []) void peer.handleSignal(signal).catch(() => {})
    this.#bufferedSignals.delete(name)
    options.onStatusNeeded(name)
  }

  /** Re-establishes all connections of the call after the device has changed its network. */
  reconnect(): void {
    for (const { peer } of this.#connections.values()) peer.reconnect()
  }

  sendStream(stream: MediaStream): void {
    for (const { peer } of this.#connections.values()) peer.sendStream(stream)
  }

  async handleSignal(name: string, signal: CallSignal): Promise<void> {
    const connection = this.#connections.get(name)
    if (connection) return connection.peer.handleSignal(signal)
    // Call signals can arrive before the server announces their sender, so they are buffered until then.
    this.#bufferedSignals.set(
      name,
      [...(this.#bufferedSignals.get(name) ?? []), signal].slice(-maxBufferedSignals),
    )
  }

  readLoudness(): [name: string, loudness: number][] {
    return [...this.#connections].map(([name, { peer }]) => [name, peer.loudness])
  }

  /** Returns any connection of the call, because the statistics of each include this device's own audio level. */
  getFirstConnection(): RTCPeerConnection | undefined {
    return [...this.#connections.values()].at(0)?.peer.connection
  }

  #getQualityStep(name: string) {
    return videoQualitySteps[this.#connections.get(name)?.adapting.step ?? 0] ?? videoQualitySteps[0]
  }

  /** Whether this device sends a participant audio only, because the connection is too slow for video. */
  isVideoReduced(name: string): boolean {
    return this.#getQualityStep(name).isOff === true
  }

  /** Applies a video quality step to the connection. When video goes on or off, the participant is notified. */
  #applyAdaptation(name: string, connection: MeshConnection, adapting: AdaptationState): void {
    const before = this.#getQualityStep(name)
    connection.adapting = adapting
    const now = this.#getQualityStep(name)
    void connection.peer.setQualityStep(now).catch(() => {})
    if (before.isOff !== now.isOff) this.#options.onStatusNeeded(name)
  }

  #reduceAfterFailures(name: string, attempts: number): void {
    const connection = this.#connections.get(name)
    if (connection && attempts >= maxReconnectAttempts) {
      this.#applyAdaptation(name, connection, { step: videoQualitySteps.length - 1, good: 0, slow: 0 })
    }
  }

  /** Measures every connection of the call, adapts its video quality and reports its rating. */
  async measureConnections(): Promise<void> {
    const bestStep = getBestVideoQualityStep(this.#connections.size, navigator.hardwareConcurrency)
    for (const [name, connection] of this.#connections) {
      if (connection.peer.connection.connectionState !== 'connected') continue
      const stats = summarizeWebRtcStatistics((await connection.peer.connection.getStats()).values())
      this.#applyAdaptation(name, connection, adaptVideoQuality(connection.adapting, stats, bestStep))
      const quality = rateCallConnectionQuality(stats)
      if (quality) this.#options.onQuality(name, quality)
    }
  }
}
