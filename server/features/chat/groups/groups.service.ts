import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { GroupsQuery } from '#shared/contracts/chat/chat.schemas.ts'
import { getChatGroupName, getPersonName } from '#shared/names/stored-names.ts'
import { type Actor, canManageChatGroup } from '#shared/policies.ts'
import {
  findGroup,
  findGroupsAfterId,
  findMostRecentlyActiveGroups,
  type ListedGroup,
} from './groups.queries.ts'
import { lockGroupRow } from './lock-group-row.queries.ts'

/** Converts a database row into the chat group of the API response, with nested peer, newest message and call. */
function buildGroupRow(actor: Actor, row: ListedGroup) {
  const {
    saidSeq,
    saidBy,
    saidByName,
    saidByImage,
    said,
    saidAs,
    saidIsHidden,
    saidIsDeleted,
    saidAt,
    ...rest
  } = row
  const { calledBy, calledAt, calledByVoice, calledInVain, peerId, peerName, peerImage, pinSeals, ...own } =
    rest
  const peer =
    peerId === null ? null : { id: peerId, fullName: getPersonName(peerName), profileImageUrl: peerImage }
  return {
    ...own,
    ...(pinSeals && { pinSeals }),
    mayRun: canManageChatGroup(actor, own),
    peer,
    name: peer?.fullName ?? getChatGroupName({ ...own, isDirect: own.direct }),
    lastMessage:
      saidSeq === null
        ? null
        : {
            seq: saidSeq,
            senderId: saidBy,
            sender: { fullName: getPersonName(saidByName), profileImageUrl: saidByImage },
            content: said,
            messageType: saidAs,
            isHidden: saidIsHidden,
            isDeleted: saidIsDeleted,
            createdAt: saidAt,
          },
    lastCall:
      calledBy === null
        ? null
        : {
            startedBy: calledBy,
            startedAt: calledAt,
            isAudioOnly: calledByVoice,
            isMissed: calledInVain,
          },
  }
}

/** Lists the newest groups of the actor. With `after` it returns one page of all groups ordered by id. */
export async function listGroups({ db, actor }: SignedInContext, { after }: GroupsQuery) {
  const rows = await (after === undefined
    ? findMostRecentlyActiveGroups(db, actor.id)
    : findGroupsAfterId(db, actor.id, after))
  return rows.map(row => buildGroupRow(actor, row))
}

export async function getGroup({ db, actor }: SignedInContext, id: number) {
  const row = await findGroup(db, actor.id, id)
  if (!row) throw notFound()
  return buildGroupRow(actor, row)
}

/** Loads a group with the actor's role and read position; rejects with 404 when the actor is not a member. */
export async function requireGroupJoinedByCaller({ db, actor }: SignedInContext, id: number) {
  const [row] = await db
    .select({ group: messageGroups, role: groupMembers.role, lastReadSeq: groupMembers.lastReadSeq })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, id), eq(groupMembers.userId, actor.id)))
  if (!row) throw notFound()
  return { ...row.group, role: row.role, lastReadSeq: row.lastReadSeq }
}

/**
 * Loads a custom group for an update and locks it until the transaction ends.
 * Concurrent messages in the group and other changes of the group wait for the lock.
 */
export async function lockUserCreatedGroupOrThrow(tx: SignedInContext, id: number) {
  await lockGroupRow(tx.db, id)
  const group = await requireGroupJoinedByCaller(tx, id)
  if (group.type !== 'custom') throw conflict('system_group')
  if (group.directKey !== null) throw conflict('direct_group')
  return group
}

/** Loads and locks an active custom group that the actor manages as owner or administrator. */
export async function requireGroupManagedByCaller(tx: SignedInContext, id: number) {
  const group = await lockUserCreatedGroupOrThrow(tx, id)
  if (group.role === 'member') throw forbidden('not_group_owner')
  if (!group.isActive) throw conflict('group_closed')
  return group
}
