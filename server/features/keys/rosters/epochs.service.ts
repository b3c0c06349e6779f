// Epochs (key periods) of an encrypted group: each epoch has a group key, which its author encrypts to every reader.
// The server checks that the encrypted group keys match the roster (member list), but cannot decrypt them.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { epochBoxes, groupEpochs } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { usableEpochSql } from '#server/features/chat/encryption/usable-epoch.queries.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import { findActiveGroupMemberIds } from '#server/features/keys/cards/cards.queries.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import type { EpochBody, EpochsResponse } from '#shared/contracts/keys/keys.schemas.ts'
import {
  type EpochHeader,
  listPublicKeysOfGroupKeyRecipients,
  listUserIdsExcludedFromGroupKeys,
  verifyGroupKeyHeader,
} from '#shared/e2ee/epoch.ts'
import { getRosterHead, listMembersAfterMembershipChange, type Roster } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import {
  convertMemberListErrorsToHttpErrors,
  type LockedGroup,
  lockGroupForKeyUpdate,
  requireCallerToManageGroup,
} from './lock-group-for-key-update.service.ts'
import { readSignedMemberListAndKeyHeader } from './read-signed-member-list-and-key-header.service.ts'

const pageSize = 200

/** Returns the number of the group's last key (epoch) and whether it is stale (no longer usable for sending). */
async function findEpochState(db: Db, groupId: number): Promise<Pick<EpochsResponse, 'isStale' | 'last'>> {
  const { rows } = await db.execute<Pick<EpochsResponse, 'isStale' | 'last'>>(
    sql`select ${sql.raw(usableEpochSql)} is null as "isStale",
               coalesce((select max(e.n) from group_epochs e where e.group_id = g.id), 0) as last
          from message_groups g where g.id = ${groupId}`,
  )
  return rows[0] ?? { isStale: true, last: 0 }
}

/** Lists group keys (epochs) after number `after`, oldest first, one page, each encrypted to the caller. */
export async function listEncryptedGroupKeys(
  context: SignedInContext,
  groupId: number,
  after: number,
): Promise<EpochsResponse> {
  const { db, actor } = context
  await requireGroupJoinedByCaller(context, groupId)
  const { n, body, sig } = groupEpochs
  const isOwnBox = and(
    eq(epochBoxes.groupId, groupEpochs.groupId),
    eq(epochBoxes.n, n),
    eq(epochBoxes.userId, actor.id),
  )
  const rows = await db
    .select({ header: { body, sig }, box: epochBoxes.box })
    .from(groupEpochs)
    .leftJoin(epochBoxes, isOwnBox)
    .where(and(eq(groupEpochs.groupId, groupId), gt(n, after)))
    .orderBy(asc(n))
    .limit(pageSize)
  return { epochs: rows, ...(await findEpochState(db, groupId)) }
}

function haveSameIds(first: number[], second: number[]): boolean {
  const sortAndJoinIds = (ids: number[]) => ids.toSorted((a, b) => a - b).join()
  return sortAndJoinIds(first) === sortAndJoinIds(second)
}

/** Finds roster members who have published newer keys. The next group key excludes their old keys. */
async function findMembersWithRenewedKeys(db: Db, cards: Card[]): Promise<number[]> {
  const ids = sql.param(cards.map(({ userId }) => userId))
  const gens = sql.param(cards.map(({ gen }) => gen))
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.user_id as id from unnest(${ids}::int[], ${gens}::int[]) r(user_id, gen)
     where exists (select from user_keys k where k.user_id = r.user_id and k.gen > r.gen)`)
  return rows.map(({ id }) => id)
}

/** Finds roster members whom the next group key excludes: inactive, excluded before, or with renewed keys. */
async function findExcludedMembers(db: Db, roster: Roster): Promise<number[]> {
  const cards = listMembersAfterMembershipChange(roster).map(({ card }) => card)
  const ids = cards.map(({ userId }) => userId)
  const activeIds = new Set(await findActiveGroupMemberIds(db, roster.groupId, { among: ids }))
  const inactiveIds = ids.filter(id => !activeIds.has(id))
  return [
    ...new Set([
      ...inactiveIds,
      ...listUserIdsExcludedFromGroupKeys(roster),
      ...(await findMembersWithRenewedKeys(db, cards)),
    ]),
  ]
}

/**
 * Throws unless the group key is encrypted for every reader and the excluded members are the ones that the
 * server determined.
 */
async function requireBoxForEachReader(
  { db, actor }: SignedInContext,
  roster: Roster,
  header: EpochHeader,
  boxes: EpochBody['boxes'],
): Promise<void> {
  if (header.by !== actor.id) throw badInput()
  if (!haveSameIds(header.excluded, await findExcludedMembers(db, roster))) throw conflict('roster_moved')
  const ids = boxes.map(([userId]) => userId)
  const areBoxesForReaders = haveSameIds(
    ids,
    listPublicKeysOfGroupKeyRecipients(roster, header).map(({ userId }) => userId),
  )
  if (!areBoxesForReaders) throw badInput()
}

/**
 * Checks a group key (epoch) that a client posts again, without its encrypted copies, after the database was restored
 * from a backup. Messages cannot be sent in an epoch without encrypted keys, but its exclusions remain in force. Only a
 * group manager may exclude users whom the server would not exclude; else any member could exclude another.
 */
async function authorizeResubmittedEpoch(
  tx: SignedInContext,
  group: LockedGroup,
  roster: Roster,
  { excluded }: EpochHeader,
) {
  const expectedExclusions = await findExcludedMembers(tx.db, roster)
  if (excluded.some(id => !expectedExclusions.includes(id))) await requireCallerToManageGroup(tx, group)
}

/**
 * Adds the next group key (epoch). Of two concurrent requests one gets 409, and its client uses the stored
 * group key.
 */
export async function storeNextGroupKey(
  context: SignedInContext,
  groupId: number,
  { header: signedHeader, boxes }: EpochBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const group = await lockGroupForKeyUpdate(tx, groupId)
    const { roster, epoch } = await readSignedMemberListAndKeyHeader(db, groupId)
    if (!roster) throw conflict('roster_moved')
    const { header, eid } = await convertMemberListErrorsToHttpErrors(
      verifyGroupKeyHeader(roster, signedHeader, epoch, verifySignature),
    )
    if (header.head !== getRosterHead(roster)) throw conflict('roster_moved')
    if (boxes.length === 0) await authorizeResubmittedEpoch(tx, group, roster, header)
    else await requireBoxForEachReader(tx, roster, header, boxes)
    const readers = listPublicKeysOfGroupKeyRecipients(roster, header)
    const { n, headSeq, excluded } = header
    await db.insert(groupEpochs).values({
      groupId,
      n,
      ...signedHeader,
      eid,
      headSeq,
      excluded,
      firstSeq: group.lastSeq,
      readers: readers.length,
    })
    const generationByUser = new Map(readers.map(({ userId, gen }) => [userId, gen]))
    const rows = boxes.map(([userId, box]) => ({
      groupId,
      n,
      userId,
      box,
      gen: generationByUser.get(userId) ?? 0,
    }))
    if (rows.length > 0) await db.insert(epochBoxes).values(rows)
    await publishEvent(db, { type: 'encryption', changed: 'epoch', groupIds: [groupId] })
  })
}
