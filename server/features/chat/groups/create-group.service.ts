import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import {
  hasEitherUserBlockedOther,
  isBlockedByAnyUser,
} from '#server/features/chat/moderation/blocks.service.ts'
import { buildSearchablePeopleFilter } from '#server/features/chat/moderation/searchable-people.queries.ts'
import { maxGroupMembers, type NewGroupBody } from '#shared/contracts/chat/chat.schemas.ts'
import type { Actor } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'

/**
 * Returns the distinct user ids when all are active users whom the actor may find; otherwise rejects with 404.
 * The user rows stay share-locked until the transaction ends.
 * Without the lock, a user who erases the account at the same time would stay in this group for ever.
 */
export async function requireUsersAllowedInGroup(
  { db, actor }: SignedInContext,
  ids: number[],
): Promise<number[]> {
  const requestedIds = [...new Set(ids)].filter(id => id !== actor.id)
  if (requestedIds.length === 0) return []
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, requestedIds),
        eq(users.status, 'active'),
        isNull(users.erasedAt),
        buildSearchablePeopleFilter(actor),
      ),
    )
    .orderBy(asc(users.id))
    .for('share')
  if (found.length < requestedIds.length) throw notFound()
  // Users who blocked the actor cannot be added, because a custom group with them would circumvent the block.
  if (await isBlockedByAnyUser(db, actor.id, requestedIds)) throw conflict('cannot_add')
  return requestedIds
}

/** Creates a custom group. The group is encrypted from the start, so that it never contains plaintext messages. */
async function createCustomGroup(tx: SignedInContext, name: string, memberIds: number[]): Promise<number> {
  const { db, actor } = tx
  const memberIdsToAdd = await requireUsersAllowedInGroup(tx, memberIds)
  if (memberIdsToAdd.length === 0) throw badInput({ memberIds: fieldTexts.nobodyChosen })
  if (memberIdsToAdd.length >= maxGroupMembers) throw conflict('group_full')
  const [group] = await db
    .insert(messageGroups)
    .values({ name, type: 'custom', createdBy: actor.id, encrypted: true })
    .returning()
  if (!group) throw new Error('chat: the insert of the group returned no row')
  await db
    .insert(groupMembers)
    .values([
      { groupId: group.id, userId: actor.id, role: 'owner' },
      ...memberIdsToAdd.map(userId => ({ groupId: group.id, userId })),
    ])
  await recordGroupCreation(tx, group.id, memberIdsToAdd, { members: memberIdsToAdd.join(',') })
  return group.id
}

/** Builds the notification for users who were added to a group. */
export function buildAddedToGroupNotification(actor: Actor, groupId: number, users: number[]) {
  return { users, kind: 'group.invited' as const, params: { userId: actor.id, groupId } }
}

/** Records the new group in the audit log, with its members unless the group is a direct conversation. */
async function recordGroupCreation(
  tx: SignedInContext,
  id: number,
  others: number[],
  details: { members?: string; direct?: true },
) {
  const { actor } = tx
  await recordAuditEvent(tx, {
    kind: 'group.created',
    details,
    target: { type: 'group', id, country: actor.currentCountry },
    // The other person is notified of the first message of a direct conversation, not of its creation.
    ...(!details.direct && { notify: buildAddedToGroupNotification(actor, id, others) }),
    touches: { topics: ['groups'], to: { users: [actor.id] } },
  })
}

/**
 * Creates the direct conversation with a user, or returns the existing one.
 * The unique `directKey` prevents duplicates when both users create the conversation concurrently.
 */
async function openDirectMessage(tx: SignedInContext, peerId: number) {
  const { db, actor } = tx
  if (peerId === actor.id) throw badInput({ memberIds: fieldTexts.choseOneself })
  const directKey = [actor.id, peerId].sort((a, b) => a - b).join(':')
  const findExisting = () =>
    db.select({ id: messageGroups.id }).from(messageGroups).where(eq(messageGroups.directKey, directKey))
  const [existingGroup] = await findExisting()
  if (existingGroup) return { id: existingGroup.id, isNew: false }
  if (await hasEitherUserBlockedOther(db, actor.id, peerId)) throw conflict('blocked')
  await requireUsersAllowedInGroup(tx, [peerId])
  const [group] = await db
    .insert(messageGroups)
    .values({ name: '', type: 'custom', createdBy: actor.id, directKey, encrypted: true })
    .onConflictDoNothing()
    .returning()
  if (!group) {
    const [concurrentGroup] = await findExisting()
    if (!concurrentGroup) throw conflict()
    return { id: concurrentGroup.id, isNew: false }
  }
  await db.insert(groupMembers).values([actor.id, peerId].map(userId => ({ groupId: group.id, userId })))
  await recordGroupCreation(tx, group.id, [peerId], { direct: true })
  return { id: group.id, isNew: true }
}

export async function createGroup(
  context: SignedInContext,
  { name = '', direct, memberIds }: NewGroupBody,
): Promise<{ id: number; isNew: boolean }> {
  return context.transaction(async tx => {
    if (direct) return openDirectMessage(tx, memberIds[0] as number)
    return { id: await createCustomGroup(tx, name, memberIds), isNew: true }
  })
}
