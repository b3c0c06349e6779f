import { type Card, isGenuineCard } from '#shared/e2ee/card.ts'
import { applyEntries, seqOf } from '#shared/e2ee/roster.ts'
import { loadCurves } from './curves.ts'
import type { GroupFacts, GroupWire, KeptGroup } from './group-ports.ts'
import { checkPlace } from './group-view.ts'

/** This device's verified copy of the signed list of members, and what the server says beside it. */
export class RosterCopy {
  readonly #facts: GroupFacts
  readonly #own: Card
  readonly #wire: GroupWire
  /** Whom the server counts as members. */
  memberIds: number[] = []
  /** Genuine cards of members who are not on the list with them. */
  waiting: Card[] = []

  constructor(facts: GroupFacts, own: Card, wire: GroupWire) {
    this.#facts = facts
    this.#own = own
    this.#wire = wire
  }

  /** Takes what was added to the list, once it holds. */
  async pull(kept: KeptGroup): Promise<void> {
    const { verify } = await loadCurves()
    const { entries, memberIds, waiting } = await this.#wire.fetchRoster(kept.roster ? seqOf(kept.roster) : 0)
    const roster = await applyEntries(kept.roster, entries, this.#facts.groupId, verify)
    if (roster) checkPlace(roster, this.#own, this.#facts.peerId)
    kept.roster = roster
    this.memberIds = memberIds
    const genuine = await Promise.all(waiting.map(card => isGenuineCard(verify, card)))
    this.waiting = waiting.filter((_, index) => genuine[index])
  }
}
