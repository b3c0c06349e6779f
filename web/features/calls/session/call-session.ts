// CallSession holds this device's part in one call: the other participants, the WebRTC connections to them and the end.
// A small call is a mesh with one peer connection per participant; a forwarded call uses two connections to an SFU.
// All signals (SDP, ICE candidates, frame keys, mute state) are end-to-end encrypted by the signal channel.
// The session does not depend on React; screens subscribe to its state.
import type {
  Call,
  CallMember,
  JoinedCall,
  NewSignal,
  SignalPart,
} from '#shared/contracts/calls/calls.schemas.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Acknowledgement } from '#shared/realtime/socket-events.ts'
import {
  type AdaptationState,
  adaptVideoQuality,
  getBestAllowedStep,
  initialAdaptation,
  videoQualitySteps,
} from '#web/features/calls/connection/adapt-video-quality.ts'
import {
  type ConnectionLoss,
  classifyConnectionLoss,
} from '#web/features/calls/connection/connection-loss.ts'
import {
  type ConnectionQuality,
  rateConnection,
  readLinkStats,
} from '#web/features/calls/connection/connection-quality.ts'
import {
  type CallSignal,
  type ParticipantStatus,
  PeerConnection,
  parseParticipantStatus,
} from '#web/features/calls/connection/peer-connection.ts'
import {
  ForwarderConnection,
  type ForwardingClient,
} from '#web/features/calls/forwarding/forwarder-connection.ts'
import { OwnFrameKey, parseFrameKey } from '#web/features/calls/forwarding/own-frame-key.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import { type AudioLevels, watchSpeakers } from '#web/features/calls/media/watch-speakers.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createStore } from '#web/lib/state/store.ts'
import { createSignalChannel } from './signal-channel.ts'

export interface CallClient extends ForwardingClient {
  /** Joins the group's call. With `callId`, joins that call only and never starts a new one. */
  join(callId?: string): Promise<JoinedCall>
  /** Heartbeat. The server removes participants whose heartbeats stop. */
  alive(callId: string): Promise<void>
  leave(callId: string): Promise<void>
  signal(signal: NewSignal): Promise<Acknowledgement>
  /** Each `on…` function returns a function that removes the listener. */
  onChanged(listener: (call: Call) => void): () => void
  onSignal(listener: (part: SignalPart) => void): () => void
  /** Called when the socket connection to the server is restored. */
  onConnect(listener: () => void): () => void
  /** Called when the device comes online again or changes to another network. */
  onNetwork(listener: () => void): () => void
  /** Whether the error says that the server has removed this device from the call. */
  isGone(error: unknown): boolean
  /** Reason why the server refused the join request; undefined when the server was not reached. */
  refusalOf(error: unknown): 'over' | 'gone' | undefined
}

export interface RemoteParticipant extends ParticipantStatus {
  userId: number
  dev: string
  fullName: string
  stream?: MediaStream
  connection: RTCPeerConnectionState
  quality?: ConnectionQuality
}

/**
 * Reason why the call ended on this device.
 * `forged`: a signal failed verification. `gone`: the server removed this device from the call.
 * `declined`, `unanswered`: no other participant ever joined.
 */
export type CallEnding = 'left' | 'over' | 'declined' | 'unanswered' | 'forged' | 'gone'

export interface CallState {
  call: Call
  others: RemoteParticipant[]
  isHandUp: boolean
  /** Set while the server cannot be reached. Audio and video between participants continue without the server. */
  cutOff?: ConnectionLoss
  /** Participant keys of everybody who is speaking now; `me` stands for this device. */
  speaking: string[]
  /** Participant key of the other participant who spoke last. */
  lastSpeaker?: string
  /** Time at which the first other participant joined, in milliseconds by this device's clock. */
  talkingSince?: number
  ending?: CallEnding
  /** Duration of the call in milliseconds; undefined when no other participant joined. */
  took?: number
}

const heartbeatInterval = 5000
const measureInterval = 3000
const maxBufferedSignals = 100
/** After this many failed reconnection attempts, a connection sends audio only for a while. */
const maxReconnectAttempts = 2

export const getParticipantKey = ({ userId, dev }: { userId: number; dev: string }) => `${userId}.${dev}`

interface MeshConnection {
  peer: PeerConnection
  joinedAt: string
  adapting: AdaptationState
}

export class CallSession {
  readonly media: OwnMedia
  readonly #store: ReturnType<typeof createStore<CallState>>
  readonly #identity: Identity
  readonly #client: CallClient
  readonly #configuration: RTCConfiguration
  readonly #signals: ReturnType<typeof createSignalChannel>
  readonly #connections = new Map<string, MeshConnection>()
  readonly #bufferedSignals = new Map<string, CallSignal[]>()
  /** Last status received from each participant. A status can arrive before the server announces the participant. */
  readonly #statuses = new Map<string, ParticipantStatus>()
  readonly #unsubscribers: (() => void)[] = []
  /** Connection to the SFU of a forwarded call; undefined in a mesh call. */
  readonly #forwarder: ForwarderConnection | undefined
  readonly #ownKey: OwnFrameKey | undefined
  /** Join times of the other participants of a forwarded call, by participant key. */
  readonly #joinTimes = new Map<string, string>()
  readonly #cardOf: (userId: number) => Card | undefined
  #isHeartbeatPending = false
  /** Time at which the last request that the server answered was sent, in milliseconds. */
  #lastContactAt = Date.now()
  #hasHeartbeatFailed = false

  constructor(
    joined: JoinedCall,
    options: {
      identity: Identity
      wire: CallClient
      media: OwnMedia
      cardOf: (userId: number) => Card | undefined
      refresh: () => Promise<void>
    },
  ) {
    const { identity, wire, media, cardOf } = options
    this.#identity = identity
    this.#client = wire
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
    this.#signals = createSignalChannel({
      callId: joined.call.id,
      identity,
      getCard: cardOf,
      refresh: () => options.refresh().catch(() => {}),
      send: signal => wire.signal(signal),
      onSignal: (from, signal) => this.#handleSignal(from, signal),
      onForged: () => this.#end('forged'),
    })
    if (joined.call.isForwarded) {
      this.#forwarder = this.#createForwarder()
      this.#ownKey = new OwnFrameKey(
        (id, key) => this.#forwarder?.setOwnKey(id, key),
        (participant, signal) => this.#signals.sendSignal(participant, signal),
      )
    }
    this.#subscribeToEvents()
    this.#applyCall(joined.call)
  }

  #createForwarder(): ForwarderConnection {
    const { isAudioOnly } = this.state.call
    // The SFU hides the participants' IP addresses from each other, so a TURN relay is not needed here.
    const configuration = { ...this.#configuration, iceTransportPolicy: 'all' as const }
    return new ForwarderConnection(
      {
        configuration,
        isAudioOnly,
        wire: this.#client,
        onStream: (name, stream) => this.#updateParticipant(name, { stream, connection: 'connected' }),
        onMissingKey: name => {
          const participant = this.state.others.find(other => getParticipantKey(other) === name)
          if (participant) this.#signals.sendSignal(participant, { kind: 'again' })
        },
        onConnection: connection => {
          const others = this.state.others.map(participant =>
            participant.stream ? { ...participant, connection } : participant,
          )
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

  #subscribeToEvents(): void {
    const heartbeatTimer = setInterval(() => void this.#sendHeartbeat(), heartbeatInterval)
    const measureTimer = setInterval(() => void this.#measureConnections(), measureInterval)
    const levels: AudioLevels = {
      readRemoteLevels: () =>
        this.#forwarder?.readLoudness() ??
        [...this.#connections].map(([name, { peer }]) => [name, peer.loudness]),
      getOwnConnection: () =>
        this.#forwarder?.sending ?? [...this.#connections.values()].at(0)?.peer.connection,
    }
    const speaking = watchSpeakers(this.media, levels, speakers => this.#set(speakers))
    this.#unsubscribers.push(
      this.#client.onChanged(call => call.id === this.state.call.id && this.#applyCall(call)),
      this.#client.onSignal(part => this.#signals.receivePart(part)),
      this.#client.onNetwork(() => {
        this.#forwarder?.reconnect()
        for (const { peer } of this.#connections.values()) peer.reconnect()
      }),
      this.#client.onConnect(() => {
        void this.#sendHeartbeat()
        this.#requestResend()
      }),
      this.media.subscribe(() => this.#sendOwnMedia()),
      speaking,
      () => clearInterval(heartbeatTimer),
      () => clearInterval(measureTimer),
    )
  }

  async #sendHeartbeat(): Promise<void> {
    if (this.#isHeartbeatPending) return
    this.#isHeartbeatPending = true
    await this.#checkMembership()
    this.#isHeartbeatPending = false
  }

  async #checkMembership(): Promise<void> {
    const sentAt = Date.now()
    try {
      await this.#client.alive(this.state.call.id)
      this.#recordContact(sentAt)
    } catch (error) {
      if (this.#client.isGone(error)) await this.#rejoin()
      else this.#updateConnectionLoss(true)
    }
  }

  /** Records the last contact as the send time, because the server counts the timeout from the request. */
  #recordContact(sentAt: number): void {
    this.#lastContactAt = Math.max(this.#lastContactAt, sentAt)
    this.#updateConnectionLoss(false)
  }

  #updateConnectionLoss(hasFailed: boolean): void {
    this.#hasHeartbeatFailed = hasFailed
    const cutOff = classifyConnectionLoss(Date.now() - this.#lastContactAt, hasFailed)
    if (cutOff !== this.state.cutOff) this.#set({ cutOff })
  }

  /** Joins the same call again after the server removed this device, or ends the session when that call is over. */
  async #rejoin(): Promise<void> {
    if (this.state.ending) return
    const sentAt = Date.now()
    try {
      const { call } = await this.#client.join(this.state.call.id)
      // The user hung up while the join request was in flight, so the device leaves the call again.
      if (this.state.ending) return void (await this.#client.leave(call.id))
      for (const name of [...this.#connections.keys()]) this.#disconnect(name)
      this.#forwarder?.reconnect()
      this.#recordContact(sentAt)
      this.#applyCall(call)
    } catch (error) {
      const refusal = this.#client.refusalOf(error)
      if (refusal) this.#end(refusal)
      else this.#updateConnectionLoss(true)
    }
  }

  /** Re-evaluates the participants after the group's verified roster has changed. */
  applyRosterChange(): void {
    this.#applyCall(this.state.call)
  }

  /** Applies the server's list of participants: connects to new participants and disconnects those who left. */
  #applyCall(call: Call): void {
    if (this.state.ending) return
    if (call.endedAt) {
      this.#set({ call })
      this.#end(call.answeredAt ? 'over' : call.declined.length > 0 ? 'declined' : 'unanswered')
      return
    }
    // Participants who are not in the verified roster are ignored, whatever the server claims.
    const others = call.members.filter(
      ({ userId }) => userId !== this.#identity.card.userId && this.#cardOf(userId),
    )
    const joinTimes = new Map(
      others.map(participant => [getParticipantKey(participant), participant.joinedAt]),
    )
    for (const [name, { joinedAt }] of this.#connections)
      if (joinTimes.get(name) !== joinedAt) this.#disconnect(name)
    const knownParticipants = new Map(
      this.state.others.map(participant => [getParticipantKey(participant), participant]),
    )
    const talkingSince = this.state.talkingSince ?? (others.length > 0 ? Date.now() : undefined)
    this.#set({
      call,
      others: others.map(
        participant =>
          knownParticipants.get(getParticipantKey(participant)) ?? this.#createParticipant(participant),
      ),
      ...(talkingSince && { talkingSince }),
    })
    if (this.#forwarder) this.#updateForwarder(this.#forwarder, others)
    else
      for (const participant of others)
        if (!this.#connections.has(getParticipantKey(participant))) this.#connect(participant)
  }

  /** Sends the current frame key to new participants. When a participant leaves, all others get a new key. */
  #updateForwarder(forwarded: ForwarderConnection, others: CallMember[]): void {
    const joinTimes = new Map(
      others.map(participant => [getParticipantKey(participant), participant.joinedAt]),
    )
    const departed = [...this.#joinTimes].filter(([name, joinedAt]) => joinTimes.get(name) !== joinedAt)
    for (const [name] of departed) {
      forwarded.forgetStream(name)
      this.#joinTimes.delete(name)
    }
    const newcomers = others.filter(participant => !this.#joinTimes.has(getParticipantKey(participant)))
    for (const participant of newcomers)
      this.#joinTimes.set(getParticipantKey(participant), participant.joinedAt)
    if (departed.length > 0) this.#ownKey?.rotate(others)
    else this.#ownKey?.sendTo(newcomers)
    for (const participant of newcomers) this.#sendStatus(getParticipantKey(participant))
    const sending = others.filter(({ isSending }) => isSending)
    forwarded.setWantedStreams(sending.map(({ userId, dev, joinedAt }) => ({ userId, dev, joinedAt })))
  }

  #createParticipant({ userId, dev, fullName }: CallMember): RemoteParticipant {
    const status = this.#statuses.get(getParticipantKey({ userId, dev })) ?? {
      ...parseParticipantStatus({}),
      isCameraOff: this.state.call.isAudioOnly,
    }
    return { userId, dev, fullName, connection: 'new', ...status }
  }

  /** Closes the connection to a participant. A participant who left and returned gets a new connection. */
  #disconnect(name: string): void {
    this.#connections.get(name)?.peer.close()
    this.#connections.delete(name)
    this.#statuses.delete(name)
  }

  /** Whether this device joined after the given participant. The server lists members in the order of joining. */
  #joinedAfter(participant: CallMember): boolean {
    const { members } = this.state.call
    const ownIndex = members.findIndex(({ userId }) => userId === this.#identity.card.userId)
    return ownIndex > members.findIndex(({ userId }) => userId === participant.userId)
  }

  #connect(participant: CallMember): void {
    const name = getParticipantKey(participant)
    const ownName = getParticipantKey({ userId: this.#identity.card.userId, dev: this.#identity.dev })
    const peer = new PeerConnection(
      {
        configuration: this.#configuration,
        isAudioOnly: this.state.call.isAudioOnly,
        isInitiator: this.#joinedAfter(participant),
        isPolite: ownName < name,
        sendSignal: signal => this.#signals.sendSignal(participant, signal),
        onStream: stream => this.#updateParticipant(name, { stream }),
        onConnection: connection => this.#updateParticipant(name, { connection }),
        onReconnectAttempt: attempts => this.#reduceAfterFailures(name, attempts),
      },
      this.media.get().stream,
    )
    this.#connections.set(name, { peer, joinedAt: participant.joinedAt, adapting: initialAdaptation })
    for (const signal of this.#bufferedSignals.get(name) ?? []) void peer.handleSignal(signal).catch(() => {})
    this.#bufferedSignals.delete(name)
    this.#sendStatus(name)
  }

  #updateParticipant(name: string, change: Partial<RemoteParticipant>): void {
    this.#set({
      others: this.state.others.map(participant =>
        getParticipantKey(participant) === name ? { ...participant, ...change } : participant,
      ),
    })
  }

  async #handleSignal(from: { userId: number; dev: string }, signal: CallSignal): Promise<void> {
    const name = getParticipantKey(from)
    if (signal.kind === 'state') {
      const status = parseParticipantStatus(signal)
      this.#statuses.set(name, status)
      return this.#updateParticipant(name, status)
    }
    if (signal.kind === 'key') {
      const key = parseFrameKey(signal)
      if (key) this.#forwarder?.addKey(name, signal.id, key)
      return
    }
    if (signal.kind === 'again') return this.#resendStatusAndKey(name)
    const connection = this.#connections.get(name)
    if (connection) return connection.peer.handleSignal(signal)
    if (this.#forwarder) return
    // Signals can arrive before the server announces the sender. They are buffered until then.
    this.#bufferedSignals.set(
      name,
      [...(this.#bufferedSignals.get(name) ?? []), signal].slice(-maxBufferedSignals),
    )
  }

  #sendStatus(name: string): void {
    const participant = this.state.others.find(other => getParticipantKey(other) === name)
    if (!participant) return
    const { isMuted, isCameraOff, isSharing } = this.media.get()
    const { isHandUp } = this.state
    const isReduced = this.#getQualityStep(name).isOff === true
    this.#signals.sendSignal(participant, {
      kind: 'state',
      isMuted,
      isCameraOff,
      isSharing,
      isHandUp,
      isReduced,
    })
  }

  #resendStatusAndKey(name: string): void {
    const participant = this.state.others.find(other => getParticipantKey(other) === name)
    if (participant) this.#ownKey?.sendTo([participant])
    this.#sendStatus(name)
  }

  /** Asks all participants to send status and frame key again, because the server stores no signals. */
  #requestResend(): void {
    for (const participant of this.state.others) this.#signals.sendSignal(participant, { kind: 'again' })
    this.#sendStatusToAll()
  }

  #sendStatusToAll(): void {
    for (const participant of this.state.others) this.#sendStatus(getParticipantKey(participant))
  }

  #sendOwnMedia(): void {
    const { stream } = this.media.get()
    this.#forwarder?.sendStream(stream)
    for (const { peer } of this.#connections.values()) peer.sendStream(stream)
    this.#sendStatusToAll()
  }

  setHandUp(isHandUp: boolean): void {
    this.#set({ isHandUp })
    this.#sendStatusToAll()
  }

  #getQualityStep(name: string) {
    return videoQualitySteps[this.#connections.get(name)?.adapting.step ?? 0] ?? videoQualitySteps[0]
  }

  /** Applies a video quality step. When video is switched on or off, the participant is notified. */
  #applyAdaptation(name: string, connection: MeshConnection, adapting: AdaptationState): void {
    const before = this.#getQualityStep(name)
    connection.adapting = adapting
    const now = this.#getQualityStep(name)
    void connection.peer.setQualityStep(now).catch(() => {})
    if (before.isOff !== now.isOff) this.#sendStatus(name)
  }

  #reduceAfterFailures(name: string, attempts: number): void {
    const connection = this.#connections.get(name)
    if (connection && attempts >= maxReconnectAttempts) {
      this.#applyAdaptation(name, connection, { step: videoQualitySteps.length - 1, good: 0, slow: 0 })
    }
  }

  async #measureConnections(): Promise<void> {
    this.#updateConnectionLoss(this.#hasHeartbeatFailed)
    const bestStep = getBestAllowedStep(this.#connections.size, navigator.hardwareConcurrency)
    for (const [name, connection] of this.#connections) {
      if (connection.peer.connection.connectionState !== 'connected') continue
      const stats = readLinkStats((await connection.peer.connection.getStats()).values())
      this.#applyAdaptation(name, connection, adaptVideoQuality(connection.adapting, stats, bestStep))
      const quality = rateConnection(stats)
      const displayed = this.state.others.find(participant => getParticipantKey(participant) === name)
      if (quality && displayed && quality !== displayed.quality) this.#updateParticipant(name, { quality })
    }
  }

  async leave(): Promise<void> {
    if (this.state.ending) return
    this.#end('left')
    await this.#client.leave(this.state.call.id).catch(() => {})
  }

  #end(ending: CallEnding): void {
    if (this.state.ending) return
    this.#signals.stop()
    for (const stop of this.#unsubscribers) stop()
    for (const name of [...this.#connections.keys()]) this.#disconnect(name)
    this.#forwarder?.close()
    this.#ownKey?.stop()
    this.media.stop()
    const { talkingSince } = this.state
    this.#set({
      ending,
      others: [],
      speaking: [],
      ...(talkingSince && { took: Date.now() - talkingSince }),
    })
    if (ending === 'forged') void this.#client.leave(this.state.call.id).catch(() => {})
  }
}
