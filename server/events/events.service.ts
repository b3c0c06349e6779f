import { sql } from 'drizzle-orm'
import { type Audience, announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import type { AuditKind } from '#shared/contracts/audit.ts'
import type { NotificationKind } from '#shared/contracts/notifications.ts'

interface Word {
  users: number[]
  kind: NotificationKind
  params: Record<string, number>
}

interface Event {
  kind: AuditKind
  /** Left out: whoever is signed in; otherwise a visitor, or the program itself. */
  actorId?: number
  /** Whom or what it was done to, and the country it belongs to. Ids and codes only, never names. */
  target?: { type: 'user' | 'club' | 'activity' | 'group'; id: number; country: string | null }
  /** For what concerns no single record: whose administrators may read of it. */
  country?: string | null
  details?: Record<string, string | number | boolean | null>
  /** Who is told, and of what. */
  notify?: Word
  /** Whose lists have changed. */
  refresh?: { urls: string[]; to: Audience }
}

/**
 * All that follows from a change, in one call and in its transaction: the record of who did what, word to those
 * concerned, and screens that follow. If the transaction fails, none of it has happened.
 */
export async function recordEvent(tx: { db: Db; actor?: { id: number } }, event: Event): Promise<void> {
  const { db } = tx
  const { kind, actorId = tx.actor?.id, target, country, details, refresh } = event
  await db.insert(auditEvents).values({
    kind,
    actorId,
    details,
    country,
    ...(target && { targetType: target.type, targetId: String(target.id), country: target.country }),
  })
  if (event.notify) await notify(db, event.notify)
  if (refresh) await announce(db, { type: 'refresh', ...refresh })
}

/** Word to these people, however many, at the bell of each who wants to hear of such things. */
export async function notify(db: Db, { users, kind, params }: Word): Promise<void> {
  if (users.length === 0) return
  await db.execute(sql`
    insert into ${notifications} (user_id, kind, params)
    select u.id, ${kind}, ${JSON.stringify(params)}::jsonb from users u
     where u.id = any(${sql.param(users)}::int[]) and u.erased_at is null and not u.muted @> array[${`app:${kind}`}]`)
  await announce(db, { type: 'refresh', urls: ['/api/notifications'], to: { users } })
}

/** A person as the target of an event, with the country that decides who may read of it. */
export function userTarget(user: { id: number; currentCountry: string | null }) {
  return { type: 'user' as const, id: user.id, country: user.currentCountry }
}
