// Conversation core, part 2: how many changes of each message this device has seen or was told of.
// A server that serves an earlier version of a message, or withholds a change, falls behind these numbers.
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'

/** Highest known change number, by changed message and author. */
export type SeenChanges = Record<string, number>

export interface SeenChangesStore {
  load(): Promise<SeenChanges | undefined>
  save(seen: SeenChanges): Promise<void>
}

/** Maximum number of remembered messages per group; the oldest entries are forgotten first. */
const maxRemembered = 2000

/** Message identified by client id and sender, and the author of the change. Only the sender changes the text. */
interface ChangedMessage {
  of: string
  by: number
  /** Author of a reaction; absent for changes of the text. */
  reactor?: number
}

const getKey = ({ of, by, reactor }: ChangedMessage) =>
  `${by} ${of}${reactor === undefined ? '' : ` ${reactor}`}`

export class MessageMemory {
  readonly #store: SeenChangesStore | undefined
  readonly #seen = new Map<string, number>()
  #loading: Promise<void> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  /** Without a store, the numbers are known only until the page is closed. */
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
    return this.#seen.get(getKey(changed)) ?? 0
  }

  record(changed: ChangedMessage, k: number): void {
    if (k <= this.getNewest(changed)) return
    const key = getKey(changed)
    this.#seen.delete(key)
    this.#seen.set(key, k)
    for (const oldest of [...this.#seen.keys()].slice(0, -maxRemembered)) this.#seen.delete(oldest)
    // A failed write is repeated with the next change; until the page is closed the numbers are in memory.
    this.#saving = this.#saving.then(() => this.#store?.save(Object.fromEntries(this.#seen))).catch(() => {})
  }

  /** Records the changes that a user's message announces. */
  recordAnnounced(author: number, made: AnnouncedChange[]): void {
    for (const { of, by, k, isReaction } of made) {
      // Nobody changes the text of another user's message.
      if (!isReaction && by !== author) continue
      this.record({ of, by, ...(isReaction && { reactor: author }) }, k)
    }
  }
}
