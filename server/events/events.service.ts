// Side effects of a data change: audit event, notifications, pushes, and topics (kinds of data) that clients reload.
// Side effects are written in the transaction of the change, so they happen if and only if the change commits.
import { sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { type Audience, publishEvent } from '#server/db/bus/bus.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { queueNotificationPushes } from '#server/push/queue-push.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { isNotificationSentByPush } from '#shared/contracts/account/preferences.schemas.ts'
import type { NotificationKind } from '#shared/notification-kinds.ts'
import type { Topic } from '#shared/realtime/topics.ts'

/** Ids of records that a notification can be about. The list of notifications looks up their current names. */
export type NotificationParam =
  | 'accountId'
  | 'activityId'
  | 'announcementId'
  | 'bookId'
  | 'chargeId'
  | 'clubId'
  | 'electionId'
  | 'groupId'
  | 'importId'
  | 'messageId'
  | 'motionId'
  | 'planId'
  | 'receiptId'
  | 'rollCallId'
  | 'seq'
  | 'userId'

interface NotificationRequest {
  users: number[]
  kind: NotificationKind
  /** Parameters stored with the notification; `their own` stands for each recipient's user id as the `userId`. */
  params: Partial<Record<NotificationParam, number>> | 'their own'
}

interface Invalidation {
  topics: Topic[]
  to: Audience
}

/** Database transaction that changes data, with the user and the browser window that requested the change. */
export type ChangeContext = Pick<Context, 'db'> &
  Partial<Pick<SignedInContext, 'actor' | 'invalidatedTopics' | 'window'>>

interface Event {
  kind: AuditKind
  /** Id of the user who made the change: by default the signed-in user; undefined for visitors and for the server. */
  actorId?: number
  /**
   * Record that the audit event is about, with its country.
   * Holds ids and country codes only, because names are private.
   */
  target?: {
    type: 'user' | 'club' | 'activity' | 'group' | 'announcement'
    id: number
    country: string | null
  }
  /** Country whose administrators may read an audit event, for events that are not about a particular record. */
  country?: string | null
  details?: Record<string, string | number | boolean | null>
  /** Notification that is sent to users when the audit event is recorded. */
  notify?: NotificationRequest
  /** Topics (kinds of data) that clients must load again, and the users whose clients are notified. */
  touches?: Invalidation | Invalidation[]
}

/**
 * Records an audit event, notifies users and invalidates topics, all within the transaction of the change. If the
 * transaction fails, none of these is stored.
 */
export async function recordAuditEvent(tx: ChangeContext, event: Event): Promise<void> {
  const { touches = [] } = event
  await recordAuditEvents(tx, [event])
  if (event.notify) await notifyUsers(tx, event.notify)
  for (const invalidation of [touches].flat()) await invalidateClientCache(tx, invalidation)
}

/** Records many audit events at once, without notifying users or invalidating data that clients have cached. */
export async function recordAuditEvents(
  tx: ChangeContext,
  events: Omit<Event, 'notify' | 'touches'>[],
): Promise<void> {
  await tx.db.insert(auditEvents).values(
    events.map(({ kind, actorId = tx.actor?.id, target, country, details }) => ({
      kind,
      actorId,
      details,
      country,
      ...(target && { targetType: target.type, targetId: String(target.id), country: target.country }),
    })),
  )
  tx.invalidatedTopics?.add('audit')
}

/**
 * Returns true when the recipients of an invalidation include the user who made the change. A user who changes
 * something in a country or club is always among the recipients in that country or club.
 */
function includesActor({ id }: { id: number }, { users = [], group, reach, everybody }: Audience): boolean {
  return everybody === true || group !== undefined || reach !== undefined || users.includes(id)
}

/**
 * Marks cached data as outdated by topic: in the actor's client through the response, in others by an event after the
 * commit.
 */
export async function invalidateClientCache(tx: ChangeContext, { topics, to }: Invalidation): Promise<void> {
  if (tx.actor && includesActor(tx.actor, to)) for (const topic of topics) tx.invalidatedTopics?.add(topic)
  await publishEvent(tx.db, { type: 'refresh', topics, to, by: tx.window })
}

/** Notifies users in the app and on their devices, except users who muted the kind of notification. */
export async function notifyUsers(
  tx: ChangeContext,
  { users, kind, params }: NotificationRequest,
): Promise<void> {
  if (users.length === 0) return
  const paramsSql =
    params === 'their own' ? sql`jsonb_build_object('userId', u.id)` : sql`${JSON.stringify(params)}::jsonb`
  const { rows } = await tx.db.execute<{ notificationId: number; device: number }>(sql`
    with told as (
      insert into ${notifications} (user_id, kind, params)
      select u.id, ${kind}, ${paramsSql} from users u
       where u.id = any(${sql.param(users)}::int[]) and u.erased_at is null and not u.muted @> array[${`app:${kind}`}]
      returning id, user_id
    )
    select t.id::float8 as "notificationId", d.id as device from told t join push_devices d on d.user_id = t.user_id`)
  if (isNotificationSentByPush(kind)) await queueNotificationPushes(tx.db, rows)
  await invalidateClientCache(tx, { topics: ['notifications'], to: { users } })
}

/** Builds the target of an audit event about a user. The user's country decides which administrators may read it. */
export function buildUserAuditTarget(user: { id: number; currentCountry: string | null }) {
  return { type: 'user' as const, id: user.id, country: user.currentCountry }
}
