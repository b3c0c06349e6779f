// Conversation core, part 2: remembers how many changes of each message this device has seen or read about.
// A message version with lower change numbers than remembered shows that the server withholds a change.
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'

/** Highest known change number for each message and each author of its changes. */
export type SeenChanges = Record<string, number>

export interface SeenChangesStore {
  load(): Promise<SeenChanges | undefined>
  save(seen: SeenChanges): Promise<void>
}

/** Maximum number of messages per group whose change numbers are remembered. The oldest are forgotten first. */
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

  /** Creates the memory of message changes. Without a store, the memory lasts until the page is closed. */
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
    // When change numbers cannot be stored, the next change stores them again. Until then they are in memory.
    this.#saving = this.#saving.then(() => this.#store?.save(Object.fromEntries(this.#seen))).catch(() => {})
  }

  /** Records the changes of earlier messages that a new message of the same user announces. */
  recordAnnounced(author: number, made: AnnouncedChange[]): void {
    for (const { of, by, k, isReaction } of made) {
      // Only changes of a message's text by its own sender are valid.
      if (!isReaction && by !== author) continue
      this.record({ of, by, ...(isReaction && { reactor: author }) }, k)
    }
  }
}
