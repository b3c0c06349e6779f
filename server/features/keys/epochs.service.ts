import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { epochBoxes, groupEpochs } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { usableEpoch } from '#server/features/chat/usable-epoch.queries.ts'
import type { EpochBody, EpochsAnswer } from '#shared/contracts/keys.ts'
import { checkEpoch, type EpochHeader, readersOf } from '#shared/e2ee/epoch.ts'
import { headOf, membersAt, type Roster } from '#shared/e2ee/roster.ts'
import { findActiveMembers } from './cards.queries.ts'
import { checked, holdGroup } from './hold-group.service.ts'
import { readRoster } from './read-roster.service.ts'
import { verify } from './verify.ts'

const mostAtOnce = 200

async function isStale(db: Db, groupId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isStale: boolean }>(
    sql`select ${sql.raw(usableEpoch)} is null as "isStale" from message_groups g where g.id = ${groupId}`,
  )
  return rows[0]?.isStale ?? true
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
  return { epochs: rows, isStale: await isStale(db, groupId) }
}

async function findLatest(db: Db, groupId: number) {
  const { n, eid } = groupEpochs
  const [latest] = await db
    .select({ n, eid })
    .from(groupEpochs)
    .where(eq(groupEpochs.groupId, groupId))
    .orderBy(desc(n))
    .limit(1)
  return latest
}

function areSame(some: number[], others: number[]): boolean {
  const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b).join()
  return inOrder(some) === inOrder(others)
}

/** A box for each who is in the roster and in the group, and for nobody else. */
async function checkReaders(
  db: Db,
  roster: Roster,
  header: EpochHeader,
  boxes: EpochBody['boxes'],
): Promise<void> {
  const ids = membersAt(roster).map(({ card }) => card.userId)
  const isIn = new Set(await findActiveMembers(db, roster.groupId, { among: ids }))
  const gone = ids.filter(id => !isIn.has(id))
  if (header.head !== headOf(roster) || !areSame(header.excluded, gone)) throw conflict('roster_moved')
  const readers = readersOf(roster, header).map(({ userId }) => userId)
  if (
    !areSame(
      boxes.map(([userId]) => userId),
      readers,
    )
  )
    throw badInput()
}

/** The next one; of two at once one is too late, and takes the other's. */
export async function addEpoch(
  context: SignedIn,
  groupId: number,
  { header: one, boxes }: EpochBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { lastSeq } = await holdGroup(tx, groupId)
    const roster = await readRoster(db, groupId)
    if (!roster) throw conflict('roster_moved')
    const { header, eid } = await checked(checkEpoch(roster, one, await findLatest(db, groupId), verify))
    if (header.by !== actor.id) throw badInput()
    await checkReaders(db, roster, header, boxes)
    const { n, headSeq, excluded } = header
    await db.insert(groupEpochs).values({
      groupId,
      n,
      ...one,
      eid,
      headSeq,
      excluded,
      firstSeq: lastSeq,
      readers: boxes.length,
    })
    await db.insert(epochBoxes).values(boxes.map(([userId, box]) => ({ groupId, n, userId, box })))
    await announce(db, { type: 'encryption', changed: 'epoch', groupIds: [groupId] })
  })
}
