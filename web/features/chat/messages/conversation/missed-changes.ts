import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

const fetchSize = 200

export interface MissedChangesOptions {
  transport: ConversationTransport
  /** Whether the conversation has loaded messages. Changes can only be applied to loaded messages. */
  isReady(): boolean
  /** Returns the sequence number of the oldest loaded chat message. */
  getOldestSeq(): number
  applyChanged(changed: DisplayedMessage[]): void
}

/** Tracks change numbers of a conversation and fetches edits, deletions and reactions that the client missed. */
export class MissedChanges {
  readonly #options: MissedChangesOptions
  /** Change number up to which all edits, deletions and reactions of the loaded messages are known. */
  #knownUpTo = 0
  /** Highest number of a message change that any event or response has announced. */
  #newest = 0
  #isFetching = false

  constructor(options: MissedChangesOptions) {
    this.#options = options
  }

  /** Forgets the highest announced number of a message change, as the server was restored from a backup. */
  forgetNewest(): void {
    this.#newest = 0
  }

  /** Records the newest change on the newest page of messages as known, together with all earlier changes. */
  setStartVersion(page: DisplayedMessage[]): void {
    this.#knownUpTo = Math.max(0, ...page.map(({ changeSeq }) => changeSeq))
  }

  /** Handles an event about a changed message. If earlier changes were missed, they are fetched. */
  receiveChange(changeSeq: number, after: number): void {
    if (after > this.#knownUpTo) void this.fetchMissedChanges(changeSeq)
    else this.#knownUpTo = Math.max(this.#knownUpTo, changeSeq)
  }

  /** Fetches the missed changes of the loaded messages, up to the change number `upTo`. */
  async fetchMissedChanges(upTo: number): Promise<void> {
    this.#newest = Math.max(this.#newest, upTo)
    if (this.#isFetching || !this.#options.isReady()) return
    this.#isFetching = true
    try {
      // Missed changes are fetched in a loop, because further changes may be announced meanwhile.
      while (this.#knownUpTo < this.#newest) await this.#fetch(this.#newest)
    } catch {
      // After a failed fetch of changes, the next change event or reconnection tries again.
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
