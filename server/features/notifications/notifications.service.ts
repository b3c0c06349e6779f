import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { activities } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import type { NotificationKind, ReadBody } from '#shared/contracts/notifications.ts'

const newest = 30

/** A row holds ids; whom they are about is looked up when it is read, so that an erased name is gone here too. */
const idIn = (name: 'userId' | 'activityId' | 'clubId' | 'groupId') =>
  sql<number>`(${notifications.params}->>${sql.raw(`'${name}'`)})::int`

export async function listNotifications(db: Db, userId: number) {
  const rows = await db
    .select({
      id: notifications.id,
      kind: sql<NotificationKind>`${notifications.kind}`,
      subject: sql<string | null>`coalesce(${users.fullName}, ${activities.title}, ${clubs.name})`,
      subjectId: sql<number | null>`coalesce(${idIn('groupId')}, ${users.id}, ${activities.id}, ${clubs.id})`,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, idIn('userId')))
    .leftJoin(activities, eq(activities.id, idIn('activityId')))
    .leftJoin(clubs, eq(clubs.id, idIn('clubId')))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(newest)
  return rows
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.count ?? 0
}

/** Only ever one's own; ids of others simply match nothing. */
export async function markRead(db: Db, userId: number, { ids }: ReadBody): Promise<number> {
  return db.transaction(async tx => {
    const { rowCount } = await tx
      .update(notifications)
      .set({ readAt: sql`now()` })
      .where(
        and(
          eq(notifications.userId, userId),
          isNull(notifications.readAt),
          ids && inArray(notifications.id, ids),
        ),
      )
    // This person's other windows follow.
    if (rowCount)
      await announce(tx, { type: 'refresh', urls: ['/api/notifications'], to: { users: [userId] } })
    return countUnread(tx, userId)
  })
}
