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

function logOf({ roster, epochs }: KeptGroup): GroupLog {
  const last = epochs.at(-1)
  return { ...(roster && { roster }), ...(last && { epoch: last }) }
}

function isReaderOf(roster: Roster, { headSeq, excluded }: EpochHeader, userId: number): boolean {
  return memberAt(roster, userId, headSeq) !== undefined && !excluded.includes(userId)
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
        const { n, headSeq, ts, excluded } = header
        const isMine = log.roster !== undefined && isReaderOf(log.roster, header, this.#identity.card.userId)
        // A box that does not open leaves an epoch without a key, and so one that is not spoken in.
        const opened = box === null ? undefined : await openBox(this.#identity, header, eid, box)
        const key = opened ?? this.#older.get(eid)
        return { n, eid, headSeq, ts, excluded, isMine, header: one, ...(key && { key }) }
      }),
    )
    if (log.roster) kept.roster = log.roster
    kept.entries = [...(kept.entries ?? []), ...entries]
    kept.epochs = [...kept.epochs, ...epochs]
  }

  /** Whether a new one is due before anything more is said. */
  isDue({ epochs }: KeptGroup, roster: Roster): boolean {
    const last = epochs.at(-1)
    if (!last?.key || last.headSeq < seqOf(roster) || Date.now() - last.ts > longestEpoch) return true
    // Whatever the server says: keys that are no longer theirs read nothing more.
    return this.#isStale || this.#strangers(readersNow(roster)).length > 0
  }

  /** Those with other keys than this person knows them by. */
  #strangers(members: { card: Card }[]): Card[] {
    const { userId: own } = this.#identity.card
    return members
      .map(({ card }) => card)
      .filter(card => card.userId !== own && this.#trust.judge(card) !== 'same')
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
    const members = membersAt(roster).filter(({ card }) => !excluded.includes(card.userId))
    if (this.#strangers(members).length > 0) throw new RosterError('person-swapped')
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
    this.#isStale = false
    return true
  }

  /**
   * For a server that was put back to an earlier state: the epoch without its boxes, which whoever was there has opened.
   * Nobody speaks in it any more, but the next one follows it.
   */
  async bringBack({ header }: Epoch): Promise<void> {
    if (header) await this.#wire.postEpoch({ header, boxes: [] })
  }
}
