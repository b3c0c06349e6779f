import { sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { type Audience, announce } from '#server/db/bus.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { queueNotificationPushes } from '#server/push/queue-push.service.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { isPushed } from '#shared/contracts/preferences.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import type { NotificationKind } from '#shared/notification-kinds.ts'

interface Word {
  users: number[]
  kind: NotificationKind
  /** `their own`: it is about whoever is told. */
  params: Record<string, number> | 'their own'
}

interface Touch {
  topics: Topic[]
  to: Audience
}

/** The transaction in which something changes, and on whose behalf. */
export type Change = Pick<Context, 'db'> & Partial<Pick<SignedIn, 'actor' | 'touched' | 'window'>>

interface Event {
  kind: AuditKind
  /** Left out: whoever is signed in; otherwise a visitor, or the program itself. */
  actorId?: number
  /** Whom or what it was done to, and the country it belongs to. Ids and codes only, never names. */
  target?: {
    type: 'user' | 'club' | 'activity' | 'group' | 'announcement'
    id: number
    country: string | null
  }
  /** For what concerns no single record: whose administrators may read of it. */
  country?: string | null
  details?: Record<string, string | number | boolean | null>
  /** Who is told, and of what. */
  notify?: Word
  /** What shows it, on whose screens. */
  touches?: Touch | Touch[]
}

/**
 * All that follows from a change, in one call and in its transaction: the record of who did what, word to those
 * concerned, and screens that follow. If the transaction fails, none of it has happened.
 */
export async function recordEvent(tx: Change, event: Event): Promise<void> {
  const { touches = [] } = event
  await recordEvents(tx, [event])
  if (event.notify) await notify(tx, event.notify)
  for (const one of [touches].flat()) await touch(tx, one)
}

/** The record alone, of what was done to many at once. */
export async function recordEvents(tx: Change, events: Omit<Event, 'notify' | 'touches'>[]): Promise<void> {
  await tx.db.insert(auditEvents).values(
    events.map(({ kind, actorId = tx.actor?.id, target, country, details }) => ({
      kind,
      actorId,
      details,
      country,
      ...(target && { targetType: target.type, targetId: String(target.id), country: target.country }),
    })),
  )
  tx.touched?.add('audit')
}

/** A country or a club is within reach of whoever changes something there; others are named. */
function concerns({ id }: { id: number }, { users = [], group, reach, everybody }: Audience): boolean {
  return everybody === true || group !== undefined || reach !== undefined || users.includes(id)
}

/** Whoever made the change learns of it with the answer; everybody else over the socket, once it has committed. */
export async function touch(tx: Change, { topics, to }: Touch): Promise<void> {
  if (tx.actor && concerns(tx.actor, to)) for (const topic of topics) tx.touched?.add(topic)
  await announce(tx.db, { type: 'refresh', topics, to, by: tx.window })
}

/** Word to these people, however many, at the bell of each who wants to hear of such things, and on their devices. */
export async function notify(tx: Change, { users, kind, params }: Word): Promise<void> {
  if (users.length === 0) return
  const shown =
    params === 'their own' ? sql`jsonb_build_object('userId', u.id)` : sql`${JSON.stringify(params)}::jsonb`
  const { rows } = await tx.db.execute<{ notificationId: number; device: number }>(sql`
    with told as (
      insert into ${notifications} (user_id, kind, params)
      select u.id, ${kind}, ${shown} from users u
       where u.id = any(${sql.param(users)}::int[]) and u.erased_at is null and not u.muted @> array[${`app:${kind}`}]
      returning id, user_id
    )
    select t.id::float8 as "notificationId", d.id as device from told t join push_devices d on d.user_id = t.user_id`)
  if (isPushed(kind)) await queueNotificationPushes(tx.db, rows)
  await touch(tx, { topics: ['notifications'], to: { users } })
}

/** A person as the target of an event, with the country that decides who may read of it. */
export function userTarget(user: { id: number; currentCountry: string | null }) {
  return { type: 'user' as const, id: user.id, country: user.currentCountry }
}
