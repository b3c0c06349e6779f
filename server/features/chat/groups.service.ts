import { and, desc, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { Country } from '#shared/constants.ts'
import { type Actor, runsGroup } from '#shared/policies.ts'
import { lockGroup } from './lock-group.queries.ts'
import { isDeleted, isHidden, preview, shownPerson } from './messages.queries.ts'

const senders = alias(users, 'senders')
const peers = alias(users, 'peers')
const others = alias(groupMembers, 'others')
const called = alias(calls, 'called')

/** Where the kept figures know how many active people a group of the system has; it can be a million. */
const isSummaryOfGroup = and(
  eq(summaries.entity, 'user'),
  eq(summaries.status, 'active'),
  sql`(${summaries.dimension}, ${summaries.key}) = (
    case ${messageGroups.type} when 'global' then 'all' else ${messageGroups.type} end,
    coalesce(${messageGroups.country}, ${messageGroups.clubId}::text, ''))`,
)

const memberCount = sql<number>`case when ${messageGroups.type} = 'custom'
  then (select count(*)::int from group_members counted where counted.group_id = ${messageGroups.id})
  else coalesce(${summaries.count}, 0) end`

/** By its place, which an index holds; calls that said so themselves are among the messages. */
const isNewestCall = sql`${called.id} = (select c.id from calls c
  where c.group_id = ${messageGroups.id} and c.after_seq is not null
  order by c.after_seq desc, c.started_at desc limit 1)`

/** When something was last said in it, or somebody called. */
const newestMoment = sql`greatest(coalesce(${messages.createdAt}, ${messageGroups.createdAt}), ${called.startedAt})`

const unreadCount = sql<number>`case when ${messageGroups.isActive}
  then (${messageGroups.lastSeq} - ${groupMembers.lastReadSeq})::int else 0 end`

function selectGroups(db: Db, actor: Actor, where?: SQL) {
  const { id, name, type, clubId, encrypted, isActive, createdBy, createdAt, lastSeq } = messageGroups
  const { seq, senderId, messageType } = messages
  return db
    .select({
      group: { id, name, type, clubId, encrypted, isActive, createdBy, createdAt, lastSeq },
      // A club's group is in the country of the club.
      country: sql<Country | null>`coalesce(${messageGroups.country},
        (select c.country from clubs c where c.id = ${messageGroups.clubId}))`,
      direct: sql<boolean>`${messageGroups.directKey} is not null`,
      role: groupMembers.role,
      lastReadSeq: groupMembers.lastReadSeq,
      mutedUntil:
        sql<Date | null>`case when ${groupMembers.mutedUntil} > now() then ${groupMembers.mutedUntil} end`.mapWith(
          groupMembers.mutedUntil,
        ),
      isPinned: groupMembers.isPinned,
      pins: sql<
        number[]
      >`array(select pm.seq::float8 from message_pins p join messages pm on pm.id = p.message_id
        where p.group_id = ${messageGroups.id} order by p.created_at desc)`,
      memberCount,
      unreadCount,
      isMentioned: sql<boolean>`coalesce(${groupMembers.mentionedSeq} > ${groupMembers.lastReadSeq}, false)`,
      newest: {
        seq,
        senderId,
        content: preview,
        messageType,
        isHidden,
        isDeleted,
        createdAt: messages.createdAt,
      },
      sender: shownPerson(senders),
      lastCall: { startedBy: called.startedBy, startedAt: called.startedAt, isAudioOnly: called.isAudioOnly },
      isMissed: sql<boolean>`${called.answeredAt} is null and ${called.endedAt} is not null`,
      isBlocked: sql<boolean>`exists (select from blocked_people b
        where b.user_id = ${groupMembers.userId} and b.blocked_id = ${peers.id})`,
      peer: { id: peers.id },
      peerShown: shownPerson(peers),
    })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .leftJoin(messages, and(eq(messages.groupId, id), eq(messages.seq, lastSeq)))
    .leftJoin(senders, eq(senders.id, senderId))
    .leftJoin(
      others,
      and(
        eq(others.groupId, id),
        ne(others.userId, groupMembers.userId),
        sql`${messageGroups.directKey} is not null`,
      ),
    )
    .leftJoin(peers, eq(peers.id, others.userId))
    .leftJoin(summaries, isSummaryOfGroup)
    .leftJoin(called, isNewestCall)
    .where(and(eq(groupMembers.userId, actor.id), where))
    .orderBy(desc(groupMembers.isPinned), desc(newestMoment), desc(id))
}

function asGroup(actor: Actor, row: Awaited<ReturnType<typeof selectGroups>>[number]) {
  const { group, newest, sender, peer, peerShown, lastCall, isMissed, ...own } = row
  const other = peer && { id: peer.id, ...peerShown }
  return {
    ...group,
    ...own,
    mayRun: runsGroup(actor, { ...group, ...own }),
    peer: other,
    name: other?.fullName ?? group.name,
    lastMessage: newest && { ...newest, sender },
    lastCall: lastCall && { ...lastCall, isMissed },
  }
}

/** Somebody has looked at one's name, and neither said anything yet nor called: that is theirs to know. */
const isUntold = (actor: Actor) =>
  sql`(${messageGroups.directKey} is not null and ${messageGroups.lastSeq} = 0
    and ${messageGroups.createdBy} is distinct from ${actor.id}
    and not exists (select from calls c where c.group_id = ${messageGroups.id}))`

/** The conversation in which something was said last comes first. */
export async function listGroups({ db, actor }: SignedIn) {
  return (await selectGroups(db, actor, not(isUntold(actor)))).map(row => asGroup(actor, row))
}

export async function getGroup({ db, actor }: SignedIn, id: number) {
  const [row] = await selectGroups(db, actor, eq(messageGroups.id, id))
  if (!row) throw notFound()
  return asGroup(actor, row)
}

/** A group one belongs to, and what one is in it. */
export async function requireGroup({ db, actor }: SignedIn, id: number) {
  const [row] = await db
    .select({ group: messageGroups, role: groupMembers.role })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, id), eq(groupMembers.userId, actor.id)))
  if (!row) throw notFound()
  return { ...row.group, role: row.role }
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
