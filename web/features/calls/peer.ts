// The line to one other device, by the browser's own means. Whoever came later proposes; after that either side may at
// any time, and of two proposals that cross one gives way.
export type Word =
  | { kind: 'description'; description: RTCSessionDescriptionInit }
  | { kind: 'candidate'; candidate: RTCIceCandidateInit | null }
  | { kind: 'state'; isMuted: boolean; isCameraOff: boolean }

export interface PeerParts {
  configuration: RTCConfiguration
  /** Came later, and so makes the first proposal: browsers do not always recover from two that cross at the start. */
  isInitiator: boolean
  /** Gives way when two proposals cross. */
  isPolite: boolean
  say(word: Word): void
  onStream(stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
}

export class Peer {
  readonly connection: RTCPeerConnection
  readonly #parts: PeerParts
  readonly #stream: MediaStream
  #isMakingOffer = false
  #isIgnoringOffer = false
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: PeerParts, stream: MediaStream) {
    this.#parts = parts
    this.#stream = stream
    this.connection = new RTCPeerConnection(parts.configuration)
    if (parts.isInitiator) this.#give()
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

  #give(): void {
    const tracks = this.#stream.getTracks()
    for (const track of tracks) this.connection.addTrack(track, this.#stream)
    if (!this.#parts.isInitiator) return
    // A device without a camera still sees the others'.
    for (const kind of ['audio', 'video']) {
      if (tracks.every(track => track.kind !== kind)) {
        this.connection.addTransceiver(kind, { direction: 'recvonly' })
      }
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
    if (!this.#parts.isInitiator && this.connection.getSenders().every(({ track }) => !track)) this.#give()
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
