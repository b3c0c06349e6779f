// A look at what the server has of a group: fetched, checked as a whole, held against what this person's devices know,
// and given back what it has lost.
import type { Card } from '#shared/e2ee/card.ts'
import { readHeader } from '#shared/e2ee/epoch.ts'
import { memberAt, RosterError, readersNow, refuse } from '#shared/e2ee/roster.ts'
import { type EpochChain, newestEpoch } from './epoch-chain.ts'
import type { GroupKeeper, Place } from './group-keeper.ts'
import type { GroupFacts, KeptGroup } from './group-ports.ts'
import { checkPlace, passedOver, restartOf } from './group-view.ts'
import type { RosterCopy } from './roster-copy.ts'
import type { RosterSigning } from './roster-signing.ts'
import type { Trust } from './trust.ts'

interface Parts {
  roster: RosterCopy
  epochs: EpochChain
  signing: RosterSigning
  keeper: GroupKeeper
  trust: Trust
}

interface Pulled {
  /** The server has all that is known here. */
  isWhole: boolean
  /** It had less: it was put back to an earlier state. */
  isSetBack: boolean
}

export class GroupLook {
  readonly #facts: GroupFacts
  readonly #own: Card
  readonly #parts: Parts
  /** Where a list began anew that was refused: only this person can take it after all. */
  refused: string | undefined

  constructor(facts: GroupFacts, own: Card, parts: Parts) {
    this.#facts = facts
    this.#own = own
    this.#parts = parts
  }

  /** What the server has now, held against what is known here. */
  async pull(kept: KeptGroup): Promise<Pulled> {
    const known = kept.entries?.length ?? 0
    let { entries, last } = await this.#parts.roster.fetch(known)
    const epochs = await this.#parts.epochs.fetch(newestEpoch(kept))
    // The list may have moved between the two looks.
    const heads = epochs.served.map(({ header }) => readHeader(header.body).headSeq)
    if (Math.max(0, ...heads) > known + entries.length)
      ({ entries, last } = await this.#parts.roster.fetch(known))
    // Only what holds as a whole is kept: what was served once must not stand in the way of what is true.
    const next = { ...kept }
    await this.#parts.epochs.take(next, this.#facts.groupId, entries, epochs.served)
    this.#checkPlace(next)
    const isReached = this.#reaches(next)
    Object.assign(kept, next)
    if (!isReached) return { isWhole: false, isSetBack: false }
    this.#parts.keeper.reached()
    const hasAll = last >= (kept.entries?.length ?? 0) && epochs.last >= newestEpoch(kept)
    if (hasAll) return { isWhole: true, isSetBack: false }
    return { isWhole: await this.#makeWhole(kept, last, epochs.last), isSetBack: true }
  }

  #checkPlace({ roster, accepted }: KeptGroup): void {
    if (!roster) return
    const { isClub } = this.#parts.trust.markOf(this.#facts.groupId) ?? {}
    if (isClub !== undefined && isClub !== (this.#facts.shape === 'club')) refuse('wrong-shape')
    try {
      checkPlace(roster, this.#own, this.#facts, accepted)
      this.refused = undefined
    } catch (error) {
      if (error instanceof RosterError && error.message === passedOver) this.refused = restartOf(roster)
      throw error
    }
  }

  /** What this person's devices have verified before is where the list leads, or has not come to yet. */
  #reaches(kept: KeptGroup): boolean {
    const { before } = this.#parts.keeper
    const mark = this.#parts.trust.markOf(this.#facts.groupId)
    if (mark?.isForked) refuse('chain-replaced')
    return [before, mark].every(place => !place || this.#isReached(kept, place))
  }

  #isReached({ roster, epochs }: KeptGroup, { seq, head, n, eid }: Place): boolean {
    const hash = roster?.hashes[seq - 1]
    if (seq > 0 && hash !== undefined && hash !== head) refuse('chain-replaced')
    const epoch = epochs[n - 1]
    if (n > 0 && epoch && epoch.eid !== eid) refuse('epochs-replaced')
    return (seq === 0 || hash !== undefined) && (n === 0 || epoch !== undefined)
  }

  /**
   * A server that was put back to an earlier state is given what it lost, in the order in which it was made; it takes
   * what holds.
   */
  async #makeWhole(kept: KeptGroup, entries: number, epochs: number): Promise<boolean> {
    let at = entries
    try {
      for (const epoch of kept.epochs.slice(epochs)) {
        await this.#parts.signing.bringBack(kept, at, epoch.headSeq)
        at = Math.max(at, epoch.headSeq)
        await this.#parts.epochs.bringBack(epoch)
      }
      await this.#parts.signing.bringBack(kept, at)
      return true
    } catch {
      // Some of it is for others to bring, and whatever else stood in the way: the next look tries again.
      return false
    }
  }

  /** Everybody who may read now or asks to is held against what this person knows of them. */
  async meet({ roster }: KeptGroup): Promise<void> {
    const others = (roster ? readersNow(roster) : []).filter(({ card }) => card.userId !== this.#own.userId)
    const isVouched = (seq: number) => {
      const by = roster?.made[seq - 1]?.by
      const card = by !== undefined && roster ? memberAt(roster, by, seq)?.card : undefined
      return card !== undefined && (by === this.#own.userId || this.#parts.trust.judge(card) === 'same')
    }
    const met = others.map(({ card, from }) => ({
      card,
      word: isVouched(from) ? ('vouched' as const) : ('listed' as const),
    }))
    const asking = this.#parts.roster.word.waiting
      .filter(({ userId }) => userId !== this.#own.userId && this.#parts.trust.pinOf(userId))
      .map(card => ({ card, word: 'asking' as const }))
    await this.#parts.trust.meet([...met, ...asking])
  }
}
