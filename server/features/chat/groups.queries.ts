// The groups of one person as lists show them: each with its newest words and call, and how far they have read.
// Asked with every page that is opened, so PostgreSQL plans it once.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { preparedShapes } from '#server/db/prepared.ts'
import { calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { ownUnread, unreadCount } from '#server/db/unread-count.ts'
import { type Country, groupsAPage, newestGroups } from '#shared/constants.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { isDeleted, isHidden, preview, shownPerson } from './messages.queries.ts'

const senders = alias(users, 'senders')
const peers = alias(users, 'peers')
const others = alias(groupMembers, 'others')
const called = alias(calls, 'called')
const me = sql.placeholder('me')

/** Where the kept figures know how many active people a group of the system has; it can be a million. */
const isSummaryOfGroup = sql`${summaries.entity} = 'user' and ${summaries.status} = 'active'
  and (${summaries.dimension}, ${summaries.key}) = (
    case ${messageGroups.type} when 'global' then 'all' else ${messageGroups.type} end,
    coalesce(${messageGroups.country}, ${messageGroups.clubId}::text, ''))`

const memberCount = sql`case when ${messageGroups.type} = 'custom'
  then (select count(*)::int from group_members counted where counted.group_id = ${messageGroups.id})
  else coalesce(${summaries.count}, 0)::int end`

const isNewestMessage = sql`${messages.groupId} = ${messageGroups.id} and ${messages.seq} = ${messageGroups.lastSeq}`

/** By its place, which an index holds; calls that said so themselves are among the messages. */
const isNewestCall = sql`${called.id} = (select c.id from calls c
  where c.group_id = ${messageGroups.id} and c.after_seq is not null
  order by c.after_seq desc, c.started_at desc limit 1)`

/** What one has pinned, then where something was said last. */
const newestFirst = sql`${groupMembers.isPinned} desc, ${messageGroups.newestAt} desc, ${messageGroups.id} desc`

/** Somebody has looked at one's name, and neither said anything yet nor called: that is theirs to know. */
const isTold = sql`(${messageGroups.directKey} is null or ${messageGroups.lastSeq} > 0
  or ${messageGroups.createdBy} = ${me} or exists (select from calls c where c.group_id = ${messageGroups.id}))`

/** By themselves: all that is shown of a group would else be looked up for every one that somebody is in. */
const newestIds = sql`array(select ${groupMembers.groupId} from ${groupMembers}
    join ${messageGroups} on ${messageGroups.id} = ${groupMembers.groupId}
  where ${groupMembers.userId} = ${me} and ${isTold}
  order by ${newestFirst} limit ${sql.raw(String(newestGroups))})`

const [sender, peer] = [shownPerson(senders), shownPerson(peers)]

/** Null, all of the newest message: nothing was said yet; all of the call: there was none; of the peer: it is no conversation of two. */
const columns: Record<keyof ListedGroup, unknown> = {
  id: messageGroups.id,
  name: messageGroups.name,
  type: messageGroups.type,
  clubId: messageGroups.clubId,
  // A club's group is in the country of the club.
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
  memberCount,
  unreadCount: sql`case when ${messageGroups.isActive}
    then ${unreadCount()}::int else 0 end`,
  ownUnread: ownUnread(),
  isMentioned: sql`coalesce(${groupMembers.mentionedSeq} > ${groupMembers.lastReadSeq}, false)`,
  isBlocked: sql`exists (select from blocked_people b
    where b.user_id = ${groupMembers.userId} and b.blocked_id = ${peers.id})`,
  saidSeq: sql`${messages.seq}::float8`,
  saidBy: messages.senderId,
  saidByName: sender.fullName,
  saidByImage: sender.profileImageUrl,
  said: preview,
  saidAs: messages.messageType,
  saidIsHidden: isHidden,
  saidIsDeleted: isDeleted,
  saidAt: messages.createdAt,
  calledBy: called.startedBy,
  calledAt: called.startedAt,
  calledByVoice: called.isAudioOnly,
  calledInVain: sql`${called.answeredAt} is null and ${called.endedAt} is not null`,
  peerId: peers.id,
  peerName: peer.fullName,
  peerImage: peer.profileImageUrl,
}

type Own = Omit<
  GroupRow,
  'createdAt' | 'mutedUntil' | 'mayRun' | 'lastMessage' | 'lastCall' | 'peer' | 'country'
>

export interface ListedGroup extends Own {
  createdAt: Date
  mutedUntil: Date | null
  country: Country | null
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

const shown = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)
const listed = (which: SQL, order: SQL) => sql`select ${sql.join(shown, sql`, `)} from ${groupMembers}
    join ${messageGroups} on ${messageGroups.id} = ${groupMembers.groupId}
    left join ${messages} on ${isNewestMessage}
    left join users ${senders} on ${senders.id} = ${messages.senderId}
    left join group_members ${others} on ${others.groupId} = ${messageGroups.id}
      and ${others.userId} <> ${groupMembers.userId} and ${messageGroups.directKey} is not null
    left join users ${peers} on ${peers.id} = ${others.userId}
    left join ${summaries} on ${isSummaryOfGroup}
    left join calls ${called} on ${isNewestCall}
  where ${groupMembers.userId} = ${me} and ${which} order by ${order} limit ${sql.raw(String(groupsAPage))}`

const ask = preparedShapes<ListedGroup & Record<string, unknown>>('groups-of-person')
const groupId = groupMembers.groupId

export function findNewestGroups(db: Db, userId: number): Promise<ListedGroup[]> {
  return ask(db, 'newest', () => listed(sql`${groupId} = any(${newestIds})`, newestFirst), { me: userId })
}

/** By their numbers, which nothing that is said moves. */
export function findGroupsAfter(db: Db, userId: number, after: number): Promise<ListedGroup[]> {
  const build = () => listed(sql`${groupId} > ${sql.placeholder('after')} and ${isTold}`, sql`${groupId}`)
  return ask(db, 'by number', build, { me: userId, after })
}

export async function findGroup(db: Db, userId: number, id: number): Promise<ListedGroup | undefined> {
  const build = () => listed(sql`${groupId} = ${sql.placeholder('id')}`, sql`${groupId}`)
  const [group] = await ask(db, 'one', build, { me: userId, id })
  return group
}
