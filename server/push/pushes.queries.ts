// Selects the pushes that are still relevant when they are sent. Messages and notifications read meanwhile are skipped.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import type { PushSubject } from '#server/db/queue/enqueue-jobs.ts'
import { buildUnreadCountSql } from '#server/db/sql/unread-count.ts'
import type { Settings } from '#server/env.ts'
import { buildValidSessionSql } from '#server/sessions/sessions.service.ts'
import type { QuietHours, UnseenSubjects } from '#shared/contracts/account/push.schemas.ts'
import { ringingTimeout } from '#shared/contracts/calls/calls.schemas.ts'
import type { Language } from '#shared/language/languages.ts'
import type { StoredGroupName } from '#shared/names/stored-names.ts'
import type { PushTarget } from './deliver-push.ts'

export interface PushRecipient extends PushTarget {
  id: number
  userId: number
  quietHours: QuietHours | null
  /** Language that the recipient of the push chose, or null if none was chosen. */
  language: Language | null
  /** Whether a push may contain details. False for administrators whose session was idle for too long. */
  isSignedIn: boolean
  unseen: UnseenSubjects
  count: number
}

export interface GroupPush extends PushRecipient {
  about: 'group'
  groupId: number
  group: StoredGroupName
  isEncrypted: boolean
  unread: number
  sender: string
  content: string
  messageType: string
}

export interface CallPush extends PushRecipient {
  about: 'call'
  groupId: number
  group: StoredGroupName
  caller: string
  callId: string
  isAudioOnly: boolean
  /** True when the user has answered the call on another device, so that this device must stop ringing. */
  isAnswered: boolean
}

export interface NotificationPush extends PushRecipient {
  about: 'notification'
  notificationId: number
  kind: string
  subject: string | null
  subjectId: number | null
}

export type PendingPush = GroupPush | CallPush | NotificationPush

/** Maximum number of ids of unread groups, notifications or calls in a push. If there are more, the push has no ids. */
const maxListedIds = 60

/** SQL that aggregates the ids of unread items into a JSON list, or null when there are more than `maxListedIds`. */
const buildLimitedIdsSql = (
  ids: SQL,
) => sql`(select case when count(*) <= ${maxListedIds} then coalesce(json_agg(id), '[]') end
  from (${ids} limit ${maxListedIds + 1}) ids(id))`

const unreadGroups = sql`from group_members om join message_groups og on og.id = om.group_id
  where om.user_id = d.user_id and og.is_active and ${buildUnreadCountSql('og', 'om')} > 0`
const unreadNotifications = sql`from notifications o where o.user_id = d.user_id and o.read_at is null`
const ringingCalls = sql`select c.group_id from calls c join group_members om on om.group_id = c.group_id
  where om.user_id = d.user_id and c.ended_at is null`

const buildRecipientColumnsSql = (
  idleHours: number,
) => sql`d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth,
  u.quiet_hours as "quietHours", u.language, (${sql.raw(buildValidSessionSql(String(idleHours)))}) as "isSignedIn",
  json_build_object('group', ${buildLimitedIdsSql(sql`select og.id ${unreadGroups}`)},
    'notification', ${buildLimitedIdsSql(sql`select o.id ${unreadNotifications}`)}, 'call', ${buildLimitedIdsSql(ringingCalls)}) as unseen,
  ((select coalesce(sum(${buildUnreadCountSql('og', 'om')}), 0) ${unreadGroups})
    + (select count(*) ${unreadNotifications}))::int as count`

/** SQL join of the push device `d`, its valid session `s` and its active user `u`. */
const buildRecipientsSql = (to: number[]) => sql`push_devices d
  join sessions s on s.id = d.session_id and s.expires_at > now()
  join users u on u.id = d.user_id and u.status = 'active' and u.erased_at is null
   and d.id = any(${sql.param(to)}::int[])`

const buildPushEnabledCondition = (kind: SQL) => sql`not u.muted @> array['push:' || ${kind}]`

/** SQL for the columns from which the name of the message group `g` is built: name, type, country and kind. */
const groupNameColumns = sql`json_build_object('name', g.name, 'type', g.type, 'country', g.country,
  'isDirect', g.direct_key is not null)`

/** SQL for pushes about messages: the newest unread message of another user, or no row when there is none. */
const buildGroupPushesSql = (columns: SQL, to: number[], groupId: number) => sql`
  select 'group' as about, ${columns}, g.id as "groupId", ${groupNameColumns} as "group",
         g.encrypted as "isEncrypted",
         ${buildUnreadCountSql('g', 'gm')}::int as unread, sender.full_name as sender,
         left(m.content, 300) as content, m.message_type as "messageType"
    from ${buildRecipientsSql(to)}
    join group_members gm on gm.user_id = d.user_id and gm.group_id = ${groupId}
    join message_groups g on g.id = gm.group_id and g.is_active
    join lateral (select * from messages m where m.group_id = g.id and m.seq > gm.last_read_seq
      and m.sender_id <> d.user_id and m.message_type <> 'call' and m.deleted_at is null and m.hidden_for is null order by m.seq desc limit 1) m on true
    join users sender on sender.id = m.sender_id
   where ${buildPushEnabledCondition(sql`'message.received'`)} and coalesce(gm.muted_until <= now(), true)`

/** SQL condition on the call `c`: the call started so recently that it is still ringing. */
export const isStillRinging = sql`c.started_at > now() - make_interval(secs => ${ringingTimeout / 1000})`

/** SQL for call pushes: ringing calls, for users who have neither joined nor declined the call. */
const buildCallPushesSql = (columns: SQL, to: number[], groupId: number) => sql`
  select 'call' as about, ${columns}, g.id as "groupId", ${groupNameColumns} as "group",
         caller.full_name as caller, c.id as "callId",
         c.is_audio_only as "isAudioOnly", false as "isAnswered"
    from ${buildRecipientsSql(to)}
    join group_members gm on gm.user_id = d.user_id and gm.group_id = ${groupId}
    join message_groups g on g.id = gm.group_id
    join calls c on c.group_id = g.id and c.ended_at is null and c.started_by <> d.user_id
     and ${isStillRinging}
    join users caller on caller.id = c.started_by
   where ${buildPushEnabledCondition(sql`'call.ringing'`)}
     and not exists (select from call_declines x where x.call_id = c.id and x.user_id = d.user_id)
     and not exists (select from call_members x where x.call_id = c.id and x.user_id = d.user_id and x.left_at is null)`

/**
 * SQL for pushes that stop the ringing on the other devices of a user who answered the call.
 * Browsers require each push to show a notification; this one says that the call was answered.
 */
const buildAnsweredCallPushesSql = (columns: SQL, to: number[], groupId: number) => sql`
  select 'call' as about, ${columns}, g.id as "groupId", ${groupNameColumns} as "group",
         caller.full_name as caller, c.id as "callId",
         c.is_audio_only as "isAudioOnly", true as "isAnswered"
    from ${buildRecipientsSql(to)}
    join message_groups g on g.id = ${groupId}
    join calls c on c.group_id = g.id and c.ended_at is null and c.started_by <> d.user_id and ${isStillRinging}
    join users caller on caller.id = c.started_by
    join call_members x on x.call_id = c.id and x.user_id = d.user_id and x.left_at is null
   where ${buildPushEnabledCondition(sql`'call.ringing'`)}`

/**
 * SQL: title of an activity or announcement in the language of the recipient `u`, if the record has a version in that
 * language.
 */
const buildTitleSqlForReader = (table: 'a' | 'h', defaultLanguage: Language) => {
  const alias = sql.raw(table)
  return sql`case when ${alias}.second_language = coalesce(u.language, ${defaultLanguage})
    then ${alias}.second_title else ${alias}.title end`
}

/** SQL for notification pushes: unread notifications with the current name of the user or record they are about. */
const buildNotificationPushesSql = (columns: SQL, to: number[], ids: number[], language: Language) => sql`
  select 'notification' as about, ${columns}, n.id::float8 as "notificationId", n.kind,
         coalesce(p.full_name, ${buildTitleSqlForReader('a', language)}, k.name, ${buildTitleSqlForReader('h', language)}, m2.title, e2.title, s2.city, s2.country) as subject,
         coalesce((n.params->>'groupId')::int, p.id, a.id, k.id, h.id, s2.id, m2.id, e2.id) as "subjectId"
    from ${buildRecipientsSql(to)}
    join notifications n on n.user_id = d.user_id and n.id = any(${sql.param(ids)}::bigint[]) and n.read_at is null
    left join users p on p.id = (n.params->>'userId')::int
    left join activities a on a.id = (n.params->>'activityId')::int
    left join clubs k on k.id = (n.params->>'clubId')::int
    left join roll_calls s2 on s2.id = (n.params->>'rollCallId')::int
    left join elections e2 on e2.id = (n.params->>'electionId')::int
    left join motions m2 on m2.id = (n.params->>'motionId')::int
    left join announcements h on h.id = (n.params->>'announcementId')::int
   where ${buildPushEnabledCondition(sql`n.kind`)}
     -- A reminder is skipped once the activity has started or was cancelled.
     and (n.kind not in ('activity.reminder_day', 'activity.reminder_hour')
       or (a.status = 'planned' and a.start_date > now()))`

export async function findPendingPushes(
  db: Db,
  { ADMIN_IDLE_HOURS, DEFAULT_LANGUAGE }: Pick<Settings, 'ADMIN_IDLE_HOURS' | 'DEFAULT_LANGUAGE'>,
  about: PushSubject,
  to: number[],
): Promise<PendingPush[]> {
  const columns = buildRecipientColumnsSql(ADMIN_IDLE_HOURS)
  const query =
    'group' in about
      ? buildGroupPushesSql(columns, to, about.group)
      : 'call' in about
        ? buildCallPushesSql(columns, to, about.call)
        : 'answered' in about
          ? buildAnsweredCallPushesSql(columns, to, about.answered)
          : buildNotificationPushesSql(columns, to, about.notifications, DEFAULT_LANGUAGE)
  const { rows } = await db.execute(query)
  return rows as unknown as PendingPush[]
}
