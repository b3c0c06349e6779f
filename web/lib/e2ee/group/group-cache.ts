import type { GroupCheckpoint } from '#web/lib/e2ee/trust/trust-record.ts'
import type { GroupStore, StoredGroup } from './group-ports.ts'

/**
 * Number and hash of the signed member list entry and of the epoch (group key) up to which an encrypted group was
 * verified.
 */
export type GroupPosition = Pick<GroupCheckpoint, 'seq' | 'head' | 'n' | 'eid'>

/** Cache of one encrypted group's stored data. Loads the data once and migrates it to the user's new keys. */
export class GroupCache {
  /** Group keys of epochs that were decrypted with the user's earlier keys, by epoch id. */
  readonly olderEpochKeys = new Map<string, CryptoKey>()
  /**
   * Signed member list entry and epoch (group key) verified before a migration to new keys; the fetched data must
   * include both.
   */
  requiredPosition: GroupPosition | undefined
  /**
   * Stored group data before a migration to new keys, kept until the fetched signed member list and epochs (group keys)
   * include it.
   */
  #unmigrated: StoredGroup | undefined
  readonly #groupId: number
  readonly #gen: number
  readonly #store: GroupStore
  #loading: Promise<StoredGroup> | undefined

  /**
   * Creates the cache of an encrypted group. `gen` is the key generation (version of the keys) of the user's own keys.
   */
  constructor(groupId: number, gen: number, store: GroupStore) {
    this.#groupId = groupId
    this.#gen = gen
    this.#store = store
  }

  /** Returns the stored data of the group. All callers share one object, so that all of them see verified data. */
  load(): Promise<StoredGroup> {
    this.#loading ??= this.#read()
    return this.#loading
  }

  async #read(): Promise<StoredGroup> {
    try {
      return this.#migrate(await this.#store.load(this.#groupId))
    } catch (error) {
      // When loading the group fails, the failure is not cached, so that the next caller loads the group again.
      this.#loading = undefined
      throw error
    }
  }

  /**
   * After the user has renewed keys, all epoch keys (group keys) are decrypted again. Keys decrypted with the old keys
   * are kept.
   */
  #migrate(stored: StoredGroup = { epochs: [], intended: [] }): StoredGroup {
    if (stored.gen === this.#gen && stored.entries) return stored
    for (const { eid, key } of stored.epochs) if (key) this.olderEpochKeys.set(eid, key)
    const { roster, entries, ...rest } = stored
    if (roster) {
      this.requiredPosition = getPosition(stored)
      this.#unmigrated = stored
    }
    // The stored member list and epochs (group keys) are dropped, so the next sync fetches all of them again.
    // The next sync must fetch every member list entry and group key that this device verified earlier.
    return { ...rest, gen: this.#gen, epochs: [] }
  }

  /**
   * Ends a migration to new keys, after the fetched signed member list and epochs (group keys) include everything
   * verified earlier.
   */
  markReached(): void {
    this.requiredPosition = undefined
    this.#unmigrated = undefined
  }

  save(stored: StoredGroup): Promise<void> {
    const { intended, alarm, dismissed, spoken } = stored
    const changes = {
      intended,
      ...(alarm && { alarm }),
      ...(dismissed && { dismissed }),
      ...(spoken && { spoken }),
    }
    return this.#store.save(this.#groupId, this.#unmigrated ? { ...this.#unmigrated, ...changes } : stored)
  }
}

function getPosition({ roster, epochs }: StoredGroup): GroupPosition {
  const last = epochs.at(-1)
  const hashes = roster?.hashes ?? []
  return { seq: hashes.length, head: hashes.at(-1) ?? '', n: last?.n ?? 0, eid: last?.eid ?? '' }
}
