import {
  type ConnectionLoss,
  classifyConnectionLoss,
} from '#web/features/calls/connection/connection-loss.ts'

export interface HeartbeatOptions {
  /** Sends one heartbeat request of a call. The server removes devices without heartbeats from the call. */
  send(): Promise<void>
  /** Called when a heartbeat request has failed. */
  onFailure(error: unknown): Promise<void>
  onLossChanged(loss: ConnectionLoss | undefined): void
}

/** Sends heartbeats to the server, one at a time, and classifies how long the server has been unreachable. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #isPending = false
  /** Time in milliseconds at which the last heartbeat request that got a response was sent. */
  #lastContactAt = Date.now()
  #hasFailed = false
  #loss: ConnectionLoss | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  async send(): Promise<void> {
    if (this.#isPending) return
    this.#isPending = true
    const sentAt = Date.now()
    try {
      await this.#options.send()
      this.recordContact(sentAt)
    } catch (error) {
      await this.#options.onFailure(error)
    }
    this.#isPending = false
  }

  /** Records when the newest answered heartbeat was sent, because the server counts its timeout from it. */
  recordContact(sentAt: number): void {
    this.#lastContactAt = Math.max(this.#lastContactAt, sentAt)
    this.#hasFailed = false
    this.updateLoss()
  }

  recordFailure(): void {
    this.#hasFailed = true
    this.updateLoss()
  }

  /** Classifies the connection loss again, because the time without a response grows even when no request fails. */
  updateLoss(): void {
    const loss = classifyConnectionLoss(Date.now() - this.#lastContactAt, this.#hasFailed)
    if (loss === this.#loss) return
    this.#loss = loss
    this.#options.onLossChanged(loss)
  }
}
