// The line to one other device, by the browser's own means. Whoever came later proposes; after that either side may at
// any time, and of two proposals that cross one gives way. A line that breaks is mended by both, one after the other.
import { createMutex } from '#web/lib/mutex.ts'
import { type Step, steps } from './adapt.ts'
import { spareSilence } from './sparing.ts'

/** What one shows of oneself to one other: also that a picture is withheld because the way is too narrow for it. */
export interface OwnSigns {
  isMuted: boolean
  isCameraOff: boolean
  isSharing: boolean
  isHandUp: boolean
  isReduced: boolean
}

const signNames = ['isMuted', 'isCameraOff', 'isSharing', 'isHandUp', 'isReduced'] as const

/** Of what somebody says of themselves these alone, and as yes or no: who they are is for others to say. */
export function readSigns(word: Partial<Record<keyof OwnSigns, unknown>>): OwnSigns {
  const entries = signNames.map(name => [name, word[name] === true])
  return Object.fromEntries(entries) as Record<keyof OwnSigns, boolean>
}

export type Word =
  | { kind: 'description'; description: RTCSessionDescriptionInit }
  | { kind: 'candidate'; candidate: RTCIceCandidateInit | null }
  | ({ kind: 'state' } & OwnSigns)
  /** Of a call that is forwarded: what one seals one's frames with from now on. */
  | { kind: 'key'; id: number; key: string }
  /** Something may have been missed: how one is, and with what one seals, is told once more. */
  | { kind: 'again' }

export interface PeerParts {
  configuration: RTCConfiguration
  isAudioOnly: boolean
  /** Came later, and so makes the first proposal: browsers do not always recover from two that cross at the start. */
  isInitiator: boolean
  /** Gives way when two proposals cross. */
  isPolite: boolean
  say(word: Word): void
  onStream(stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
  /** It was mended in vain so many times. */
  onTrouble(times: number): void
}

/** How long a line may be down before it is mended; whoever proposed first is first to try. */
const pauses = { initiator: 2500, other: 6000 }
/** A line that never stood is given more time: the other may still be asked for their keys. */
const firstPause = 8000

export class Peer {
  readonly connection: RTCPeerConnection
  readonly #parts: PeerParts
  readonly #remote = new MediaStream()
  #own: MediaStream
  #step: Step = steps[0]
  #isMakingOffer = false
  #isIgnoringOffer = false
  readonly #inTurn = createMutex()
  #mending: ReturnType<typeof setTimeout> | undefined
  #times = 0
  #hasStood = false

  constructor(parts: PeerParts, own: MediaStream) {
    this.#parts = parts
    this.#own = own
    this.connection = new RTCPeerConnection(parts.configuration)
    this.connection.onnegotiationneeded = () => void this.#offer()
    this.connection.onicecandidate = ({ candidate }) =>
      parts.say({ kind: 'candidate', candidate: candidate?.toJSON() ?? null })
    this.connection.ontrack = ({ track }) => {
      this.#remote.addTrack(track)
      parts.onStream(this.#remote)
    }
    this.connection.onconnectionstatechange = () => this.#follow()
    if (parts.isInitiator) this.#begin()
    this.#mendLater()
  }

  #begin(): void {
    for (const kind of this.#parts.isAudioOnly ? ['audio'] : ['audio', 'video']) {
      this.connection.addTransceiver(kind, { direction: 'sendrecv' })
    }
    this.give(this.#own)
  }

  #follow(): void {
    const { connectionState } = this.connection
    this.#parts.onConnection(connectionState)
    if (connectionState === 'connected') {
      this.#hasStood = true
      this.#times = 0
      clearTimeout(this.#mending)
      this.#mending = undefined
    } else if (connectionState === 'failed') this.mend()
    else this.#mendLater()
  }

  #mendLater(): void {
    const pause = this.#parts.isInitiator ? pauses.initiator : pauses.other
    this.#mending ??= setTimeout(() => this.mend(), this.#hasStood ? pause : firstPause + pause)
  }

  /** Over whatever network there is now. A proposal that was never answered is made again. */
  mend(): void {
    clearTimeout(this.#mending)
    this.#mending = undefined
    const { connectionState, signalingState } = this.connection
    if (connectionState === 'closed') return
    if (connectionState !== 'connected') this.#parts.onTrouble(++this.#times)
    if (signalingState === 'have-local-offer') this.#sayDescription()
    else if (this.connection.localDescription) this.connection.restartIce()
    if (connectionState !== 'connected') this.#mendLater()
  }

  get #senders(): { kind: string; sender: RTCRtpSender }[] {
    return this.connection
      .getTransceivers()
      .map(({ sender, receiver }) => ({ kind: receiver.track.kind, sender }))
  }

  /** From now on this, or nothing of a kind that is not in it. */
  give(own: MediaStream): void {
    this.#own = own
    for (const { kind, sender } of this.#senders) {
      const track = own.getTracks().find(one => one.kind === kind) ?? null
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => {})
    }
    void this.#tune().catch(() => {})
  }

  /** How much of the picture goes over this line; the sound always does, and first. */
  async take(step: Step): Promise<void> {
    if (step === this.#step) return
    this.#step = step
    await this.#tune()
  }

  async #tune(): Promise<void> {
    const { scale, framesPerSecond, bitsPerSecond, isOff } = this.#step
    for (const { kind, sender } of this.#senders) {
      const parameters = sender.getParameters()
      const [encoding] = parameters.encodings
      if (!encoding) continue
      encoding.networkPriority = kind === 'audio' ? 'high' : 'low'
      encoding.priority = kind === 'audio' ? 'high' : 'low'
      if (kind === 'video') {
        // Of a screen every line counts: it loses frames instead.
        const isScreen = sender.track?.contentHint === 'detail'
        encoding.active = !isOff
        encoding.scaleResolutionDownBy = isScreen ? 1 : scale
        encoding.maxFramerate = framesPerSecond
        encoding.maxBitrate = isScreen ? bitsPerSecond * 2 : bitsPerSecond
      }
      await sender.setParameters(parameters).catch(() => {})
    }
  }

  async #offer(): Promise<void> {
    try {
      this.#isMakingOffer = true
      await this.connection.setLocalDescription()
      this.#sayDescription()
    } catch {
      // Closed meanwhile, or the other was faster.
    } finally {
      this.#isMakingOffer = false
    }
  }

  #sayDescription(): void {
    const { localDescription } = this.connection
    if (localDescription) {
      this.#parts.say({ kind: 'description', description: localDescription.toJSON() })
    }
  }

  /** One after the other, as they were said. */
  hear(word: Word): Promise<void> {
    return this.#inTurn(() => this.#hearNow(word))
  }

  async #hearNow(word: Word): Promise<void> {
    if (word.kind === 'description') await this.#take(word.description)
    if (word.kind === 'candidate') {
      try {
        await this.connection.addIceCandidate(word.candidate ?? undefined)
      } catch (error) {
        if (!this.#isIgnoringOffer) throw error
      }
    }
  }

  async #take(description: RTCSessionDescriptionInit): Promise<void> {
    const isCrossing =
      description.type === 'offer' && (this.#isMakingOffer || this.connection.signalingState !== 'stable')
    this.#isIgnoringOffer = !this.#parts.isPolite && isCrossing
    if (this.#isIgnoringOffer) return
    // Said again because we were slow to hear it the first time.
    if (description.type === 'answer' && this.connection.signalingState === 'stable') return
    await this.connection.setRemoteDescription({ ...description, sdp: spareSilence(description.sdp ?? '') })
    if (description.type !== 'offer') return
    // Also without a camera: it may be turned on later.
    for (const transceiver of this.connection.getTransceivers()) transceiver.direction = 'sendrecv'
    this.give(this.#own)
    await this.connection.setLocalDescription()
    this.#sayDescription()
  }

  /** How loud the other is at this moment, from 0 to 1. */
  get loudness(): number {
    const audio = this.connection.getReceivers().find(({ track }) => track.kind === 'audio')
    return audio?.getSynchronizationSources()[0]?.audioLevel ?? 0
  }

  close(): void {
    clearTimeout(this.#mending)
    this.connection.onnegotiationneeded = null
    this.connection.onicecandidate = null
    this.connection.onconnectionstatechange = null
    this.connection.ontrack = null
    this.connection.close()
  }
}
