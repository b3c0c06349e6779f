import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { notify, recordEvent } from '#server/events/events.service.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { type GroupBody, type MemberRoleBody, mostMembers } from '#shared/contracts/chat.ts'
import { invitation, requirePeople } from './create-group.service.ts'
import { requireCustomGroup, requireGroupToRun } from './groups.service.ts'

/** Whoever is in it sees what became of it; whoever came or went hears of that by itself. */
async function record(tx: SignedIn, id: number, kind: AuditKind, details: Record<string, string> = {}) {
  await recordEvent(tx, {
    kind,
    details,
    target: { type: 'group', id, country: tx.actor.currentCountry },
    touches: { topics: ['groups', 'messages', 'calls'], to: { group: id } },
  })
}

function kindOf({ isActive }: GroupBody, wasActive: boolean): AuditKind {
  if (isActive === false) return 'group.closed'
  return isActive && !wasActive ? 'group.reopened' : 'group.updated'
}

/** By its owner alone: whoever was named to help does not name others, nor dismiss them. */
export async function changeMemberRole(
  context: SignedIn,
  id: number,
  userId: number,
  { role }: MemberRoleBody,
): Promise<void> {
  await context.transaction(async tx => {
    const group = await requireGroupToRun(tx, id)
    if (group.role !== 'owner') throw forbidden('not_group_owner')
    const isTheirs = and(eq(groupMembers.groupId, id), eq(groupMembers.userId, userId))
    const [member] = await tx.db.select({ role: groupMembers.role }).from(groupMembers).where(isTheirs)
    if (!member) throw notFound()
    if (member.role === 'owner') throw conflict()
    if (member.role === role) return
    await tx.db.update(groupMembers).set({ role }).where(isTheirs)
    await record(tx, id, 'group.role_changed', { userId: String(userId), role })
  })
}

export async function updateGroup(context: SignedIn, id: number, body: GroupBody): Promise<void> {
  await context.transaction(async tx => {
    // What is closed is opened before anything else is done to it.
    const group = await (body.isActive ? requireCustomGroup : requireGroupToRun)(tx, id)
    if (group.role === 'member') throw forbidden('not_group_owner')
    await tx.db.update(messageGroups).set(body).where(eq(messageGroups.id, id))
    await record(tx, id, kindOf(body, group.isActive))
  })
}

/** Whoever joins has not missed what was said before. */
export async function addMembers(context: SignedIn, id: number, userIds: number[]): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { lastSeq } = await requireGroupToRun(tx, id)
    const people = await requirePeople(tx, userIds)
    if (people.length === 0) return
    const added = await db
      .insert(groupMembers)
      .values(people.map(userId => ({ groupId: id, userId, lastReadSeq: lastSeq })))
      .onConflictDoNothing()
      .returning({ userId: groupMembers.userId })
    if (added.length === 0) return
    if ((await countMembers(db, id)) > mostMembers) throw conflict('group_full')
    const ids = added.map(({ userId }) => userId)
    await notify(tx, invitation(actor, id, ids))
    await record(tx, id, 'group.members_changed', {
      added: ids.join(','),
    })
  })
}

async function countMembers(db: Db, id: number): Promise<number> {
  return db.$count(groupMembers, eq(groupMembers.groupId, id))
}

/** To the one who has been in it longest, people who can still sign in before others. */
async function handOver(db: Db, id: number): Promise<void> {
  const [heir] = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(eq(groupMembers.groupId, id))
    .orderBy(
      desc(sql`${users.status} = 'active' and ${users.erasedAt} is null`),
      asc(groupMembers.joinedAt),
      asc(groupMembers.id),
    )
    .limit(1)
  if (heir) await db.update(groupMembers).set({ role: 'owner' }).where(eq(groupMembers.id, heir.id))
  else await db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
}

/** Oneself, or others by those who run the group; its owner goes only by leaving, also when it is closed. */
export async function removeMembers(context: SignedIn, id: number, userIds: number[]): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const others = userIds.filter(userId => userId !== actor.id)
    const { role } = await (others.length > 0 ? requireGroupToRun : requireCustomGroup)(tx, id)
    if (role !== 'owner' && (await includesRunners(db, id, others))) throw forbidden('not_group_owner')
    const removed = await db
      .delete(groupMembers)
      .where(and(eq(groupMembers.groupId, id), inArray(groupMembers.userId, userIds)))
      .returning({ userId: groupMembers.userId })
    if (removed.length === 0) return
    if (role === 'owner' && userIds.includes(actor.id)) await handOver(db, id)
    await record(tx, id, 'group.members_changed', {
      removed: removed.map(({ userId }) => userId).join(','),
    })
  })
}

/**
 * Out of every group that people made, as by leaving each. A conversation of two stays with the other side, who sees
 * a former member; nothing more can be said in it.
 */
export async function leaveAllGroups(tx: SignedIn): Promise<void> {
  const { db, actor } = tx
  const mine = await db
    .select({ id: messageGroups.id, directKey: messageGroups.directKey, role: groupMembers.role })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(groupMembers.userId, actor.id), eq(messageGroups.type, 'custom')))
    .orderBy(asc(messageGroups.id))
    .for('no key update', { of: messageGroups })
  for (const { id, directKey, role } of mine) {
    if (directKey !== null) {
      await db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
      await record(tx, id, 'group.closed')
      continue
    }
    await db.delete(groupMembers).where(and(eq(groupMembers.groupId, id), eq(groupMembers.userId, actor.id)))
    if (role === 'owner') await handOver(db, id)
    await record(tx, id, 'group.members_changed', { removed: String(actor.id) })
  }
}

/** Its owner, or those who help to run it. */
async function includesRunners(db: Db, id: number, userIds: number[]): Promise<boolean> {
  if (userIds.length === 0) return false
  const runners = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(
      and(
        eq(groupMembers.groupId, id),
        inArray(groupMembers.userId, userIds),
        ne(groupMembers.role, 'member'),
      ),
    )
  return runners.length > 0
}
