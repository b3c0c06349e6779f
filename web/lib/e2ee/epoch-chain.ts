import { checkEpoch, longestEpoch, readHeader } from '#shared/e2ee/epoch.ts'
import { membersAt, type Roster, refuse, seqOf } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { createEpoch, openBox } from './epoch-keys.ts'
import type { GroupWire, KeptGroup } from './group-ports.ts'
import type { Identity } from './identity.ts'
import type { RosterCopy } from './roster-copy.ts'

const epochPage = 200

export function newestEpoch({ epochs }: KeptGroup): number {
  return epochs.at(-1)?.n ?? 0
}

/** The epochs of a group, each bound to the one before: which keys there were, and for whom. */
export class EpochChain {
  readonly #identity: Identity
  readonly #wire: GroupWire
  readonly #roster: RosterCopy
  readonly #older: ReadonlyMap<string, CryptoKey>
  /** By the server's word: somebody has gone since the last one was made. */
  #isStale = true

  /** `older`: keys that were opened before, by epoch. */
  constructor(
    identity: Identity,
    wire: GroupWire,
    roster: RosterCopy,
    older: ReadonlyMap<string, CryptoKey>,
  ) {
    this.#identity = identity
    this.#wire = wire
    this.#roster = roster
    this.#older = older
  }

  async pull(kept: KeptGroup): Promise<void> {
    for (;;) {
      if (!kept.roster) return
      const { epochs, isStale } = await this.#wire.fetchEpochs(newestEpoch(kept))
      for (const { header, box } of epochs) await this.#take(kept, header, box)
      this.#isStale = isStale
      if (epochs.length < epochPage) return
    }
  }

  async #take(kept: KeptGroup, one: Signed, box: string | null): Promise<void> {
    const { verify } = await loadCurves()
    // The roster may have moved between the two looks.
    if (kept.roster && readHeader(one.body).headSeq > seqOf(kept.roster)) await this.#roster.pull(kept)
    if (!kept.roster) refuse('no-genesis')
    const { header, eid } = await checkEpoch(kept.roster, one, kept.epochs.at(-1), verify)
    const { n, headSeq, ts } = header
    // A box that does not open leaves an epoch without a key, and so one that is not spoken in.
    const opened =
      box === null ? undefined : await openBox(this.#identity, header, eid, box).catch(() => undefined)
    const key = opened ?? this.#older.get(eid)
    kept.epochs = [...kept.epochs, { n, eid, headSeq, ts, isMine: box !== null, ...(key && { key }) }]
  }

  /** Whether a new one is due before anything more is said. */
  isDue({ epochs }: KeptGroup, roster: Roster): boolean {
    const last = epochs.at(-1)
    return this.#isStale || !last?.key || last.headSeq < seqOf(roster) || Date.now() - last.ts > longestEpoch
  }

  /** A key for exactly those who may read from now on. Says whether it was taken: of two at once only one is. */
  async rotate(kept: KeptGroup, roster: Roster): Promise<boolean> {
    const excluded = membersAt(roster)
      .map(({ card }) => card.userId)
      .filter(userId => !this.#roster.memberIds.includes(userId))
    const { epoch, header, boxes } = await createEpoch(this.#identity, roster, kept.epochs.at(-1), excluded)
    try {
      await this.#wire.postEpoch({ header, boxes })
    } catch (error) {
      if (!this.#wire.isConflict(error)) throw error
      return false
    }
    kept.epochs = [...kept.epochs, epoch]
    this.#isStale = false
    return true
  }
}
