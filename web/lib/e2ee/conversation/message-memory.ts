// Conversation core, part 2: stores how many changes of each message this device has seen or was told about.
// If the server sends a message with fewer changes than stored, it withholds a change (edit, deletion, reaction).
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'

/** Highest known number of a change, for each message and each user who changed it. */
export type SeenChanges = Record<string, number>

export interface SeenChangesStore {
  load(): Promise<SeenChanges | undefined>
  save(seen: SeenChanges): Promise<void>
}

/** Maximum number of messages per group for which change numbers are stored. The oldest are deleted first. */
const maxRemembered = 2000

/** Key of a message change: client id and sender of the message, and the user who made the change. */
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

  /** Creates the memory of changes of messages. Without a store, it lasts until the page is closed. */
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
    // If the change numbers cannot be stored now, they stay in memory and the next change stores them.
    this.#saving = this.#saving.then(() => this.#store?.save(Object.fromEntries(this.#seen))).catch(() => {})
  }

  /** Stores the changes of earlier messages that a new message of the same user lists. */
  recordAnnounced(author: number, made: AnnouncedChange[]): void {
    for (const { of, by, k, isReaction } of made) {
      // A message's text can be changed only by its own sender, so other such changes are ignored.
      if (!isReaction && by !== author) continue
      this.record({ of, by, ...(isReaction && { reactor: author }) }, k)
    }
  }
}
