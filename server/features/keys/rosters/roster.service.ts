import { and, asc, eq, gt, inArray, max } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupRoster, userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import {
  findActiveGroupMemberIds,
  findNewestPublicKeys,
  findUpdatedPublicKeysOfGroupMembers,
  isUserInGroup,
} from '#server/features/keys/cards/cards.queries.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import type { RosterBody, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import {
  getRosterLength,
  listMembersAfterMembershipChange,
  maxEncryptedMembers,
  type RosterEntry,
  rosterEntry,
  verifyAndAppendMembershipChanges,
} from '#shared/e2ee/roster.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import {
  authorizeResubmittedMemberListEntries,
  authorizeSignedMemberListRestart,
  enableEncryptionWithFirstRosterEntry,
  requireGroupSmallEnoughForEncryption,
} from './begin-roster.service.ts'
import {
  convertMemberListErrorsToHttpErrors,
  type LockedGroup,
  lockGroupForKeyUpdate,
  rejectEncryptionOfCountryOrGlobalGroup,
  requireGroupMemberRemovalPermission,
} from './lock-group-for-key-update.service.ts'
import { readSignedMemberListAndKeyHeader } from './read-signed-member-list-and-key-header.service.ts'

export async function readSignedMemberListOfGroup(
  context: SignedInContext,
  groupId: number,
  after: number,
): Promise<RosterResponse> {
  const { db } = context
  const group = await requireGroupJoinedByCaller(context, groupId)
  rejectEncryptionOfCountryOrGlobalGroup(group)
  const { body, sig, seq } = groupRoster
  const entries = await db
    .select({ body, sig })
    .from(groupRoster)
    .where(and(eq(groupRoster.groupId, groupId), gt(seq, after)))
    .orderBy(asc(seq))
  // The query reads one id more than the limit, so that the result shows when a club group has too many members.
  const limit = group.encrypted ? undefined : maxEncryptedMembers + 1
  const memberIds = await findActiveGroupMemberIds(db, groupId, { limit })
  const { roster } = await readSignedMemberListAndKeyHeader(db, groupId)
  const knownCards = roster ? listMembersAfterMembershipChange(roster).map(({ card }) => card) : []
  const newerCards = await findUpdatedPublicKeysOfGroupMembers(db, groupId, knownCards, maxEncryptedMembers)
  const [row] = await db
    .select({ last: max(seq) })
    .from(groupRoster)
    .where(eq(groupRoster.groupId, groupId))
  return {
    entries,
    memberIds,
    waiting: newerCards.map(({ card }) => card),
    unusedBefore: newerCards
      .filter(({ card, priorUnused }) => priorUnused && card.gen > 1)
      .map(({ card }) => card.userId),
    last: row?.last ?? 0,
  }
}

function parseRosterEntries(entries: Signed[]): RosterEntry[] {
  try {
    return entries.map(({ body }) => rosterEntry.parse(JSON.parse(body)))
  } catch {
    throw badInput()
  }
}

/** Requires that public keys added to the roster (member list) are the newest of an active group member. */
async function requireCurrentMemberCards(db: Db, groupId: number, cards: Card[]): Promise<void> {
  const ids = cards.map(({ userId }) => userId)
  const newest = await findNewestPublicKeys(db, and(inArray(userKeys.userId, ids), isUserInGroup(groupId)))
  const isNewestCard = (card: Card) => newest.some(newestCard => hasSamePublicKeys(newestCard, card))
  if (!cards.every(isNewestCard)) throw conflict('roster_moved')
}

/** Checks newly signed entries of the roster (member list) against the current members, keys and permissions. */
async function authorizeNewRosterEntries(
  tx: SignedInContext,
  group: LockedGroup,
  entries: RosterEntry[],
): Promise<void> {
  if (entries.some(({ by }) => by !== tx.actor.id)) throw badInput()
  for (const entry of entries) {
    if (entry.op === 'genesis') await enableEncryptionWithFirstRosterEntry(tx, group, entry)
    else if (entry.op === 'restart') await authorizeSignedMemberListRestart(tx, group, entry)
    else if (entry.op === 'remove') await requireGroupMemberRemovalPermission(tx, group, entry.userIds)
    else await requireCurrentMemberCards(tx.db, group.id, entry.cards)
  }
}

/**
 * Appends signed entries to the roster (signed member list) of the group.
 * `isAgain` marks entries that a client posts again after the database was restored from a backup.
 */
export async function appendEntriesToSignedMemberList(
  context: SignedInContext,
  groupId: number,
  { entries, isAgain }: RosterBody,
): Promise<void> {
  const parsedEntries = parseRosterEntries(entries)
  await context.transaction(async tx => {
    const { db } = tx
    const group = await lockGroupForKeyUpdate(tx, groupId)
    const { roster: previousRoster } = await readSignedMemberListAndKeyHeader(db, groupId)
    if (!previousRoster && parsedEntries[0]?.op === 'genesis')
      await requireGroupSmallEnoughForEncryption(db, groupId)
    const roster = await convertMemberListErrorsToHttpErrors(
      verifyAndAppendMembershipChanges(previousRoster, entries, groupId, verifySignature),
    )
    await (isAgain ? authorizeResubmittedMemberListEntries : authorizeNewRosterEntries)(
      tx,
      group,
      parsedEntries,
    )
    const lastSeq = previousRoster ? getRosterLength(previousRoster) : 0
    await db.insert(groupRoster).values(
      entries.map(({ body, sig }, index) => ({
        groupId,
        body,
        sig,
        seq: lastSeq + index + 1,
        hash: roster?.hashes[lastSeq + index] ?? '',
      })),
    )
    await publishEvent(db, { type: 'encryption', changed: 'roster', groupIds: [groupId] })
  })
}
