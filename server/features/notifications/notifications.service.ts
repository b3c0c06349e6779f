import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { rollCalls } from '#server/db/schema/roll-calls.ts'
import { touch } from '#server/events/events.service.ts'
import type { NotificationsQuery, ReadBody } from '#shared/contracts/notifications.ts'
import { type NotificationKind, notificationKinds } from '#shared/notification-kinds.ts'

/** A row holds ids; whom they are about is looked up when it is read, so that an erased name is gone here too. */
const idIn = (name: 'userId' | 'activityId' | 'clubId' | 'groupId' | 'announcementId' | 'rollCallId') =>
  sql<number>`(${notifications.params}->>${sql.raw(`'${name}'`)})::int`

/** Page by page, by key: what comes in meanwhile moves nothing. */
export async function listNotifications({ db, actor }: SignedIn, query: NotificationsQuery) {
  return db
    .select({
      id: notifications.id,
      kind: sql<NotificationKind>`${notifications.kind}`,
      subject: sql<
        string | null
      >`coalesce(${users.fullName}, ${activities.title}, ${clubs.name}, ${announcements.title}, ${rollCalls.city}, ${rollCalls.country}, ${messages.hiddenFor})`,
      subjectId: sql<
        number | null
      >`coalesce(${idIn('groupId')}, ${users.id}, ${activities.id}, ${clubs.id}, ${announcements.id}, ${rollCalls.id})`,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, idIn('userId')))
    .leftJoin(activities, eq(activities.id, idIn('activityId')))
    .leftJoin(clubs, eq(clubs.id, idIn('clubId')))
    .leftJoin(announcements, eq(announcements.id, idIn('announcementId')))
    .leftJoin(rollCalls, eq(rollCalls.id, idIn('rollCallId')))
    .leftJoin(messages, eq(messages.id, sql`(${notifications.params}->>'messageId')::bigint`))
    .where(
      and(
        eq(notifications.userId, actor.id),
        // Another release may have written kinds that this one does not know.
        inArray(notifications.kind, notificationKinds),
        query.before ? lt(notifications.id, query.before) : undefined,
        query.show === 'unread' ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(query.limit)
}

export async function countUnread({ db, actor }: SignedIn): Promise<number> {
  return db.$count(notifications, and(eq(notifications.userId, actor.id), isNull(notifications.readAt)))
}

/** Only ever one's own; ids of others simply match nothing. */
export async function markRead(context: SignedIn, { ids }: ReadBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const { rowCount } = await db
      .update(notifications)
      .set({ readAt: sql`now()` })
      .where(
        and(
          eq(notifications.userId, actor.id),
          isNull(notifications.readAt),
          ids && inArray(notifications.id, ids),
        ),
      )
    // This person's other windows follow.
    if (rowCount) await touch(tx, { topics: ['notifications'], to: { users: [actor.id] } })
    return countUnread(tx)
  })
}
