// Synchronizes a group with the server: fetches and verifies the signed member list and the epochs (group keys).
// The fetched data must include every member list entry and group key that the user's devices verified earlier.
// If the server has lost member list entries or group keys, this device posts them again.

import { parseGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import {
  findMemberAfterMembershipChange,
  findOtherUserOfDirectConversation,
  listMembersWhoMayReadNewMessages,
  RosterError,
  throwRosterError,
} from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { doRecordsDescribeDifferentConversations } from '#web/lib/e2ee/trust/trust-record.ts'
import { type EpochChain, getNewestGroupKeyNumber } from './epoch-chain.ts'
import type { GroupCache, GroupPosition } from './group-cache.ts'
import type { GroupFacts, StoredGroup } from './group-ports.ts'
import {
  getHashOfEntryThatBeganNewMemberList,
  requireSignedMemberListMatchesGroupFromServer,
  restartedOverMember,
} from './group-state.ts'
import type { RosterSigner } from './roster-signer.ts'
import type { ServerRoster } from './server-roster.ts'

interface Dependencies {
  roster: ServerRoster
  epochs: EpochChain
  signing: RosterSigner
  keeper: GroupCache
  trust: Trust
}

interface SyncResult {
  /** Whether the server has every member list entry and epoch (group key) that this device has verified. */
  isWhole: boolean
  /** Whether the server, restored from an older backup, lacked data that this device has. */
  isSetBack: boolean
}

export class GroupSync {
  readonly #facts: GroupFacts
  readonly #ownCard: Card
  readonly #deps: Dependencies
  /**
   * Hash of a signed member list entry that restarted the member list and was rejected, until the user accepts the
   * restart.
   */
  refusedRestart: string | undefined

  constructor(facts: GroupFacts, own: Card, parts: Dependencies) {
    this.#facts = facts
    this.#ownCard = own
    this.#deps = parts
  }

  /** Fetches the group's data from the server and verifies it against the data stored on this device. */
  async fetchAndVerify(stored: StoredGroup): Promise<SyncResult> {
    const known = stored.entries?.length ?? 0
    let { entries, last } = await this.#deps.roster.fetch(known)
    const epochs = await this.#deps.epochs.fetchEpochs(getNewestGroupKeyNumber(stored))
    // The signed member list may have grown between the requests for the list and for the epochs (group keys).
    const heads = epochs.served.map(({ header }) => parseGroupKeyHeader(header.body).headSeq)
    if (Math.max(0, ...heads) > known + entries.length)
      ({ entries, last } = await this.#deps.roster.fetch(known))
    // Fetched data is stored only if all of it is valid, because stored invalid data could block valid data later.
    const next = { ...stored }
    await this.#deps.epochs.applyFetchedEpochs(next, this.#facts.groupId, entries, epochs.served)
    this.#requireSignedListOfThisGroup(next)
    const isIncluded = this.#includesVerified(next)
    Object.assign(stored, next)
    if (!isIncluded) return { isWhole: false, isSetBack: false }
    this.#deps.keeper.markReached()
    const hasAll = last >= (stored.entries?.length ?? 0) && epochs.last >= getNewestGroupKeyNumber(stored)
    if (hasAll) return { isWhole: true, isSetBack: false }
    return { isWhole: await this.#restoreServer(stored, last, epochs.last), isSetBack: true }
  }

  #requireSignedListOfThisGroup({ roster, accepted }: StoredGroup): void {
    if (!roster) return
    const known = this.#deps.trust.getCheckpoint(this.#facts.groupId)
    const shape = roster.shape === 'group' ? this.#facts.shape : roster.shape
    const peer = findOtherUserOfDirectConversation(roster, this.#ownCard.userId)
    const isOther =
      known &&
      doRecordsDescribeDifferentConversations(known, { kind: shape, ...(peer !== undefined && { peer }) })
    const isOfOthers = known?.founder !== undefined && known.founder !== roster.made[0]?.by
    if (isOther || isOfOthers || (known?.isClub !== undefined && known.isClub !== (shape === 'club')))
      throwRosterError('wrong-shape')
    try {
      requireSignedMemberListMatchesGroupFromServer(roster, this.#ownCard, this.#facts, accepted)
      this.refusedRestart = undefined
    } catch (error) {
      if (error instanceof RosterError && error.message === restartedOverMember)
        this.refusedRestart = getHashOfEntryThatBeganNewMemberList(roster)
      throw error
    }
  }

  /**
   * Whether the signed member list and the epochs (group keys) include every entry and epoch that the user's devices
   * verified earlier.
   */
  #includesVerified(stored: StoredGroup): boolean {
    const { requiredPosition } = this.#deps.keeper
    const mark = this.#deps.trust.getCheckpoint(this.#facts.groupId)
    if (mark?.isForked) throwRosterError('chain-replaced')
    return [requiredPosition, mark].every(position => !position || this.#includesPosition(stored, position))
  }

  #includesPosition({ roster, epochs }: StoredGroup, { seq, head, n, eid }: GroupPosition): boolean {
    const hash = roster?.hashes[seq - 1]
    if (seq > 0 && hash !== undefined && hash !== head) throwRosterError('chain-replaced')
    const epoch = epochs[n - 1]
    if (n > 0 && epoch && epoch.eid !== eid) throwRosterError('epochs-replaced')
    return (seq === 0 || hash !== undefined) && (n === 0 || epoch !== undefined)
  }

  /**
   * Restores signed member list entries and epochs (group keys), in order of creation, on a server that was restored
   * from a backup.
   */
  async #restoreServer(stored: StoredGroup, entries: number, epochs: number): Promise<boolean> {
    let at = entries
    try {
      for (const epoch of stored.epochs.slice(epochs)) {
        await this.#deps.signing.restoreEntries(stored, at, epoch.headSeq)
        at = Math.max(at, epoch.headSeq)
        await this.#deps.epochs.restoreEpoch(epoch)
      }
      await this.#deps.signing.restoreEntries(stored, at)
      return true
    } catch {
      /**
       * If restoring fails, for example because other members must restore their entries first, the next sync tries
       * again.
       */
      return false
    }
  }

  /**
   * Compares the public keys of members, and of users who wait to be added, with the pinned (known) keys and
   * stores the result.
   */
  async recordMemberKeys({ roster }: StoredGroup): Promise<void> {
    const others = (roster ? listMembersWhoMayReadNewMessages(roster) : []).filter(
      ({ card }) => card.userId !== this.#ownCard.userId,
    )
    const isSignedByPinned = (seq: number) => {
      const by = roster?.made[seq - 1]?.by
      const card =
        by !== undefined && roster ? findMemberAfterMembershipChange(roster, by, seq)?.card : undefined
      return (
        card !== undefined && (by === this.#ownCard.userId || this.#deps.trust.compareCard(card) === 'same')
      )
    }
    const readerCards = others.map(({ card, from }) => ({
      card,
      word: isSignedByPinned(from) ? ('vouched' as const) : ('listed' as const),
    }))
    const waitingCards = this.#deps.roster.claims.waiting
      .filter(({ userId }) => userId !== this.#ownCard.userId && this.#deps.trust.getPin(userId))
      .map(card => ({ card, word: 'asking' as const }))
    await this.#deps.trust.recordCards([...readerCards, ...waitingCards])
  }
}
