import type { GroupStore, KeptGroup } from './group-ports.ts'

/** One group's place in the store: read once, and then held here. */
export class GroupKeeper {
  /** Keys of epochs that were opened with earlier keys of one's own. */
  readonly older = new Map<string, CryptoKey>()
  readonly #groupId: number
  readonly #gen: number
  readonly #store: GroupStore
  #kept: Promise<KeptGroup> | undefined

  /** `gen`: of one's own keys. */
  constructor(groupId: number, gen: number, store: GroupStore) {
    this.#groupId = groupId
    this.#gen = gen
    this.#store = store
  }

  /** The same for all who ask, also at once: what one of them verifies, the others know. */
  load(): Promise<KeptGroup> {
    this.#kept ??= this.#read()
    return this.#kept
  }

  async #read(): Promise<KeptGroup> {
    try {
      return this.#fitting(await this.#store.load(this.#groupId))
    } catch (error) {
      // It is tried again by whoever asks next.
      this.#kept = undefined
      throw error
    }
  }

  /** With other keys than before every box is tried anew; what the old ones opened stays open. */
  #fitting(kept: KeptGroup = { epochs: [], intended: [], gens: {} }): KeptGroup {
    if (kept.gen === this.#gen) return kept
    for (const { eid, key } of kept.epochs) if (key) this.older.set(eid, key)
    return { ...kept, gen: this.#gen, epochs: [] }
  }

  save(kept: KeptGroup): Promise<void> {
    return this.#store.save(this.#groupId, kept)
  }
}
