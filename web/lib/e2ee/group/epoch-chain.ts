import { type EpochHeader, listUserIdsExcludedFromGroupKeys, maxEpochAge } from '#shared/e2ee/epoch.ts'
import { type GroupLog, verifyAndAppendMembershipChangesAndKeys } from '#shared/e2ee/group-log.ts'
import {
  findMemberAfterMembershipChange,
  getRosterLength,
  listMembersAfterMembershipChange,
  listMembersWhoMayReadNewMessages,
  type Roster,
  RosterError,
} from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createNextGroupKey, decryptGroupKey, type Epoch } from '#web/lib/e2ee/message/epoch-keys.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { GroupClient, StoredGroup } from './group-ports.ts'
import type { ServerClaims } from './group-state.ts'

const epochPage = 200

export function getNewestGroupKeyNumber({ epochs }: StoredGroup): number {
  return epochs.at(-1)?.n ?? 0
}

function buildEpochLog({ roster, epochs }: StoredGroup): GroupLog {
  const last = epochs.at(-1)
  return { ...(roster && { roster }), ...(last && { epoch: last }) }
}

function canReadEpoch(roster: Roster, { headSeq, excluded }: EpochHeader, userId: number): boolean {
  return findMemberAfterMembershipChange(roster, userId, headSeq) !== undefined && !excluded.includes(userId)
}

interface ServedEpoch {
  header: Signed
  box: string | null
}

/** Hash chain of a group's epochs. Each epoch has a group key that is encrypted to the members who may read. */
export class EpochChain {
  readonly #identity: Identity
  readonly #wire: GroupClient
  readonly #trust: Trust
  readonly #older: ReadonlyMap<string, CryptoKey>
  /** Whether a member has left or has new keys since the last epoch (group key), according to the server. */
  #isStale = true

  /** Creates the chain of epochs (group keys). `older` contains the keys of epochs decrypted earlier, by epoch id. */
  constructor(identity: Identity, wire: GroupClient, trust: Trust, older: ReadonlyMap<string, CryptoKey>) {
    this.#identity = identity
    this.#wire = wire
    this.#trust = trust
    this.#older = older
  }

  /** Fetches the epochs (group keys) after epoch number `after`, and the number of the last one. */
  async fetchEpochs(after: number): Promise<{ served: ServedEpoch[]; last: number }> {
    const served: ServedEpoch[] = []
    for (;;) {
      const { epochs, isStale, last } = await this.#wire.fetchEpochs(after + served.length)
      served.push(...epochs)
      this.#isStale = isStale
      if (epochs.length < epochPage) return { served, last }
    }
  }

  /**
   * Verifies fetched signed member list entries and epochs (group keys) and appends them. If any is invalid, the stored
   * group stays unchanged.
   */
  async applyFetchedEpochs(
    stored: StoredGroup,
    groupId: number,
    entries: Signed[],
    served: ServedEpoch[],
  ): Promise<void> {
    const { verify } = await loadEllipticCurveImplementation()
    const headers = served.map(({ header }) => header)
    const { log, taken } = await verifyAndAppendMembershipChangesAndKeys(
      buildEpochLog(stored),
      entries,
      headers,
      groupId,
      verify,
    )
    const epochs = await Promise.all(
      taken.map(async ({ header, eid }, index) => {
        const { header: signedHeader, box } = served[index] as ServedEpoch
        const { n, headSeq, ts, excluded } = header
        const isMine =
          log.roster !== undefined && canReadEpoch(log.roster, header, this.#identity.card.userId)
        // An epoch whose group key cannot be decrypted is stored without the key and never used for sending.
        const decryptedKey =
          box === null ? undefined : await decryptGroupKey(this.#identity, header, eid, box)
        const key = decryptedKey ?? this.#older.get(eid)
        return { n, eid, headSeq, ts, excluded, isMine, header: signedHeader, ...(key && { key }) }
      }),
    )
    if (log.roster) stored.roster = log.roster
    stored.entries = [...(stored.entries ?? []), ...entries]
    stored.epochs = [...stored.epochs, ...epochs]
  }

  /** Returns true if a new group key (epoch) must be created before the next message. */
  isNewEpochDue({ epochs }: StoredGroup, roster: Roster): boolean {
    const last = epochs.at(-1)
    if (!last?.key || last.headSeq < getRosterLength(roster) || Date.now() - last.ts > maxEpochAge)
      return true
    // A member whose keys differ from the pinned keys never gets another group key, whatever the server states.
    return this.#isStale || this.#findUnpinnedMembers(listMembersWhoMayReadNewMessages(roster)).length > 0
  }

  /** Returns the members whose public keys differ from the pinned keys. */
  #findUnpinnedMembers(members: { card: Card }[]): Card[] {
    const { userId: own } = this.#identity.card
    return members
      .map(({ card }) => card)
      .filter(card => card.userId !== own && this.#trust.compareCard(card) !== 'same')
  }

  /**
   * Returns the members who must not get the next epoch key (group key): departed, previously excluded, or with newer
   * keys.
   */
  findExcludedMembers(roster: Roster, { memberIds, waiting }: ServerClaims): number[] {
    const before = listUserIdsExcludedFromGroupKeys(roster)
    return listMembersAfterMembershipChange(roster)
      .map(({ card }) => card)
      .filter(
        ({ userId, gen }) =>
          before.includes(userId) ||
          !memberIds.includes(userId) ||
          waiting.some(card => card.userId === userId && card.gen > gen) ||
          (this.#trust.getPin(userId)?.card.gen ?? 0) > gen,
      )
      .map(({ userId }) => userId)
  }

  /** Throws if a recipient of the next group key has keys that differ from the pinned (known) keys. */
  #requireReaders(roster: Roster, excluded: number[]): void {
    const members = listMembersAfterMembershipChange(roster).filter(
      ({ card }) => !excluded.includes(card.userId),
    )
    if (this.#findUnpinnedMembers(members).length > 0) throw new RosterError('person-swapped')
  }

  /**
   * Creates the next epoch (group key) for the current members. Returns false if another member's epoch was stored
   * first.
   */
  async createNextEpoch(stored: StoredGroup, roster: Roster, word: ServerClaims): Promise<boolean> {
    const excluded = this.findExcludedMembers(roster, word)
    this.#requireReaders(roster, excluded)
    const { header, boxes } = await createNextGroupKey(this.#identity, roster, stored.epochs.at(-1), excluded)
    try {
      await this.#wire.postEpoch({ header, boxes })
    } catch (error) {
      if (!this.#wire.isConflict(error)) throw error
      return false
    }
    const own = boxes.find(([userId]) => userId === this.#identity.card.userId)?.[1] ?? null
    await this.applyFetchedEpochs(stored, roster.groupId, [], [{ header, box: own }])
    this.#isStale = false
    return true
  }

  /**
   * Posts an epoch (group key) again to a server that was restored from a backup, because the next epoch refers to it.
   * The encrypted keys are omitted, because every member already has the key and no new message uses the epoch.
   */
  async restoreEpoch({ header }: Epoch): Promise<void> {
    if (header) await this.#wire.postEpoch({ header, boxes: [] })
  }
}
