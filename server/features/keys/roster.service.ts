import { and, asc, eq, gt, inArray } from 'drizzle-orm'
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
import type { Actor } from '#shared/policies.ts'
import { beginRoster } from './begin-roster.service.ts'
import { findActiveMembers, findNewerCards, findNewestCards, isInGroup } from './cards.queries.ts'
import { checked, holdGroup, refuseNeverEncrypted } from './hold-group.service.ts'
import { readRoster } from './read-roster.service.ts'
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
  const roster = await readRoster(db, groupId)
  const known = roster ? membersAt(roster).map(({ card }) => card) : []
  return { entries, memberIds, waiting: await findNewerCards(db, groupId, known, mostEncrypted) }
}

function readEntries(entries: Signed[], actor: Actor): RosterEntry[] {
  try {
    const read = entries.map(({ body }) => rosterEntry.parse(JSON.parse(body)))
    if (read.every(({ by }) => by === actor.id)) return read
  } catch {}
  throw badInput()
}

/** Each with their newest keys, and in the group at this moment. */
async function requireMembers(db: Db, groupId: number, cards: Card[]): Promise<void> {
  const ids = cards.map(({ userId }) => userId)
  const newest = await findNewestCards(db, and(inArray(userKeys.userId, ids), isInGroup(groupId)))
  const isNewest = (card: Card) => newest.some(one => isSameCard(one, card))
  if (!cards.every(isNewest)) throw conflict('roster_moved')
}

export async function extendRoster(context: SignedIn, groupId: number, entries: Signed[]): Promise<void> {
  const read = readEntries(entries, context.actor)
  await context.transaction(async tx => {
    const { db } = tx
    const group = await holdGroup(tx, groupId)
    const cards = read.flatMap(entry => (entry.op === 'add' ? entry.cards : []))
    const [first] = read
    const before = await readRoster(db, groupId)
    const begins = !before && first?.op === 'genesis'
    // Leaving and taking out stay possible, however many there are.
    if (begins || cards.length > 0) await refuseCrowd(db, groupId)
    if (begins) await beginRoster(tx, group, first)
    const roster = await checked(applyEntries(before, entries, groupId, verify))
    if (cards.length > 0) await requireMembers(db, groupId, cards)
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

async function refuseCrowd(db: Db, groupId: number): Promise<void> {
  const members = await findActiveMembers(db, groupId, { limit: mostEncrypted + 1 })
  if (members.length > mostEncrypted) throw conflict('group_full')
}
