import type { Card } from '#shared/e2ee/card.ts'
import {
  applyEntries,
  headOf,
  memberAt,
  membersAt,
  mostCards,
  type Roster,
  type RosterEntry,
  type RosterRole,
  seqOf,
} from '#shared/e2ee/roster.ts'
import { loadCurves } from './curves.ts'
import type { GroupFacts, GroupWire, KeptGroup } from './group-ports.ts'
import { type Identity, signText } from './identity.ts'

/** What this person adds to the list of members, signed. */
export class RosterSigning {
  readonly #facts: GroupFacts
  readonly #identity: Identity
  readonly #wire: GroupWire

  constructor(facts: GroupFacts, identity: Identity, wire: GroupWire) {
    this.#facts = facts
    this.#identity = identity
    this.#wire = wire
  }

  /** The first entry, with oneself. `plainUntil`: how far the group has come without it. */
  begin(kept: KeptGroup, plainUntil: number): Promise<void> {
    const { groupId, peerId } = this.#facts
    return this.#post(kept, {
      v: 1,
      groupId,
      seq: 1,
      prev: '',
      by: this.#identity.card.userId,
      ts: Date.now(),
      op: 'genesis',
      shape: peerId === undefined ? 'group' : 'direct',
      plainUntil,
      card: this.#identity.card,
    })
  }

  async add(kept: KeptGroup, cards: Card[]): Promise<void> {
    for (const role of ['admin', 'member'] as const) {
      const some = cards.filter(({ userId }) => this.#roleFor(kept, userId) === role)
      for (let at = 0; at < some.length && kept.roster; at += mostCards) {
        const entry = { op: 'add' as const, role, cards: some.slice(at, at + mostCards) }
        await this.#post(kept, { ...this.#next(kept.roster), ...entry })
      }
    }
  }

  /** Whoever runs the group goes on to do so with new keys; in a conversation of two either can renew the other. */
  #roleFor({ roster }: KeptGroup, userId: number): RosterRole {
    if (this.#facts.peerId !== undefined) return 'admin'
    return (roster && memberAt(roster, userId)?.role) ?? 'member'
  }

  /** Whoever is alone on the list, and has new keys, takes their own place: there is nobody whom it could deceive. */
  async renewAlone(kept: KeptGroup): Promise<boolean> {
    const { roster } = kept
    const { card } = this.#identity
    const [only, other] = roster ? membersAt(roster) : []
    if (!roster || other || only?.card.userId !== card.userId) return false
    await this.#post(kept, { ...this.#next(roster), op: 'add', role: only.role, cards: [card] })
    return true
  }

  /** Says whether any of them was there; somebody else may have been quicker, so it is looked at again. */
  async remove(kept: KeptGroup, userIds: number[]): Promise<boolean> {
    const { roster } = kept
    const there = userIds.filter(userId => roster && memberAt(roster, userId))
    if (!roster || there.length === 0) return false
    await this.#post(kept, { ...this.#next(roster), op: 'remove', userIds: there })
    return true
  }

  #next(roster: Roster) {
    const { groupId } = this.#facts
    const by = this.#identity.card.userId
    return { v: 1 as const, groupId, seq: seqOf(roster) + 1, prev: headOf(roster), by, ts: Date.now() }
  }

  /** Checked here first, as everybody else will. */
  async #post(kept: KeptGroup, entry: RosterEntry): Promise<void> {
    const one = await signText(this.#identity.sign, 'roster', JSON.stringify(entry))
    const { verify } = await loadCurves()
    const roster = await applyEntries(kept.roster, [one], this.#facts.groupId, verify)
    try {
      await this.#wire.postRoster([one])
      if (roster) kept.roster = roster
    } catch (error) {
      // Somebody else was quicker; the look that follows takes theirs.
      if (!this.#wire.isConflict(error)) throw error
    }
  }
}
