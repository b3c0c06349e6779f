// Conversation core, part 2: remembers how many changes of each message this device has seen or read about.
// If the server sends an earlier version of a message or withholds a change, its numbers are lower than these.
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'

/** Highest known change number for each pair of a message and the author of its changes. */
export type SeenChanges = Record<string, number>

export interface SeenChangesStore {
  load(): Promise<SeenChanges | undefined>
  save(seen: SeenChanges): Promise<void>
}

/** Maximum number of messages remembered per group. The oldest ones are forgotten first. */
const maxRemembered = 2000

/** Key of a change: client id and sender of the message, and who made the change. Only senders may change texts. */
interface ChangedMessage {
  of: string
  by: number
  /** User who reacted; absent for changes of the text. */
  reactor?: number
}

const getMessageMemoryKey = ({ of, by, reactor }: ChangedMessage) =>
  `${by} ${of}${reactor === undefined ? '' : ` ${reactor}`}`

export class MessageMemory {
  readonly #store: SeenChangesStore | undefined
  readonly #seen = new Map<string, number>()
  #loading: Promise<void> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  /** Creates the memory of message changes. Without a store, it lasts until the page is closed. */
  constructor(store?: SeenChangesStore) {
    this.#store = store
  }

  load(): Promise<void> {
    this.#loading ??= (this.#store?.load() ?? Promise.resolve(undefined)).then(seen => {
      for (const [key, k] of Object.entries(seen ?? {}))
        this.#seen.set(key, Math.max(k, this.#seen.get(key) ?? 0))
    })
    return this.#loading
  }

  getNewest(changed: ChangedMessage): number {
    return this.#seen.get(getMessageMemoryKey(changed)) ?? 0
  }

  record(changed: ChangedMessage, k: number): void {
    if (k <= this.getNewest(changed)) return
    const key = getMessageMemoryKey(changed)
    this.#seen.delete(key)
    this.#seen.set(key, k)
    for (const oldest of [...this.#seen.keys()].slice(0, -maxRemembered)) this.#seen.delete(oldest)
    // A failed write of change numbers is repeated with the next change; until then they are in memory.
    this.#saving = this.#saving.then(() => this.#store?.save(Object.fromEntries(this.#seen))).catch(() => {})
  }

  /** Records the changes of earlier messages that a new message of the same user announces. */
  recordAnnounced(author: number, made: AnnouncedChange[]): void {
    for (const { of, by, k, isReaction } of made) {
      // Users can change only the texts of their own messages.
      if (!isReaction && by !== author) continue
      this.record({ of, by, ...(isReaction && { reactor: author }) }, k)
    }
  }
}
