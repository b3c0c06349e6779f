// Signs entries of a group's signed member list and posts them to the server.

import {
  findMemberAfterMembershipChange,
  getRosterHead,
  getRosterLength,
  listMembersAfterMembershipChange,
  maxCardsPerEntry,
  type Roster,
  type RosterEntry,
  type RosterRole,
  verifyAndAppendMembershipChanges,
} from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import type { GroupClient, GroupFacts, StoredGroup } from './group-ports.ts'

/** Maximum number of signed member list entries per request. */
const maxEntries = 20

/** Signs the current user's changes to a group's signed member list and posts them to the server. */
export class RosterSigner {
  readonly #facts: GroupFacts
  readonly #identity: Identity
  readonly #wire: GroupClient

  constructor(facts: GroupFacts, identity: Identity, wire: GroupClient) {
    this.#facts = facts
    this.#identity = identity
    this.#wire = wire
  }

  /**
   * Signs the first entry of the group's member list. `plainUntil`: number of a club group's last plaintext message; 0
   * in other groups.
   */
  createRoster(stored: StoredGroup, plainUntil: number): Promise<void> {
    const { groupId, shape, peerId } = this.#facts
    return this.#postEntry(stored, {
      v: 2,
      groupId,
      seq: 1,
      prev: '',
      by: this.#identity.card.userId,
      ts: Date.now(),
      op: 'genesis',
      shape,
      plainUntil: shape === 'club' ? plainUntil : 0,
      ...(peerId !== undefined && { peer: peerId }),
      card: this.#identity.card,
    })
  }

  /** Restarts the signed member list with only this user on it, when nobody is left who could sign further entries. */
  async restartRoster(stored: StoredGroup): Promise<void> {
    if (stored.roster) {
      await this.#postEntry(stored, {
        ...this.#buildNextEntry(stored.roster),
        op: 'restart',
        card: this.#identity.card,
      })
    }
  }

  async addMembers(stored: StoredGroup, cards: Card[]): Promise<void> {
    for (const role of ['admin', 'member'] as const) {
      const cardsOfRole = cards.filter(({ userId }) => this.#getRoleOfAddedMember(stored, userId) === role)
      await this.#addMembersWithRole(stored, cardsOfRole, role)
    }
  }

  async #addMembersWithRole(stored: StoredGroup, cards: Card[], role: RosterRole): Promise<void> {
    for (let at = 0; at < cards.length && stored.roster; at += maxCardsPerEntry) {
      const entry = { op: 'add' as const, role, cards: cards.slice(at, at + maxCardsPerEntry) }
      await this.#postEntry(stored, { ...this.#buildNextEntry(stored.roster), ...entry })
    }
  }

  /**
   * Changes the role of a member of the signed member list. Returns false if the member is missing or already has the
   * role.
   */
  async setMemberRole(stored: StoredGroup, userId: number, role: RosterRole): Promise<boolean> {
    const span = stored.roster && findMemberAfterMembershipChange(stored.roster, userId)
    if (!span || span.role === role) return false
    await this.#addMembersWithRole(stored, [span.card], role)
    return true
  }

  /** Administrators keep their role when they get new keys. In direct conversations both users are administrators. */
  #getRoleOfAddedMember({ roster }: StoredGroup, userId: number): RosterRole {
    if (this.#facts.peerId !== undefined) return 'admin'
    return (roster && findMemberAfterMembershipChange(roster, userId)?.role) ?? 'member'
  }

  /**
   * Replaces the keys of the only member of the signed member list. Nobody else is on the list who could be deceived by
   * new keys.
   */
  async renewOnlyMember(stored: StoredGroup): Promise<boolean> {
    const { roster } = stored
    const { card } = this.#identity
    const [onlyMember, secondMember] = roster ? listMembersAfterMembershipChange(roster) : []
    if (!roster || secondMember || onlyMember?.card.userId !== card.userId || onlyMember.card.gen >= card.gen)
      return false
    await this.#postEntry(stored, {
      ...this.#buildNextEntry(roster),
      op: 'add',
      role: onlyMember.role,
      cards: [card],
    })
    return true
  }

  /** Signs the removal of members. Returns false if none of them is on the signed member list. */
  async removeMembers(stored: StoredGroup, userIds: number[]): Promise<boolean> {
    const { roster } = stored
    const presentIds = userIds.filter(userId => roster && findMemberAfterMembershipChange(roster, userId))
    if (!roster || presentIds.length === 0) return false
    await this.#postEntry(stored, { ...this.#buildNextEntry(roster), op: 'remove', userIds: presentIds })
    return true
  }

  /** Posts stored entries of the signed member list again to a restored server that has lost them. */
  async restoreEntries({ entries = [] }: StoredGroup, from: number, to = entries.length): Promise<void> {
    for (let at = from; at < to; at += maxEntries) {
      await this.#wire.postRoster(entries.slice(at, Math.min(to, at + maxEntries)), true)
    }
  }

  #buildNextEntry(roster: Roster) {
    const { groupId } = this.#facts
    const by = this.#identity.card.userId
    return {
      v: 2 as const,
      groupId,
      seq: getRosterLength(roster) + 1,
      prev: getRosterHead(roster),
      by,
      ts: Date.now(),
    }
  }

  /** Signs a new entry of the member list, applies it locally with the same checks as all clients, and posts it. */
  async #postEntry(stored: StoredGroup, entry: RosterEntry): Promise<void> {
    const signedEntry: Signed = await signText(this.#identity.sign, 'roster', JSON.stringify(entry))
    const { verify } = await loadEllipticCurveImplementation()
    const roster = await verifyAndAppendMembershipChanges(
      stored.roster,
      [signedEntry],
      this.#facts.groupId,
      verify,
    )
    try {
      await this.#wire.postRoster([signedEntry])
    } catch (error) {
      // If another member was first to post a signed member list entry, the next sync fetches it.
      if (!this.#wire.isConflict(error)) throw error
      return
    }
    if (roster) stored.roster = roster
    stored.entries = [...(stored.entries ?? []), signedEntry]
  }
}
