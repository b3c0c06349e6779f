import { and, eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { GroupsQuery } from '#shared/contracts/chat.ts'
import { type Actor, runsGroup } from '#shared/policies.ts'
import { findGroup, findGroupsAfter, findNewestGroups, type ListedGroup } from './groups.queries.ts'
import { lockGroup } from './lock-group.queries.ts'

/** As it is shown: what the row has of others is put together. */
function asGroup(actor: Actor, row: ListedGroup) {
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
  const { calledBy, calledAt, calledByVoice, calledInVain, peerId, peerName, peerImage, ...own } = rest
  return {
    ...own,
    mayRun: runsGroup(actor, own),
    peer: peerId === null ? null : { id: peerId, fullName: peerName, profileImageUrl: peerImage },
    name: peerId === null ? own.name : peerName,
    lastMessage:
      saidSeq === null
        ? null
        : {
            seq: saidSeq,
            senderId: saidBy,
            sender: { fullName: saidByName, profileImageUrl: saidByImage },
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

/** The newest; with `after` all of them by their numbers, a page after the other. */
export async function listGroups({ db, actor }: SignedIn, { after }: GroupsQuery) {
  const rows = await (after === undefined
    ? findNewestGroups(db, actor.id)
    : findGroupsAfter(db, actor.id, after))
  return rows.map(row => asGroup(actor, row))
}

export async function getGroup({ db, actor }: SignedIn, id: number) {
  const row = await findGroup(db, actor.id, id)
  if (!row) throw notFound()
  return asGroup(actor, row)
}

/** A group one belongs to, and what one is in it. */
export async function requireGroup({ db, actor }: SignedIn, id: number) {
  const [row] = await db
    .select({ group: messageGroups, role: groupMembers.role, lastReadSeq: groupMembers.lastReadSeq })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, id), eq(groupMembers.userId, actor.id)))
  if (!row) throw notFound()
  return { ...row.group, role: row.role, lastReadSeq: row.lastReadSeq }
}

/**
 * One that people made, to be changed: held until the transaction ends, so that whoever speaks in it or changes it at
 * the same time comes after.
 */
export async function requireCustomGroup(tx: SignedIn, id: number) {
  await lockGroup(tx.db, id)
  const group = await requireGroup(tx, id)
  if (group.type !== 'custom') throw conflict('system_group')
  if (group.directKey !== null) throw conflict('direct_group')
  return group
}

/** One that is still open, by those who run it. */
export async function requireGroupToRun(tx: SignedIn, id: number) {
  const group = await requireCustomGroup(tx, id)
  if (group.role === 'member') throw forbidden('not_group_owner')
  if (!group.isActive) throw conflict('group_closed')
  return group
}
