// Stores how many changes of each message this device has seen (part 2 of the conversation core).
// If the server sends a message with fewer changes than stored, it withholds a change (edit, deletion, reaction).
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'

/** Newest known number of a change (edit, deletion, reaction), by message and by user who made the change. */
export type SeenChanges = Record<string, number>

export interface SeenChangesStore {
  load(): Promise<SeenChanges | undefined>
  save(seen: SeenChanges): Promise<void>
}

/** Maximum number of messages per group for which change numbers are stored. The oldest are deleted first. */
const maxRemembered = 2000

/** Identifies a changed message: `of` is the id from its sender's device, `by` the user id of its sender. */
interface ChangedMessage {
  of: string
  by: number
  /** User who reacted to the message; absent for changes of the message's text. */
  reactor?: number
}

const getMessageMemoryKey = ({ of, by, reactor }: ChangedMessage) =>
  `${by} ${of}${reactor === undefined ? '' : ` ${reactor}`}`

export class MessageMemory {
  readonly #store: SeenChangesStore | undefined
  readonly #seen = new Map<string, number>()
  #loading: Promise<void> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  /** Creates the record of known message changes. Without a `store`, it is lost when the page closes. */
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
    // If storing the change numbers fails, they stay in memory and are stored with the next change.
    this.#saving = this.#saving.then(() => this.#store?.save(Object.fromEntries(this.#seen))).catch(() => {})
  }

  /** Stores the changes that a message announces: earlier edits, deletions and reactions by its sender. */
  recordAnnounced(author: number, made: AnnouncedChange[]): void {
    for (const { of, by, k, isReaction } of made) {
      // Only a message's sender may change its text, so text changes announced by other users are ignored.
      if (!isReaction && by !== author) continue
      this.record({ of, by, ...(isReaction && { reactor: author }) }, k)
    }
  }
}
