// WebRTC connection to one other device of a mesh call, which avoids colliding offers by "perfect negotiation".
// The device that joined the call later makes the first WebRTC offer. If two offers collide, one side withdraws.
// A broken call connection is restored by ICE restart. One side tries first, the other a few seconds later.
import { createMutex } from '#web/lib/state/mutex.ts'
import { type VideoQualityStep, videoQualitySteps } from './adapt-video-quality.ts'
import { addOpusSettingsToSdp } from './add-opus-settings-to-sdp.ts'

/** Status of a call participant, sent to the others. `isReduced`: the connection is too slow for video. */
export interface ParticipantStatus {
  isMuted: boolean
  isCameraOff: boolean
  isSharing: boolean
  isHandUp: boolean
  isReduced: boolean
}

const statusFields = ['isMuted', 'isCameraOff', 'isSharing', 'isHandUp', 'isReduced'] as const

/** Reads only known boolean fields of a received status, so that a status cannot set a name or identity. */
export function parseCallParticipantStatus(
  message: Partial<Record<keyof ParticipantStatus, unknown>>,
): ParticipantStatus {
  const entries = statusFields.map(name => [name, message[name] === true])
  return Object.fromEntries(entries) as Record<keyof ParticipantStatus, boolean>
}

export type CallSignal =
  | { kind: 'description'; description: RTCSessionDescriptionInit }
  | { kind: 'candidate'; candidate: RTCIceCandidateInit | null }
  | ({ kind: 'state' } & ParticipantStatus)
  /** Key with which the sender encrypts its audio and video in a call forwarded by a media server (SFU). */
  | { kind: 'key'; id: number; key: string }
  /** Asks a participant to resend its status and its key for media frames, because earlier signals may be lost. */
  | { kind: 'again' }

export interface PeerOptions {
  configuration: RTCConfiguration
  isAudioOnly: boolean
  /**
   * Whether this device joined the call later than the other device. Only the later device makes the first offer, so
   * offers do not collide.
   */
  isInitiator: boolean
  /** Whether this side withdraws its WebRTC offer when both sides send one at the same time. */
  isPolite: boolean
  sendSignal(word: CallSignal): void
  onStream(stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
  /** Called before each attempt to restore a broken call connection, with the number of attempts so far. */
  onReconnectAttempt(times: number): void
}

/** Delays in milliseconds before a device restores a broken connection. The device that joined later waits less. */
const reconnectDelays = { initiator: 2500, other: 6000 }
/**
 * Additional delay in milliseconds before restoring a connection that was never established, because its
 * encryption keys may still be loading.
 */
const firstConnectionDelay = 8000

export class PeerConnection {
  readonly connection: RTCPeerConnection
  readonly #options: PeerOptions
  readonly #remote = new MediaStream()
  #ownStream: MediaStream
  #step: VideoQualityStep = videoQualitySteps[0]
  #isMakingOffer = false
  #isIgnoringOffer = false
  readonly #serialize = createMutex()
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #reconnectAttempts = 0
  #wasConnected = false

  constructor(options: PeerOptions, ownStream: MediaStream) {
    this.#options = options
    this.#ownStream = ownStream
    this.connection = new RTCPeerConnection(options.configuration)
    this.connection.onnegotiationneeded = () => void this.#sendOffer()
    this.connection.onicecandidate = ({ candidate }) =>
      options.sendSignal({ kind: 'candidate', candidate: candidate?.toJSON() ?? null })
    this.connection.ontrack = ({ track }) => {
      this.#remote.addTrack(track)
      options.onStream(this.#remote)
    }
    this.connection.onconnectionstatechange = () => this.#handleConnectionState()
    if (options.isInitiator) this.#addTransceivers()
    this.#scheduleReconnect()
  }

  #addTransceivers(): void {
    for (const kind of this.#options.isAudioOnly ? ['audio'] : ['audio', 'video']) {
      this.connection.addTransceiver(kind, { direction: 'sendrecv' })
    }
    this.sendStream(this.#ownStream)
  }

  #handleConnectionState(): void {
    const { connectionState } = this.connection
    this.#options.onConnection(connectionState)
    if (connectionState === 'connected') {
      this.#wasConnected = true
      this.#reconnectAttempts = 0
      clearTimeout(this.#reconnectTimer)
      this.#reconnectTimer = undefined
    } else if (connectionState === 'failed') this.reconnect()
    else this.#scheduleReconnect()
  }

  #scheduleReconnect(): void {
    const delay = this.#options.isInitiator ? reconnectDelays.initiator : reconnectDelays.other
    this.#reconnectTimer ??= setTimeout(
      () => this.reconnect(),
      this.#wasConnected ? delay : firstConnectionDelay + delay,
    )
  }

  /** Restores the WebRTC connection by ICE restart. An offer that was never answered is sent again. */
  reconnect(): void {
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    const { connectionState, signalingState } = this.connection
    if (connectionState === 'closed') return
    if (connectionState !== 'connected') this.#options.onReconnectAttempt(++this.#reconnectAttempts)
    if (signalingState === 'have-local-offer') this.#sendDescription()
    else if (this.connection.localDescription) this.connection.restartIce()
    if (connectionState !== 'connected') this.#scheduleReconnect()
  }

  get #senders(): { kind: string; sender: RTCRtpSender }[] {
    return this.connection
      .getTransceivers()
      .map(({ sender, receiver }) => ({ kind: receiver.track.kind, sender }))
  }

  /**
   * From now on, sends the audio and video tracks of this stream. If the stream has no audio track or no
   * video track, audio or video is no longer sent.
   */
  sendStream(ownStream: MediaStream): void {
    this.#ownStream = ownStream
    for (const { kind, sender } of this.#senders) {
      const track = ownStream.getTracks().find(candidate => candidate.kind === kind) ?? null
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => {})
    }
    void this.#applyQualityStep().catch(() => {})
  }

  /** Sets the video quality step of the call connection. Audio is always sent, with high priority. */
  async setQualityStep(step: VideoQualityStep): Promise<void> {
    if (step === this.#step) return
    this.#step = step
    await this.#applyQualityStep()
  }

  async #applyQualityStep(): Promise<void> {
    const { scale, framesPerSecond, bitsPerSecond, isOff } = this.#step
    for (const { kind, sender } of this.#senders) {
      const parameters = sender.getParameters()
      const [encoding] = parameters.encodings
      if (!encoding) continue
      encoding.networkPriority = kind === 'audio' ? 'high' : 'low'
      encoding.priority = kind === 'audio' ? 'high' : 'low'
      if (kind === 'video') {
        // A shared screen keeps its full resolution. On a slow connection its frame rate drops instead.
        const isScreen = sender.track?.contentHint === 'detail'
        encoding.active = !isOff
        encoding.scaleResolutionDownBy = isScreen ? 1 : scale
        encoding.maxFramerate = framesPerSecond
        encoding.maxBitrate = isScreen ? bitsPerSecond * 2 : bitsPerSecond
      }
      await sender.setParameters(parameters).catch(() => {})
    }
  }

  async #sendOffer(): Promise<void> {
    try {
      this.#isMakingOffer = true
      await this.connection.setLocalDescription()
      this.#sendDescription()
    } catch {
      // Creating a WebRTC offer fails when the connection has closed or the other side's offer has arrived meanwhile.
    } finally {
      this.#isMakingOffer = false
    }
  }

  #sendDescription(): void {
    const { localDescription } = this.connection
    if (localDescription) {
      this.#options.sendSignal({ kind: 'description', description: localDescription.toJSON() })
    }
  }

  /**
   * Handles the WebRTC signals from the other device of the call one after another, in the order of sending.
   */
  handleSignal(signal: CallSignal): Promise<void> {
    return this.#serialize(() => this.#applySignal(signal))
  }

  async #applySignal(signal: CallSignal): Promise<void> {
    if (signal.kind === 'description') await this.#applySessionDescription(signal.description)
    if (signal.kind === 'candidate') {
      try {
        await this.connection.addIceCandidate(signal.candidate ?? undefined)
      } catch (error) {
        if (!this.#isIgnoringOffer) throw error
      }
    }
  }

  async #applySessionDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const isCollision =
      description.type === 'offer' && (this.#isMakingOffer || this.connection.signalingState !== 'stable')
    this.#isIgnoringOffer = !this.#options.isPolite && isCollision
    if (this.#isIgnoringOffer) return
    // A repeated SDP answer is ignored, because the first answer has already been applied.
    if (description.type === 'answer' && this.connection.signalingState === 'stable') return
    await this.connection.setRemoteDescription({
      ...description,
      sdp: addOpusSettingsToSdp(description.sdp ?? ''),
    })
    if (description.type !== 'offer') return
    // Video is negotiated in both directions even while the camera is off, because it may be switched on later.
    for (const transceiver of this.connection.getTransceivers()) transceiver.direction = 'sendrecv'
    this.sendStream(this.#ownStream)
    await this.connection.setLocalDescription()
    this.#sendDescription()
  }

  /** Audio level of the other participant at present, from 0 to 1. */
  get loudness(): number {
    const audio = this.connection.getReceivers().find(({ track }) => track.kind === 'audio')
    return audio?.getSynchronizationSources()[0]?.audioLevel ?? 0
  }

  close(): void {
    clearTimeout(this.#reconnectTimer)
    this.connection.onnegotiationneeded = null
    this.connection.onicecandidate = null
    this.connection.onconnectionstatechange = null
    this.connection.ontrack = null
    this.connection.close()
  }
}
