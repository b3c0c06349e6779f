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
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import type { GroupFacts, GroupWire, KeptGroup } from './group-ports.ts'
import { type Identity, signText } from './identity.ts'

/** Entries of one request. */
const mostEntries = 20

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

  /** The first entry, with oneself. `plainUntil`: how far a club has come without it; other groups have no such past. */
  begin(kept: KeptGroup, plainUntil: number): Promise<void> {
    const { groupId, shape } = this.#facts
    return this.#post(kept, {
      v: 2,
      groupId,
      seq: 1,
      prev: '',
      by: this.#identity.card.userId,
      ts: Date.now(),
      op: 'genesis',
      shape,
      plainUntil: shape === 'club' ? plainUntil : 0,
      card: this.#identity.card,
    })
  }

  /** Where nobody is left who could sign: the list goes on with oneself alone. */
  async restart(kept: KeptGroup): Promise<void> {
    if (kept.roster) {
      await this.#post(kept, { ...this.#next(kept.roster), op: 'restart', card: this.#identity.card })
    }
  }

  async add(kept: KeptGroup, cards: Card[]): Promise<void> {
    for (const role of ['admin', 'member'] as const) {
      const some = cards.filter(({ userId }) => this.#roleFor(kept, userId) === role)
      await this.#addAs(kept, some, role)
    }
  }

  async #addAs(kept: KeptGroup, cards: Card[], role: RosterRole): Promise<void> {
    for (let at = 0; at < cards.length && kept.roster; at += mostCards) {
      const entry = { op: 'add' as const, role, cards: cards.slice(at, at + mostCards) }
      await this.#post(kept, { ...this.#next(kept.roster), ...entry })
    }
  }

  /** Somebody on the list runs it from now on, or no longer. Says whether there was anything to do. */
  async appoint(kept: KeptGroup, userId: number, role: RosterRole): Promise<boolean> {
    const span = kept.roster && memberAt(kept.roster, userId)
    if (!span || span.role === role) return false
    await this.#addAs(kept, [span.card], role)
    return true
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
    if (!roster || other || only?.card.userId !== card.userId || only.card.gen >= card.gen) return false
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

  /** Entries from there up to there, for a server that was put back to an earlier state. */
  async bringBack({ entries = [] }: KeptGroup, from: number, to = entries.length): Promise<void> {
    for (let at = from; at < to; at += mostEntries) {
      await this.#wire.postRoster(entries.slice(at, Math.min(to, at + mostEntries)), true)
    }
  }

  #next(roster: Roster) {
    const { groupId } = this.#facts
    const by = this.#identity.card.userId
    return { v: 2 as const, groupId, seq: seqOf(roster) + 1, prev: headOf(roster), by, ts: Date.now() }
  }

  /** Checked here first, as everybody else will. */
  async #post(kept: KeptGroup, entry: RosterEntry): Promise<void> {
    const one: Signed = await signText(this.#identity.sign, 'roster', JSON.stringify(entry))
    const { verify } = await loadCurves()
    const roster = await applyEntries(kept.roster, [one], this.#facts.groupId, verify)
    try {
      await this.#wire.postRoster([one])
    } catch (error) {
      // Somebody else was quicker; the look that follows takes theirs.
      if (!this.#wire.isConflict(error)) throw error
      return
    }
    if (roster) kept.roster = roster
    kept.entries = [...(kept.entries ?? []), one]
  }
}
