import type { GroupStore, KeptGroup } from './group-ports.ts'
import type { GroupMark } from './trust.ts'

/** How far a group had come. */
export type Place = Pick<GroupMark, 'seq' | 'head' | 'n' | 'eid'>

/** One group's place in the store: read once, and then held here. */
export class GroupKeeper {
  /** Keys of epochs that were opened with earlier keys of one's own. */
  readonly older = new Map<string, CryptoKey>()
  /** Where it stood when it was kept in another way than now: what is fetched has to lead there. */
  before: Place | undefined
  /** As it lies in the store, until what is fetched has come that far: it is all that could tell. */
  #original: KeptGroup | undefined
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
  #fitting(kept: KeptGroup = { epochs: [], intended: [] }): KeptGroup {
    if (kept.gen === this.#gen && kept.entries) return kept
    for (const { eid, key } of kept.epochs) if (key) this.older.set(eid, key)
    const { roster, entries, ...rest } = kept
    if (roster) {
      this.before = placeOf(kept)
      this.#original = kept
    }
    // The release before kept no entries: the chain is fetched again, and has to lead to where it stood.
    return { ...rest, gen: this.#gen, epochs: [] }
  }

  /** What is fetched has come to where it stood. */
  reached(): void {
    this.before = undefined
    this.#original = undefined
  }

  save(kept: KeptGroup): Promise<void> {
    const { intended, alarm, dismissed, spoken } = kept
    const news = {
      intended,
      ...(alarm && { alarm }),
      ...(dismissed && { dismissed }),
      ...(spoken && { spoken }),
    }
    return this.#store.save(this.#groupId, this.#original ? { ...this.#original, ...news } : kept)
  }
}

function placeOf({ roster, epochs }: KeptGroup): Place {
  const last = epochs.at(-1)
  const hashes = roster?.hashes ?? []
  return { seq: hashes.length, head: hashes.at(-1) ?? '', n: last?.n ?? 0, eid: last?.eid ?? '' }
}
