// Signs entries of a group's roster and posts them to the server.
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

/** Maximum number of entries per request. */
const maxEntries = 20

/** Signs the current user's changes to a group's roster. */
export class RosterSigning {
  readonly #facts: GroupFacts
  readonly #identity: Identity
  readonly #wire: GroupWire

  constructor(facts: GroupFacts, identity: Identity, wire: GroupWire) {
    this.#facts = facts
    this.#identity = identity
    this.#wire = wire
  }

  /** Signs the first entry. `plainUntil`: last plaintext message of a club; other groups have none. */
  begin(stored: KeptGroup, plainUntil: number): Promise<void> {
    const { groupId, shape } = this.#facts
    return this.#post(stored, {
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

  /** Restarts the roster with only this user when nobody is left who could sign. */
  async restart(stored: KeptGroup): Promise<void> {
    if (stored.roster) {
      await this.#post(stored, {
        ...this.#nextEntry(stored.roster),
        op: 'restart',
        card: this.#identity.card,
      })
    }
  }

  async add(stored: KeptGroup, cards: Card[]): Promise<void> {
    for (const role of ['admin', 'member'] as const) {
      const cardsOfRole = cards.filter(({ userId }) => this.#getRoleFor(stored, userId) === role)
      await this.#addAs(stored, cardsOfRole, role)
    }
  }

  async #addAs(stored: KeptGroup, cards: Card[], role: RosterRole): Promise<void> {
    for (let at = 0; at < cards.length && stored.roster; at += mostCards) {
      const entry = { op: 'add' as const, role, cards: cards.slice(at, at + mostCards) }
      await this.#post(stored, { ...this.#nextEntry(stored.roster), ...entry })
    }
  }

  /** Changes the role of a roster member. Returns false if the member is missing or has the role already. */
  async appoint(stored: KeptGroup, userId: number, role: RosterRole): Promise<boolean> {
    const span = stored.roster && memberAt(stored.roster, userId)
    if (!span || span.role === role) return false
    await this.#addAs(stored, [span.card], role)
    return true
  }

  /** Administrators keep their role with new keys. In direct messages both users are administrators. */
  #getRoleFor({ roster }: KeptGroup, userId: number): RosterRole {
    if (this.#facts.peerId !== undefined) return 'admin'
    return (roster && memberAt(roster, userId)?.role) ?? 'member'
  }

  /** Replaces the only member's keys with their new keys, which is safe because nobody else could be deceived. */
  async renewAlone(stored: KeptGroup): Promise<boolean> {
    const { roster } = stored
    const { card } = this.#identity
    const [onlyMember, secondMember] = roster ? membersAt(roster) : []
    if (!roster || secondMember || onlyMember?.card.userId !== card.userId || onlyMember.card.gen >= card.gen)
      return false
    await this.#post(stored, { ...this.#nextEntry(roster), op: 'add', role: onlyMember.role, cards: [card] })
    return true
  }

  /** Signs the removal of members. Returns false if none of them is on the roster any more. */
  async remove(stored: KeptGroup, userIds: number[]): Promise<boolean> {
    const { roster } = stored
    const presentIds = userIds.filter(userId => roster && memberAt(roster, userId))
    if (!roster || presentIds.length === 0) return false
    await this.#post(stored, { ...this.#nextEntry(roster), op: 'remove', userIds: presentIds })
    return true
  }

  /** Posts stored entries again to a server that was restored from a backup. */
  async bringBack({ entries = [] }: KeptGroup, from: number, to = entries.length): Promise<void> {
    for (let at = from; at < to; at += maxEntries) {
      await this.#wire.postRoster(entries.slice(at, Math.min(to, at + maxEntries)), true)
    }
  }

  #nextEntry(roster: Roster) {
    const { groupId } = this.#facts
    const by = this.#identity.card.userId
    return { v: 2 as const, groupId, seq: seqOf(roster) + 1, prev: headOf(roster), by, ts: Date.now() }
  }

  /** Signs an entry, applies it locally as every client will, and posts it. */
  async #post(stored: KeptGroup, entry: RosterEntry): Promise<void> {
    const signedEntry: Signed = await signText(this.#identity.sign, 'roster', JSON.stringify(entry))
    const { verify } = await loadCurves()
    const roster = await applyEntries(stored.roster, [signedEntry], this.#facts.groupId, verify)
    try {
      await this.#wire.postRoster([signedEntry])
    } catch (error) {
      // Another member posted first; the next sync fetches that entry.
      if (!this.#wire.isConflict(error)) throw error
      return
    }
    if (roster) stored.roster = roster
    stored.entries = [...(stored.entries ?? []), signedEntry]
  }
}
