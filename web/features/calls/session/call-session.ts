// A CallSession is this device's part in one call: participants, WebRTC connections and why the call ended.
// A small call is a mesh with one peer connection per participant. A forwarded call uses two connections to an SFU.
// All call signals (SDP, ICE candidates, media frame keys, mute state) are end-to-end encrypted.
// A CallSession does not depend on React. Screens subscribe to its state.
import type { Call, CallMember, JoinedCall } from '#shared/contracts/calls/calls.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import {
  type CallSignal,
  type ParticipantStatus,
  parseCallParticipantStatus,
} from '#web/features/calls/connection/peer-connection.ts'
import { ForwarderConnection } from '#web/features/calls/forwarding/forwarder-connection.ts'
import { OwnFrameKey, parseMediaFrameEncryptionKey } from '#web/features/calls/forwarding/own-frame-key.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import {
  type AudioLevels,
  watchSpeakingParticipants,
} from '#web/features/calls/media/watch-speaking-participants.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createStore } from '#web/lib/state/store.ts'
import type { CallClient } from './call-client.ts'
import { type CallEnding, type CallState, getParticipantKey, type RemoteParticipant } from './call-state.ts'
import { Heartbeat } from './heartbeat.ts'
import { MeshConnections } from './mesh-connections.ts'
import { createCallSignalChannel } from './signal-channel.ts'

const heartbeatInterval = 5000
const measureInterval = 3000

export class CallSession {
  readonly media: OwnMedia
  readonly #store: ReturnType<typeof createStore<CallState>>
  readonly #identity: Identity
  readonly #client: CallClient
  readonly #signals: ReturnType<typeof createCallSignalChannel>
  readonly #heartbeat: Heartbeat
  /** Direct connections to the devices of a mesh call; empty in a call that a media server (SFU) forwards. */
  readonly #mesh: MeshConnections
  /** Last status received from each participant. It may arrive before the server announces the participant. */
  readonly #statuses = new Map<string, ParticipantStatus>()
  readonly #unsubscribers: (() => void)[] = []
  /** Connection to the SFU of a forwarded call; undefined in a mesh call (devices connected to each other). */
  readonly #forwarder: ForwarderConnection | undefined
  readonly #ownKey: OwnFrameKey | undefined
  /** Join time of each other participant of a forwarded call, by participant key (user and device). */
  readonly #joinTimes = new Map<string, string>()
  readonly #cardOf: (userId: number) => Card | undefined
  readonly #getSignedName: (userId: number) => string | undefined

  constructor(
    joined: JoinedCall,
    options: {
      identity: Identity
      wire: CallClient
      media: OwnMedia
      cardOf: (userId: number) => Card | undefined
      /** Returns the name that a user has signed, which the call shows instead of the name from the server. */
      getSignedName: (userId: number) => string | undefined
      refresh: () => Promise<void>
    },
  ) {
    const { identity, wire, media, cardOf, getSignedName } = options
    this.#identity = identity
    this.#client = wire
    this.media = media
    this.#cardOf = cardOf
    this.#getSignedName = getSignedName
    const configuration: RTCConfiguration = {
      iceServers: joined.iceServers,
      iceTransportPolicy: joined.isRelayOnly ? 'relay' : 'all',
    }
    this.#store = createStore<CallState>({
      call: joined.call,
      others: [],
      isHandUp: false,
      speaking: [],
    })
    this.#signals = createCallSignalChannel({
      callId: joined.call.id,
      identity,
      getCard: cardOf,
      refresh: () => options.refresh().catch(() => {}),
      send: signal => wire.signal(signal),
      onSignal: (from, signal) => this.#handleSignal(from, signal),
      onForged: () => this.#endCall('forged'),
    })
    this.#heartbeat = new Heartbeat({
      send: () => wire.alive(this.state.call.id),
      onFailure: async error => {
        if (wire.isGone(error)) await this.#rejoinCall()
        else this.#heartbeat.recordFailure()
      },
      onLossChanged: cutOff => this.#updateCallState({ cutOff }),
    })
    this.#mesh = this.#createMesh(configuration)
    if (joined.call.isForwarded) {
      this.#forwarder = this.#createForwarder(configuration)
      this.#ownKey = new OwnFrameKey(
        (id, key) => this.#forwarder?.setOwnKey(id, key),
        (participant, signal) => this.#signals.sendSignal(participant, signal),
      )
    }
    this.#subscribeToEvents()
    this.#applyCall(joined.call)
  }

  #createMesh(configuration: RTCConfiguration): MeshConnections {
    const { card, dev } = this.#identity
    return new MeshConnections({
      configuration,
      isAudioOnly: this.state.call.isAudioOnly,
      ownName: getParticipantKey({ userId: card.userId, dev }),
      getOwnStream: () => this.media.get().stream,
      hasJoinedAfter: participant => this.#hasJoinedAfter(participant),
      sendSignal: (participant, signal) => this.#signals.sendSignal(participant, signal),
      onParticipantChange: (name, change) => this.#updateParticipant(name, change),
      onQuality: (name, quality) => {
        const displayed = this.state.others.find(participant => getParticipantKey(participant) === name)
        if (displayed && quality !== displayed.quality) this.#updateParticipant(name, { quality })
      },
      onStatusNeeded: name => this.#sendStatus(name),
      onDisconnect: name => this.#statuses.delete(name),
    })
  }

  #createForwarder(configuration: RTCConfiguration): ForwarderConnection {
    return new ForwarderConnection(
      {
        // The SFU hides the participants' IP addresses from each other, so a forwarded call needs no TURN relay.
        configuration: { ...configuration, iceTransportPolicy: 'all' },
        isAudioOnly: this.state.call.isAudioOnly,
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
          this.#updateCallState({ others })
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

  #updateCallState(change: Partial<CallState>): void {
    this.#store.change(change)
  }

  #subscribeToEvents(): void {
    const heartbeatTimer = setInterval(() => void this.#heartbeat.send(), heartbeatInterval)
    const measureTimer = setInterval(() => {
      this.#heartbeat.updateLoss()
      void this.#mesh.measureConnections()
    }, measureInterval)
    const levels: AudioLevels = {
      readRemoteLevels: () => this.#forwarder?.readLoudness() ?? this.#mesh.readLoudness(),
      getOwnConnection: () => this.#forwarder?.sending ?? this.#mesh.getFirstConnection(),
    }
    const speaking = watchSpeakingParticipants(this.media, levels, speakers =>
      this.#updateCallState(speakers),
    )
    this.#unsubscribers.push(
      this.#client.onChanged(call => call.id === this.state.call.id && this.#applyCall(call)),
      this.#client.onSignal(part => this.#signals.receivePart(part)),
      this.#client.onNetwork(() => {
        this.#forwarder?.reconnect()
        this.#mesh.reconnect()
      }),
      this.#client.onConnect(() => {
        void this.#heartbeat.send()
        this.#requestResend()
      }),
      this.media.subscribe(() => this.#sendOwnMedia()),
      speaking,
      () => clearInterval(heartbeatTimer),
      () => clearInterval(measureTimer),
    )
  }

  /** Rejoins the call after the server removed this device. If the call is over, the session ends. */
  async #rejoinCall(): Promise<void> {
    if (this.state.ending) return
    const sentAt = Date.now()
    try {
      const { call } = await this.#client.join(this.state.call.id)
      // If the user hung up while the request to rejoin was in flight, the device leaves the call again.
      if (this.state.ending) return void (await this.#client.leave(call.id))
      this.#mesh.disconnectAll()
      this.#forwarder?.reconnect()
      this.#heartbeat.recordContact(sentAt)
      this.#applyCall(call)
    } catch (error) {
      const refusal = this.#client.refusalOf(error)
      if (refusal) this.#endCall(refusal)
      else this.#heartbeat.recordFailure()
    }
  }

  /** Applies the call's list of participants again after the group's verified member list has changed. */
  applyRosterChange(): void {
    this.#applyCall(this.state.call)
  }

  /** Applies the server's list of participants: connects to new participants and disconnects participants who left. */
  #applyCall(call: Call): void {
    if (this.state.ending) return
    if (call.endedAt) {
      this.#updateCallState({ call })
      this.#endCall(call.answeredAt ? 'over' : call.declined.length > 0 ? 'declined' : 'unanswered')
      return
    }
    // Participants who are not in the group's verified member list are ignored, whatever the server claims.
    const others = call.members.filter(
      ({ userId }) => userId !== this.#identity.card.userId && this.#cardOf(userId),
    )
    this.#mesh.disconnectDepartedParticipants(others)
    const knownParticipants = new Map(
      this.state.others.map(participant => [getParticipantKey(participant), participant]),
    )
    const talkingSince = this.state.talkingSince ?? (others.length > 0 ? Date.now() : undefined)
    this.#updateCallState({
      call,
      others: others.map(
        participant =>
          knownParticipants.get(getParticipantKey(participant)) ?? this.#createParticipant(participant),
      ),
      ...(talkingSince && { talkingSince }),
    })
    if (this.#forwarder) this.#updateForwarder(this.#forwarder, others)
    else this.#mesh.connectNewParticipants(others)
  }

  /** Sends the current media frame key to new participants. When a participant leaves, all others get a new key. */
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
      ...parseCallParticipantStatus({}),
      isCameraOff: this.state.call.isAudioOnly,
    }
    const name = this.#getSignedName(userId) ?? fullName
    return { userId, dev, fullName: name, connection: 'new', ...status }
  }

  /**
   * Whether this device joined the call after the given participant. The server lists participants in joining order.
   */
  #hasJoinedAfter(participant: CallMember): boolean {
    const { members } = this.state.call
    const ownIndex = members.findIndex(({ userId }) => userId === this.#identity.card.userId)
    return ownIndex > members.findIndex(({ userId }) => userId === participant.userId)
  }

  #updateParticipant(name: string, change: Partial<RemoteParticipant>): void {
    this.#updateCallState({
      others: this.state.others.map(participant =>
        getParticipantKey(participant) === name ? { ...participant, ...change } : participant,
      ),
    })
  }

  async #handleSignal(from: { userId: number; dev: string }, signal: CallSignal): Promise<void> {
    const name = getParticipantKey(from)
    if (signal.kind === 'state') {
      const status = parseCallParticipantStatus(signal)
      this.#statuses.set(name, status)
      return this.#updateParticipant(name, status)
    }
    if (signal.kind === 'key') {
      const key = parseMediaFrameEncryptionKey(signal)
      if (key) this.#forwarder?.addKey(name, signal.id, key)
      return
    }
    if (signal.kind === 'again') return this.#resendStatusAndKey(name)
    if (!this.#forwarder) return this.#mesh.handleSignal(name, signal)
  }

  #sendStatus(name: string): void {
    const participant = this.state.others.find(other => getParticipantKey(other) === name)
    if (!participant) return
    const { isMuted, isCameraOff, isSharing } = this.media.get()
    const { isHandUp } = this.state
    const isReduced = this.#mesh.isVideoReduced(name)
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

  /**
   * Asks all participants to repeat their status and media frame key, because the server does not store missed signals.
   */
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
    this.#mesh.sendStream(stream)
    this.#sendStatusToAll()
  }

  setHandUp(isHandUp: boolean): void {
    this.#updateCallState({ isHandUp })
    this.#sendStatusToAll()
  }

  async leave(): Promise<void> {
    if (this.state.ending) return
    this.#endCall('left')
    await this.#client.leave(this.state.call.id).catch(() => {})
  }

  #endCall(ending: CallEnding): void {
    if (this.state.ending) return
    this.#signals.stop()
    for (const stop of this.#unsubscribers) stop()
    this.#mesh.disconnectAll()
    this.#forwarder?.close()
    this.#ownKey?.stop()
    this.media.stop()
    const { talkingSince } = this.state
    this.#updateCallState({
      ending,
      others: [],
      speaking: [],
      ...(talkingSince && { took: Date.now() - talkingSince }),
    })
    if (ending === 'forged') void this.#client.leave(this.state.call.id).catch(() => {})
  }
}
