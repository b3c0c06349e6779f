// Reads the chat groups of a user for group lists, each with its newest message, newest call and read position.
// The query for a user's groups runs with every page load, so it is a prepared statement.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'
import { declarePreparedStatementWithVariants } from '#server/db/connection/prepared-statements.ts'
import { calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { buildOwnUnreadSql, buildUnreadCountSql } from '#server/db/sql/unread-count.ts'
import {
  buildUserNameAndImageColumns,
  isDeleted,
  isHidden,
  messagePreview,
} from '#server/features/chat/messages/messages.queries.ts'
import { groupsPerPage, initialGroupLimit } from '#shared/constants.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'

const senders = alias(users, 'senders')
const peers = alias(users, 'peers')
const others = alias(groupMembers, 'others')
const lastCalls = alias(calls, 'called')
const currentUserId = sql.placeholder('me')

/**
 * SQL join condition for the stored member count of a system group (club, country or all users). Counting up
 * to a million members would be too slow.
 */
const isSummaryOfGroup = sql`${summaries.entity} = 'user' and ${summaries.status} = 'active'
  and (${summaries.dimension}, ${summaries.key}) = (
    case ${messageGroups.type} when 'global' then 'all' else ${messageGroups.type} end,
    coalesce(${messageGroups.country}, ${messageGroups.clubId}::text, ''))`

const memberCount = sql`case when ${messageGroups.type} = 'custom'
  then (select count(*)::int from group_members counted where counted.group_id = ${messageGroups.id})
  else coalesce(${summaries.count}, 0)::int end`

const isNewestMessage = sql`${messages.groupId} = ${messageGroups.id} and ${messages.seq} = ${messageGroups.lastSeq}`

/**
 * SQL condition for the group's newest call.
 * Calls without `after_seq` are skipped, because an earlier release recorded them as messages.
 */
const isNewestCall = sql`${lastCalls.id} = (select c.id from calls c
  where c.group_id = ${messageGroups.id} and c.after_seq is not null
  order by c.after_seq desc, c.started_at desc limit 1)`

/** SQL sort order of the group list: pinned groups first, then the groups with the newest activity. */
const newestFirst = sql`${groupMembers.isPinned} desc, ${messageGroups.newestAt} desc, ${messageGroups.id} desc`

/** SQL condition that hides a direct conversation from the other person until its first message or call. */
const isVisible = sql`(${messageGroups.directKey} is null or ${messageGroups.lastSeq} > 0
  or ${messageGroups.createdBy} = ${currentUserId} or exists (select from calls c where c.group_id = ${messageGroups.id}))`

/** Selects the ids of the newest groups first, so that the database computes further columns only for these groups. */
const newestIds = sql`array(select ${groupMembers.groupId} from ${groupMembers}
    join ${messageGroups} on ${messageGroups.id} = ${groupMembers.groupId}
  where ${groupMembers.userId} = ${currentUserId} and ${isVisible}
  order by ${newestFirst} limit ${sql.raw(String(initialGroupLimit))})`

const [sender, peer] = [buildUserNameAndImageColumns(senders), buildUserNameAndImageColumns(peers)]

/**
 * Columns of a listed group. Columns of the newest message are null when the group has no message.
 * Columns of the newest call are null without a call. Columns of the peer are null except in direct conversations.
 */
const columns: Record<keyof ListedGroup, unknown> = {
  id: messageGroups.id,
  name: messageGroups.name,
  type: messageGroups.type,
  clubId: messageGroups.clubId,
  // The country of a club's group is the country of the club.
  country: sql`coalesce(${messageGroups.country}, (select c.country from clubs c where c.id = ${messageGroups.clubId}))`,
  direct: sql`${messageGroups.directKey} is not null`,
  encrypted: messageGroups.encrypted,
  isActive: messageGroups.isActive,
  createdBy: messageGroups.createdBy,
  createdAt: messageGroups.createdAt,
  role: groupMembers.role,
  lastSeq: sql`${messageGroups.lastSeq}::float8`,
  lastReadSeq: sql`${groupMembers.lastReadSeq}::float8`,
  mutedUntil: sql`case when ${groupMembers.mutedUntil} > now() then ${groupMembers.mutedUntil} end`,
  isPinned: groupMembers.isPinned,
  pins: sql`array(select pm.seq::float8 from message_pins p join messages pm on pm.id = p.message_id
    where p.group_id = ${messageGroups.id} order by p.created_at desc)`,
  pinSeals: sql`case when ${messageGroups.encrypted} then (select json_agg(p.seal order by p.created_at desc)
    from message_pins p where p.group_id = ${messageGroups.id}) end`,
  memberCount,
  unreadCount: sql`case when ${messageGroups.isActive}
    then ${buildUnreadCountSql()}::int else 0 end`,
  ownUnread: buildOwnUnreadSql(),
  isMentioned: sql`coalesce(${groupMembers.mentionedSeq} > ${groupMembers.lastReadSeq}, false)`,
  isBlocked: sql`exists (select from blocked_people b
    where b.user_id = ${groupMembers.userId} and b.blocked_id = ${peers.id})`,
  saidSeq: sql`${messages.seq}::float8`,
  saidBy: messages.senderId,
  saidByName: sender.fullName,
  saidByImage: sender.profileImageUrl,
  said: messagePreview,
  saidAs: messages.messageType,
  saidIsHidden: isHidden,
  saidIsDeleted: isDeleted,
  saidAt: messages.createdAt,
  calledBy: lastCalls.startedBy,
  calledAt: lastCalls.startedAt,
  calledByVoice: lastCalls.isAudioOnly,
  calledInVain: sql`${lastCalls.answeredAt} is null and ${lastCalls.endedAt} is not null`,
  peerId: peers.id,
  peerName: peer.fullName,
  peerImage: peer.profileImageUrl,
}

type OwnColumns = Omit<
  GroupRow,
  'createdAt' | 'mutedUntil' | 'mayRun' | 'lastMessage' | 'lastCall' | 'peer' | 'country' | 'pinSeals'
>

export interface ListedGroup extends OwnColumns {
  createdAt: Date
  mutedUntil: Date | null
  country: Country | null
  pinSeals: GroupRow['pinSeals'] | null
  saidSeq: number | null
  saidBy: number
  saidByName: string
  saidByImage: string | null
  said: string
  saidAs: string
  saidIsHidden: boolean
  saidIsDeleted: boolean
  saidAt: Date
  calledBy: number | null
  calledAt: Date
  calledByVoice: boolean
  calledInVain: boolean
  peerId: number | null
  peerName: string
  peerImage: string | null
}

const selectedColumns = Object.entries(columns).map(
  ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
)
const buildGroupQuery = (
  condition: SQL,
  order: SQL,
) => sql`select ${sql.join(selectedColumns, sql`, `)} from ${groupMembers}
    join ${messageGroups} on ${messageGroups.id} = ${groupMembers.groupId}
    left join ${messages} on ${isNewestMessage}
    left join users ${senders} on ${senders.id} = ${messages.senderId}
    left join group_members ${others} on ${others.groupId} = ${messageGroups.id}
      and ${others.userId} <> ${groupMembers.userId} and ${messageGroups.directKey} is not null
    left join users ${peers} on ${peers.id} = ${others.userId}
    left join ${summaries} on ${isSummaryOfGroup}
    left join calls ${lastCalls} on ${isNewestCall}
  where ${groupMembers.userId} = ${currentUserId} and ${condition} order by ${order} limit ${sql.raw(String(groupsPerPage))}`

const runPrepared = declarePreparedStatementWithVariants<ListedGroup & Record<string, unknown>>(
  'groups-of-person',
)
const groupId = groupMembers.groupId

export function findMostRecentlyActiveGroups(db: Db, userId: number): Promise<ListedGroup[]> {
  return runPrepared(db, 'newest', () => buildGroupQuery(sql`${groupId} = any(${newestIds})`, newestFirst), {
    me: userId,
  })
}

/** Lists one page of the user's groups, ordered by id, because new messages do not change this order between pages. */
export function findGroupsAfterId(db: Db, userId: number, after: number): Promise<ListedGroup[]> {
  const buildNewerGroupsQuery = () =>
    buildGroupQuery(sql`${groupId} > ${sql.placeholder('after')} and ${isVisible}`, sql`${groupId}`)
  return runPrepared(db, 'by number', buildNewerGroupsQuery, { me: userId, after })
}

export async function findGroup(db: Db, userId: number, id: number): Promise<ListedGroup | undefined> {
  const buildSingleGroupQuery = () =>
    buildGroupQuery(sql`${groupId} = ${sql.placeholder('id')}`, sql`${groupId}`)
  const [group] = await runPrepared(db, 'one', buildSingleGroupQuery, { me: userId, id })
  return group
}
