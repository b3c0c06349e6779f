import { and, asc, eq, gt, inArray, max } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { groupRoster, userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import type { RosterAnswer } from '#shared/contracts/keys.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import {
  applyEntries,
  membersAt,
  mostEncrypted,
  type RosterEntry,
  rosterEntry,
  seqOf,
} from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { beginRoster, refuseCrowd, requireRestart } from './begin-roster.service.ts'
import { findActiveMembers, findNewerCards, findNewestCards, isInGroup } from './cards.queries.ts'
import {
  checked,
  type HeldGroup,
  holdGroup,
  refuseNeverEncrypted,
  requireRunner,
} from './hold-group.service.ts'
import { readLog } from './read-roster.service.ts'
import { verify } from './verify.ts'

export async function getRoster(context: SignedIn, groupId: number, after: number): Promise<RosterAnswer> {
  const { db } = context
  const group = await requireGroup(context, groupId)
  refuseNeverEncrypted(group)
  const { body, sig, seq } = groupRoster
  const entries = await db
    .select({ body, sig })
    .from(groupRoster)
    .where(and(eq(groupRoster.groupId, groupId), gt(seq, after)))
    .orderBy(asc(seq))
  // A club that is not encrypted may have thousands; that it has too many is all one needs to see.
  const limit = group.encrypted ? undefined : mostEncrypted + 1
  const memberIds = await findActiveMembers(db, groupId, { limit })
  const { roster } = await readLog(db, groupId)
  const known = roster ? membersAt(roster).map(({ card }) => card) : []
  const waiting = await findNewerCards(db, groupId, known, mostEncrypted)
  const [row] = await db
    .select({ last: max(seq) })
    .from(groupRoster)
    .where(eq(groupRoster.groupId, groupId))
  return { entries, memberIds, waiting, last: row?.last ?? 0 }
}

function readEntries(entries: Signed[]): RosterEntry[] {
  try {
    return entries.map(({ body }) => rosterEntry.parse(JSON.parse(body)))
  } catch {
    throw badInput()
  }
}

/** Each with their newest keys, and in the group at this moment. */
async function requireMembers(db: Db, groupId: number, cards: Card[]): Promise<void> {
  const ids = cards.map(({ userId }) => userId)
  const newest = await findNewestCards(db, and(inArray(userKeys.userId, ids), isInGroup(groupId)))
  const isNewest = (card: Card) => newest.some(one => isSameCard(one, card))
  if (!cards.every(isNewest)) throw conflict('roster_moved')
}

/** Taking out somebody who is still in the group is for those who run it; whoever has left it is only written off. */
async function requireRightToRemove(tx: SignedIn, group: HeldGroup, userIds: number[]): Promise<void> {
  const others = userIds.filter(userId => userId !== tx.actor.id)
  if (others.length === 0) return
  const there = await findActiveMembers(tx.db, group.id, { among: others })
  if (there.length > 0) await requireRunner(tx, group)
}

/** What one signs oneself is held to the state of things. */
async function checkOwn(tx: SignedIn, group: HeldGroup, entries: RosterEntry[]): Promise<void> {
  for (const entry of entries.filter(({ by }) => by === tx.actor.id)) {
    if (entry.op === 'genesis') await beginRoster(tx, group, entry)
    else if (entry.op === 'restart') await requireRestart(tx, group, entry)
    else if (entry.op === 'remove') await requireRightToRemove(tx, group, entry.userIds)
    else await requireMembers(tx.db, group.id, entry.cards)
  }
}

/**
 * Entries of one's own; or what others signed before the database was put back to an earlier state, brought again by
 * somebody who kept it: the signatures and the chain are what counts then.
 */
export async function extendRoster(context: SignedIn, groupId: number, entries: Signed[]): Promise<void> {
  const read = readEntries(entries)
  await context.transaction(async tx => {
    const { db } = tx
    const group = await holdGroup(tx, groupId)
    const { roster: before } = await readLog(db, groupId)
    if (!before && read[0]?.op === 'genesis') await refuseCrowd(db, groupId)
    const roster = await checked(applyEntries(before, entries, groupId, verify))
    await checkOwn(tx, group, read)
    const from = before ? seqOf(before) : 0
    await db.insert(groupRoster).values(
      entries.map(({ body, sig }, index) => ({
        groupId,
        body,
        sig,
        seq: from + index + 1,
        hash: roster?.hashes[from + index] ?? '',
      })),
    )
    await announce(db, { type: 'encryption', changed: 'roster', groupIds: [groupId] })
  })
}
