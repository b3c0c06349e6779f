import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { epochBoxes, groupEpochs } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { usableEpoch } from '#server/features/chat/usable-epoch.queries.ts'
import type { EpochBody, EpochsAnswer } from '#shared/contracts/keys.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { checkEpoch, type EpochHeader, leftOut, readersOf } from '#shared/e2ee/epoch.ts'
import { headOf, membersAt, type Roster } from '#shared/e2ee/roster.ts'
import { findActiveMembers } from './cards.queries.ts'
import { checked, type HeldGroup, holdGroup, requireRunner } from './hold-group.service.ts'
import { readLog } from './read-roster.service.ts'
import { verify } from './verify.ts'

const mostAtOnce = 200

/** Whether it can be spoken in, and how many epochs there are. */
async function findState(db: Db, groupId: number): Promise<Pick<EpochsAnswer, 'isStale' | 'last'>> {
  const { rows } = await db.execute<Pick<EpochsAnswer, 'isStale' | 'last'>>(
    sql`select ${sql.raw(usableEpoch)} is null as "isStale",
               coalesce((select max(e.n) from group_epochs e where e.group_id = g.id), 0) as last
          from message_groups g where g.id = ${groupId}`,
  )
  return rows[0] ?? { isStale: true, last: 0 }
}

/** Oldest first; whoever has fewer goes on with `after` the last of them. */
export async function listEpochs(context: SignedIn, groupId: number, after: number): Promise<EpochsAnswer> {
  const { db, actor } = context
  await requireGroup(context, groupId)
  const { n, body, sig } = groupEpochs
  const isMine = and(
    eq(epochBoxes.groupId, groupEpochs.groupId),
    eq(epochBoxes.n, n),
    eq(epochBoxes.userId, actor.id),
  )
  const rows = await db
    .select({ header: { body, sig }, box: epochBoxes.box })
    .from(groupEpochs)
    .leftJoin(epochBoxes, isMine)
    .where(and(eq(groupEpochs.groupId, groupId), gt(n, after)))
    .orderBy(asc(n))
    .limit(mostAtOnce)
  return { epochs: rows, ...(await findState(db, groupId)) }
}

function areSame(some: number[], others: number[]): boolean {
  const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b).join()
  return inOrder(some) === inOrder(others)
}

/** Whose newest keys are not those on the list: what is said from now on is not for the old ones. */
async function findRenewed(db: Db, cards: Card[]): Promise<number[]> {
  const ids = sql.param(cards.map(({ userId }) => userId))
  const gens = sql.param(cards.map(({ gen }) => gen))
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.user_id as id from unnest(${ids}::int[], ${gens}::int[]) r(user_id, gen)
     where exists (select from user_keys k where k.user_id = r.user_id and k.gen > r.gen)`)
  return rows.map(({ id }) => id)
}

/** On the list and not to get the key: gone from the group, left out before, or with newer keys. */
async function findExcluded(db: Db, roster: Roster): Promise<number[]> {
  const cards = membersAt(roster).map(({ card }) => card)
  const ids = cards.map(({ userId }) => userId)
  const isIn = new Set(await findActiveMembers(db, roster.groupId, { among: ids }))
  const gone = ids.filter(id => !isIn.has(id))
  return [...new Set([...gone, ...leftOut(roster), ...(await findRenewed(db, cards))])]
}

/** A box for each who may read, and for nobody else. */
async function checkReaders(
  { db, actor }: SignedIn,
  roster: Roster,
  header: EpochHeader,
  boxes: EpochBody['boxes'],
): Promise<void> {
  if (header.by !== actor.id) throw badInput()
  if (!areSame(header.excluded, await findExcluded(db, roster))) throw conflict('roster_moved')
  const ids = boxes.map(([userId]) => userId)
  const isForThem = areSame(
    ids,
    readersOf(roster, header).map(({ userId }) => userId),
  )
  if (!isForThem) throw badInput()
}

/**
 * From before the database was put back to an earlier state. Nobody can speak in it, but it says who was left out: what
 * the server does not know any more is taken from whoever runs the group, or anybody could leave out anybody.
 */
async function checkBroughtBack(tx: SignedIn, group: HeldGroup, roster: Roster, { excluded }: EpochHeader) {
  const known = await findExcluded(tx.db, roster)
  if (excluded.some(id => !known.includes(id))) await requireRunner(tx, group)
}

/** The next one; of two at once one is too late, and takes the other's. */
export async function addEpoch(
  context: SignedIn,
  groupId: number,
  { header: one, boxes }: EpochBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const group = await holdGroup(tx, groupId)
    const { roster, epoch } = await readLog(db, groupId)
    if (!roster) throw conflict('roster_moved')
    const { header, eid } = await checked(checkEpoch(roster, one, epoch, verify))
    if (header.head !== headOf(roster)) throw conflict('roster_moved')
    if (boxes.length === 0) await checkBroughtBack(tx, group, roster, header)
    else await checkReaders(tx, roster, header, boxes)
    const readers = readersOf(roster, header)
    const { n, headSeq, excluded } = header
    await db.insert(groupEpochs).values({
      groupId,
      n,
      ...one,
      eid,
      headSeq,
      excluded,
      firstSeq: group.lastSeq,
      readers: readers.length,
    })
    const genOf = new Map(readers.map(({ userId, gen }) => [userId, gen]))
    const rows = boxes.map(([userId, box]) => ({ groupId, n, userId, box, gen: genOf.get(userId) ?? 0 }))
    if (rows.length > 0) await db.insert(epochBoxes).values(rows)
    await announce(db, { type: 'encryption', changed: 'epoch', groupIds: [groupId] })
  })
}
