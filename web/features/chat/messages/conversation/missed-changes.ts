import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

const fetchSize = 200

export interface MissedChangesOptions {
  transport: ConversationTransport
  /** Whether messages are loaded. Before that, there are no messages to which changes could be applied. */
  isReady(): boolean
  /** Returns the sequence number of the oldest loaded message. */
  getOldestSeq(): number
  applyChanged(changed: DisplayedMessage[]): void
}

/** Tracks the change numbers of a conversation and fetches the edits, deletions and reactions that it missed. */
export class MissedChanges {
  readonly #options: MissedChangesOptions
  /** Change number up to which all changes of the loaded messages are known. */
  #knownUpTo = 0
  /** Highest change number announced by any event or response. */
  #newest = 0
  #isFetching = false

  constructor(options: MissedChangesOptions) {
    this.#options = options
  }

  /** Forgets the highest announced change number, because the server was restored from an older backup. */
  forgetNewest(): void {
    this.#newest = 0
  }

  /** Sets the known change number to that of the newest page, which contains all earlier changes. */
  setStartVersion(page: DisplayedMessage[]): void {
    this.#knownUpTo = Math.max(0, ...page.map(({ changeSeq }) => changeSeq))
  }

  /** Handles a change event. If earlier changes were missed, they are fetched. */
  receiveChange(changeSeq: number, after: number): void {
    if (after > this.#knownUpTo) void this.fetchMissedChanges(changeSeq)
    else this.#knownUpTo = Math.max(this.#knownUpTo, changeSeq)
  }

  /** Fetches the missed changes of the loaded messages up to change number `upTo`. */
  async fetchMissedChanges(upTo: number): Promise<void> {
    this.#newest = Math.max(this.#newest, upTo)
    if (this.#isFetching || !this.#options.isReady()) return
    this.#isFetching = true
    try {
      // While missed changes are being fetched, further changes may be announced, so the loop checks again.
      while (this.#knownUpTo < this.#newest) await this.#fetch(this.#newest)
    } catch {
      // A failed fetch of changes is retried at the next change event or reconnection.
    } finally {
      this.#isFetching = false
    }
  }

  async #fetch(upTo: number): Promise<void> {
    const { transport, getOldestSeq, applyChanged } = this.#options
    const from = getOldestSeq()
    let after = this.#knownUpTo
    for (let count = fetchSize; count === fetchSize; ) {
      const changed = await transport.fetchChanges({ after, from, limit: fetchSize })
      applyChanged(changed)
      count = changed.length
      after = changed.at(-1)?.changeSeq ?? after
    }
    this.#knownUpTo = Math.max(this.#knownUpTo, upTo, after)
  }
}
