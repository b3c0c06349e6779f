import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { type GroupBody, type MemberRoleBody, maxGroupMembers } from '#shared/contracts/chat/chat.schemas.ts'
import { buildAddedToGroupNotification, requireUsersAllowedInGroup } from './create-group.service.ts'
import { lockUserCreatedGroupOrThrow, requireGroupManagedByCaller } from './groups.service.ts'

/**
 * Records an audit event and makes group members reload the group.
 * A database trigger notifies users who joined or left.
 */
async function recordGroupChange(
  tx: SignedInContext,
  id: number,
  kind: AuditKind,
  details: Record<string, string> = {},
) {
  await recordAuditEvent(tx, {
    kind,
    details,
    target: { type: 'group', id, country: tx.actor.currentCountry },
    touches: { topics: ['groups', 'messages', 'calls'], to: { group: id } },
  })
}

function selectAuditKind({ isActive }: GroupBody, wasActive: boolean): AuditKind {
  if (isActive === false) return 'group.closed'
  return isActive && !wasActive ? 'group.reopened' : 'group.updated'
}

/** Changes the role of a group member. Only the owner may do this; group administrators may not. */
export async function changeGroupMemberRole(
  context: SignedInContext,
  id: number,
  userId: number,
  { role }: MemberRoleBody,
): Promise<void> {
  await context.transaction(async tx => {
    const group = await requireGroupManagedByCaller(tx, id)
    if (group.role !== 'owner') throw forbidden('not_group_owner')
    const isMembership = and(eq(groupMembers.groupId, id), eq(groupMembers.userId, userId))
    const [member] = await tx.db.select({ role: groupMembers.role }).from(groupMembers).where(isMembership)
    if (!member) throw notFound()
    if (member.role === 'owner') throw conflict()
    if (member.role === role) return
    await tx.db.update(groupMembers).set({ role }).where(isMembership)
    await recordGroupChange(tx, id, 'group.role_changed', { userId: String(userId), role })
  })
}

export async function updateGroup(context: SignedInContext, id: number, body: GroupBody): Promise<void> {
  await context.transaction(async tx => {
    // Changes of a closed group are refused, except a request that reopens the group.
    const group = await (body.isActive ? lockUserCreatedGroupOrThrow : requireGroupManagedByCaller)(tx, id)
    if (group.role === 'member') throw forbidden('not_group_owner')
    await tx.db.update(messageGroups).set(body).where(eq(messageGroups.id, id))
    await recordGroupChange(tx, id, selectAuditKind(body, group.isActive))
  })
}

/** Adds users to a group. Messages sent before a user joined do not count as unread for that user. */
export async function addGroupMembers(
  context: SignedInContext,
  id: number,
  userIds: number[],
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { lastSeq } = await requireGroupManagedByCaller(tx, id)
    const newMemberIds = await requireUsersAllowedInGroup(tx, userIds)
    if (newMemberIds.length === 0) return
    const added = await db
      .insert(groupMembers)
      .values(newMemberIds.map(userId => ({ groupId: id, userId, lastReadSeq: lastSeq })))
      .onConflictDoNothing()
      .returning({ userId: groupMembers.userId })
    if (added.length === 0) return
    if ((await countMembers(db, id)) > maxGroupMembers) throw conflict('group_full')
    const ids = added.map(({ userId }) => userId)
    await notifyUsers(tx, buildAddedToGroupNotification(actor, id, ids))
    await recordGroupChange(tx, id, 'group.members_changed', {
      added: ids.join(','),
    })
  })
}

async function countMembers(db: Db, id: number): Promise<number> {
  return db.$count(groupMembers, eq(groupMembers.groupId, id))
}

/** Makes the longest-standing member the owner, preferring active accounts. Closes a group without members. */
async function transferOwnership(db: Db, id: number): Promise<void> {
  const [successor] = await db
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
  if (successor) await db.update(groupMembers).set({ role: 'owner' }).where(eq(groupMembers.id, successor.id))
  else await db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
}

/**
 * Removes members. Every member may leave, even a closed group; only owner and administrators may remove others.
 * The owner cannot be removed by others. When the owner leaves, the ownership is transferred.
 */
export async function removeGroupMembers(
  context: SignedInContext,
  id: number,
  userIds: number[],
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const others = userIds.filter(userId => userId !== actor.id)
    const { role } = await (others.length > 0 ? requireGroupManagedByCaller : lockUserCreatedGroupOrThrow)(
      tx,
      id,
    )
    if (role !== 'owner' && (await includesManagers(db, id, others))) throw forbidden('not_group_owner')
    const removed = await db
      .delete(groupMembers)
      .where(and(eq(groupMembers.groupId, id), inArray(groupMembers.userId, userIds)))
      .returning({ userId: groupMembers.userId })
    if (removed.length === 0) return
    if (role === 'owner' && userIds.includes(actor.id)) await transferOwnership(db, id)
    await recordGroupChange(tx, id, 'group.members_changed', {
      removed: removed.map(({ userId }) => userId).join(','),
    })
  })
}

/**
 * Removes the actor from every custom group, as if the actor had left each of them.
 * Direct conversations are closed instead: the other person keeps the messages and sees the name of a former member.
 */
export async function leaveAllGroups(tx: SignedInContext): Promise<void> {
  const { db, actor } = tx
  const memberships = await db
    .select({ id: messageGroups.id, directKey: messageGroups.directKey, role: groupMembers.role })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(groupMembers.userId, actor.id), eq(messageGroups.type, 'custom')))
    .orderBy(asc(messageGroups.id))
    .for('no key update', { of: messageGroups })
  for (const { id, directKey, role } of memberships) {
    if (directKey !== null) {
      await db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
      await recordGroupChange(tx, id, 'group.closed')
      continue
    }
    await db.delete(groupMembers).where(and(eq(groupMembers.groupId, id), eq(groupMembers.userId, actor.id)))
    if (role === 'owner') await transferOwnership(db, id)
    await recordGroupChange(tx, id, 'group.members_changed', { removed: String(actor.id) })
  }
}

/** Returns true when one of the users is the owner or an administrator of the group. */
async function includesManagers(db: Db, id: number, userIds: number[]): Promise<boolean> {
  if (userIds.length === 0) return false
  const managers = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(
      and(
        eq(groupMembers.groupId, id),
        inArray(groupMembers.userId, userIds),
        ne(groupMembers.role, 'member'),
      ),
    )
  return managers.length > 0
}
