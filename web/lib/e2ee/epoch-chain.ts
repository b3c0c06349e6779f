import type { Card } from '#shared/e2ee/card.ts'
import { type EpochHeader, leftOut, longestEpoch } from '#shared/e2ee/epoch.ts'
import { applyLog, type GroupLog } from '#shared/e2ee/log.ts'
import { memberAt, membersAt, type Roster, RosterError, readersNow, seqOf } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { createEpoch, type Epoch, openBox } from './epoch-keys.ts'
import type { GroupWire, KeptGroup } from './group-ports.ts'
import type { ServersWord } from './group-view.ts'
import type { Identity } from './identity.ts'
import type { Trust } from './trust.ts'

const epochPage = 200

export function newestEpoch({ epochs }: KeptGroup): number {
  return epochs.at(-1)?.n ?? 0
}

function buildLog({ roster, epochs }: KeptGroup): GroupLog {
  const last = epochs.at(-1)
  return { ...(roster && { roster }), ...(last && { epoch: last }) }
}

function isReader(roster: Roster, { headSeq, excluded }: EpochHeader, userId: number): boolean {
  return memberAt(roster, userId, headSeq) !== undefined && !excluded.includes(userId)
}

interface ServedEpoch {
  header: Signed
  box: string | null
}

/** Hash chain of a group's key epochs. Each epoch's key is encrypted to the members who may read. */
export class EpochChain {
  readonly #identity: Identity
  readonly #wire: GroupWire
  readonly #trust: Trust
  readonly #older: ReadonlyMap<string, CryptoKey>
  /** The server reports that a member left or renewed keys since the last epoch. */
  #isStale = true

  /** Creates the chain. `older` holds keys of epochs that were decrypted before, by epoch id. */
  constructor(identity: Identity, wire: GroupWire, trust: Trust, older: ReadonlyMap<string, CryptoKey>) {
    this.#identity = identity
    this.#wire = wire
    this.#trust = trust
    this.#older = older
  }

  /** Fetches the epochs after `after`, and the number of the last one. */
  async fetch(after: number): Promise<{ served: ServedEpoch[]; last: number }> {
    const served: ServedEpoch[] = []
    for (;;) {
      const { epochs, isStale, last } = await this.#wire.fetchEpochs(after + served.length)
      served.push(...epochs)
      this.#isStale = isStale
      if (epochs.length < epochPage) return { served, last }
    }
  }

  /** Verifies fetched entries and epochs and appends them. The stored group changes only if all are valid. */
  async take(stored: KeptGroup, groupId: number, entries: Signed[], served: ServedEpoch[]): Promise<void> {
    const { verify } = await loadCurves()
    const headers = served.map(({ header }) => header)
    const { log, taken } = await applyLog(buildLog(stored), entries, headers, groupId, verify)
    const epochs = await Promise.all(
      taken.map(async ({ header, eid }, index) => {
        const { header: signedHeader, box } = served[index] as ServedEpoch
        const { n, headSeq, ts, excluded } = header
        const isMine = log.roster !== undefined && isReader(log.roster, header, this.#identity.card.userId)
        // An epoch whose key cannot be decrypted is stored without key and never used for sending.
        const decryptedKey = box === null ? undefined : await openBox(this.#identity, header, eid, box)
        const key = decryptedKey ?? this.#older.get(eid)
        return { n, eid, headSeq, ts, excluded, isMine, header: signedHeader, ...(key && { key }) }
      }),
    )
    if (log.roster) stored.roster = log.roster
    stored.entries = [...(stored.entries ?? []), ...entries]
    stored.epochs = [...stored.epochs, ...epochs]
  }

  /** Returns true if a new epoch is needed before the next message. */
  isDue({ epochs }: KeptGroup, roster: Roster): boolean {
    const last = epochs.at(-1)
    if (!last?.key || last.headSeq < seqOf(roster) || Date.now() - last.ts > longestEpoch) return true
    // Keys that are not the pinned ones never receive another epoch, whatever the server claims.
    return this.#isStale || this.#findUnpinned(readersNow(roster)).length > 0
  }

  /** Returns the members whose key cards differ from the pinned ones. */
  #findUnpinned(members: { card: Card }[]): Card[] {
    const { userId: own } = this.#identity.card
    return members
      .map(({ card }) => card)
      .filter(card => card.userId !== own && this.#trust.judge(card) !== 'same')
  }

  /** Returns the members who must not get the next key: departed, excluded before, or with newer keys. */
  #findExcluded(roster: Roster, { memberIds, waiting }: ServersWord): number[] {
    const before = leftOut(roster)
    return membersAt(roster)
      .map(({ card }) => card)
      .filter(
        ({ userId, gen }) =>
          before.includes(userId) ||
          !memberIds.includes(userId) ||
          waiting.some(card => card.userId === userId && card.gen > gen) ||
          (this.#trust.pinOf(userId)?.card.gen ?? 0) > gen,
      )
      .map(({ userId }) => userId)
  }

  /** Throws if the next key would be encrypted to a key card that is not pinned. */
  #checkReaders(roster: Roster, excluded: number[]): void {
    const members = membersAt(roster).filter(({ card }) => !excluded.includes(card.userId))
    if (this.#findUnpinned(members).length > 0) throw new RosterError('person-swapped')
  }

  /** Creates the next epoch for the current readers. Returns false if another member's epoch was stored first. */
  async rotate(stored: KeptGroup, roster: Roster, word: ServersWord): Promise<boolean> {
    const excluded = this.#findExcluded(roster, word)
    this.#checkReaders(roster, excluded)
    const { header, boxes } = await createEpoch(this.#identity, roster, stored.epochs.at(-1), excluded)
    try {
      await this.#wire.postEpoch({ header, boxes })
    } catch (error) {
      if (!this.#wire.isConflict(error)) throw error
      return false
    }
    const own = boxes.find(([userId]) => userId === this.#identity.card.userId)?.[1] ?? null
    await this.take(stored, roster.groupId, [], [{ header, box: own }])
    this.#isStale = false
    return true
  }

  /**
   * Posts an epoch again to a server that was restored from a backup, because the next epoch links to it.
   * The encrypted keys are omitted: every reader already has the key, and no new message uses the epoch.
   */
  async bringBack({ header }: Epoch): Promise<void> {
    if (header) await this.#wire.postEpoch({ header, boxes: [] })
  }
}
