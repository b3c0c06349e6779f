// The line to one other device, by the browser's own means: either side may propose at any time, and of two proposals
// that cross one gives way.
export type Word =
  | { kind: 'description'; description: RTCSessionDescriptionInit }
  | { kind: 'candidate'; candidate: RTCIceCandidateInit | null }
  | { kind: 'state'; isMuted: boolean; isCameraOff: boolean }

export interface PeerParts {
  configuration: RTCConfiguration
  /** Gives way when two proposals cross. */
  isPolite: boolean
  say(word: Word): void
  onStream(stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
}

export class Peer {
  readonly connection: RTCPeerConnection
  readonly #parts: PeerParts
  #isMakingOffer = false
  #isIgnoringOffer = false
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: PeerParts, stream: MediaStream) {
    this.#parts = parts
    this.connection = new RTCPeerConnection(parts.configuration)
    for (const track of stream.getTracks()) this.connection.addTrack(track, stream)
    // A device without a camera still sees the others'.
    for (const kind of ['audio', 'video'] as const) {
      if (!stream.getTracks().some(track => track.kind === kind)) {
        this.connection.addTransceiver(kind, { direction: 'recvonly' })
      }
    }
    this.connection.onnegotiationneeded = () => void this.#offer()
    this.connection.onicecandidate = ({ candidate }) =>
      parts.say({ kind: 'candidate', candidate: candidate?.toJSON() ?? null })
    this.connection.ontrack = ({ streams: [remote] }) => remote && parts.onStream(remote)
    this.connection.onconnectionstatechange = () => {
      const { connectionState } = this.connection
      if (connectionState === 'failed') this.connection.restartIce()
      parts.onConnection(connectionState)
    }
  }

  async #offer(): Promise<void> {
    try {
      this.#isMakingOffer = true
      await this.connection.setLocalDescription()
      this.#sayDescription()
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
    const done = this.#turn.then(() => this.#hearNow(word))
    this.#turn = done.catch(() => {})
    return done
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
    await this.connection.setRemoteDescription(description)
    if (description.type !== 'offer') return
    await this.connection.setLocalDescription()
    this.#sayDescription()
  }

  close(): void {
    this.connection.onnegotiationneeded = null
    this.connection.onicecandidate = null
    this.connection.onconnectionstatechange = null
    this.connection.ontrack = null
    this.connection.close()
  }
}
