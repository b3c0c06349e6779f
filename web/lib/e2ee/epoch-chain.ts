import type { EpochBody } from '#shared/contracts/keys.ts'
import { leftOut, longestEpoch } from '#shared/e2ee/epoch.ts'
import { applyLog, type GroupLog } from '#shared/e2ee/log.ts'
import { membersAt, type Roster, RosterError, seqOf } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { createEpoch, openBox } from './epoch-keys.ts'
import type { GroupWire, KeptGroup } from './group-ports.ts'
import type { ServersWord } from './group-view.ts'
import type { Identity } from './identity.ts'
import type { Trust } from './trust.ts'

const epochPage = 200
/** So many of one's own are kept with all their boxes. */
const mostMade = 3

export function newestEpoch({ epochs }: KeptGroup): number {
  return epochs.at(-1)?.n ?? 0
}

export function logOf({ roster, epochs }: KeptGroup): GroupLog {
  const last = epochs.at(-1)
  return { ...(roster && { roster }), ...(last && { epoch: last }) }
}

interface Served {
  header: Signed
  box: string | null
}

/** The epochs of a group, each bound to the one before: which keys there were, and for whom. */
export class EpochChain {
  readonly #identity: Identity
  readonly #wire: GroupWire
  readonly #trust: Trust
  readonly #older: ReadonlyMap<string, CryptoKey>
  /** By the server's word: somebody has gone or has new keys since the last one was made. */
  #isStale = true

  /** `older`: keys that were opened before, by epoch. */
  constructor(identity: Identity, wire: GroupWire, trust: Trust, older: ReadonlyMap<string, CryptoKey>) {
    this.#identity = identity
    this.#wire = wire
    this.#trust = trust
    this.#older = older
  }

  /** Those after that one, and how many there are. */
  async fetch(after: number): Promise<{ served: Served[]; last: number }> {
    const served: Served[] = []
    for (;;) {
      const { epochs, isStale, last } = await this.#wire.fetchEpochs(after + served.length)
      served.push(...epochs)
      this.#isStale = isStale
      if (epochs.length < epochPage) return { served, last }
    }
  }

  /** Entries and epochs go on from where the group is, once all of them hold. */
  async take(kept: KeptGroup, groupId: number, entries: Signed[], served: Served[]): Promise<void> {
    const { verify } = await loadCurves()
    const headers = served.map(({ header }) => header)
    const { log, taken } = await applyLog(logOf(kept), entries, headers, groupId, verify)
    const epochs = await Promise.all(
      taken.map(async ({ header, eid }, index) => {
        const { header: one, box } = served[index] as Served
        const { n, headSeq, ts } = header
        // A box that does not open leaves an epoch without a key, and so one that is not spoken in.
        const opened = box === null ? undefined : await openBox(this.#identity, header, eid, box)
        const key = opened ?? this.#older.get(eid)
        return { n, eid, headSeq, ts, isMine: box !== null, header: one, ...(key && { key }) }
      }),
    )
    if (log.roster) kept.roster = log.roster
    kept.entries = [...(kept.entries ?? []), ...entries]
    kept.epochs = [...kept.epochs, ...epochs]
  }

  /** Whether a new one is due before anything more is said. */
  isDue({ epochs }: KeptGroup, roster: Roster): boolean {
    const last = epochs.at(-1)
    return this.#isStale || !last?.key || last.headSeq < seqOf(roster) || Date.now() - last.ts > longestEpoch
  }

  /** On the list, and not to get the next key: gone, left out before, or with newer keys than are on the list. */
  #excluded(roster: Roster, { memberIds, waiting }: ServersWord): number[] {
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

  /** Nothing is sealed to keys that are not the ones this person knows them by. */
  #checkReaders(roster: Roster, excluded: number[]): void {
    for (const { card } of membersAt(roster)) {
      if (card.userId === this.#identity.card.userId || excluded.includes(card.userId)) continue
      if (this.#trust.judge(card) !== 'same') throw new RosterError('person-swapped')
    }
  }

  /** A key for exactly those who may read from now on. Says whether it was taken: of two at once only one is. */
  async rotate(kept: KeptGroup, roster: Roster, word: ServersWord): Promise<boolean> {
    const excluded = this.#excluded(roster, word)
    this.#checkReaders(roster, excluded)
    const { header, boxes } = await createEpoch(this.#identity, roster, kept.epochs.at(-1), excluded)
    try {
      await this.#wire.postEpoch({ header, boxes })
    } catch (error) {
      if (!this.#wire.isConflict(error)) throw error
      return false
    }
    const own = boxes.find(([userId]) => userId === this.#identity.card.userId)?.[1] ?? null
    await this.take(kept, roster.groupId, [], [{ header, box: own }])
    kept.made = [...(kept.made ?? []), { header, boxes }].slice(-mostMade)
    this.#isStale = false
    return true
  }

  /** The server has fewer than were verified here. Says whether it has them again. */
  async bringBack(kept: KeptGroup, last: number): Promise<boolean> {
    for (const { n, header } of kept.epochs.slice(last)) {
      const made: EpochBody | undefined = kept.made?.find(one => one.header.sig === header?.sig)
      if (!made || n !== last + 1) return false
      await this.#wire.postEpoch(made)
      last = n
    }
    return true
  }
}
