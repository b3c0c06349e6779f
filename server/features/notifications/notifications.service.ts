import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { elections } from '#server/db/schema/elections.ts'
import { notifications } from '#server/db/schema/events.ts'
import { motions } from '#server/db/schema/motions.ts'
import { rollCalls } from '#server/db/schema/roll-calls.ts'
import { selectTitleInReaderLanguage } from '#server/db/sql/versions.ts'
import { invalidateClientCache, type NotificationParam } from '#server/events/events.service.ts'
import type { NotificationsQuery, ReadBody } from '#shared/contracts/notifications/notifications.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { type NotificationKind, notificationKinds } from '#shared/notification-kinds.ts'

/**
 * Reads the id of a record from the parameters of a notification.
 * Names are looked up when a notification is read, so that notifications keep no name of an erased user.
 */
const buildParamSql = (name: NotificationParam) =>
  sql<number>`(${notifications.params}->>${sql.raw(`'${name}'`)})::int`

const isNotificationAboutRollCall = (kind: NotificationKind) => kind.startsWith('roll_call.')

/** Lists notifications by descending id. Paging by id is stable while new notifications arrive. */
export async function listNotifications({ db, actor }: SignedInContext, query: NotificationsQuery) {
  const rows = await db
    .select({
      id: notifications.id,
      kind: sql<NotificationKind>`${notifications.kind}`,
      subject: sql<
        string | null
      >`coalesce(${selectTitleInReaderLanguage(activities)}, ${clubs.name}, ${selectTitleInReaderLanguage(announcements)}, ${motions.title}, ${elections.title}, ${rollCalls.city}, ${rollCalls.country}, ${messages.hiddenFor})`,
      person: users.fullName,
      subjectId: sql<
        number | null
      >`coalesce(${buildParamSql('groupId')}, ${users.id}, ${activities.id}, ${clubs.id}, ${announcements.id}, ${rollCalls.id}, ${motions.id}, ${elections.id})`,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, buildParamSql('userId')))
    .leftJoin(activities, eq(activities.id, buildParamSql('activityId')))
    .leftJoin(clubs, eq(clubs.id, buildParamSql('clubId')))
    .leftJoin(announcements, eq(announcements.id, buildParamSql('announcementId')))
    .leftJoin(rollCalls, eq(rollCalls.id, buildParamSql('rollCallId')))
    .leftJoin(motions, eq(motions.id, buildParamSql('motionId')))
    .leftJoin(elections, eq(elections.id, buildParamSql('electionId')))
    .leftJoin(messages, eq(messages.id, sql`(${notifications.params}->>'messageId')::bigint`))
    .where(
      and(
        eq(notifications.userId, actor.id),
        // Notification kinds that a newer release has stored are unknown to this release and skipped.
        inArray(notifications.kind, notificationKinds),
        query.before ? lt(notifications.id, query.before) : undefined,
        query.show === 'unread' ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(query.limit)
  // The notification about a roll call (safety check) of a whole country contains the name of the country.
  return rows.map(({ person, subject, ...row }) => ({
    ...row,
    subject: isNotificationAboutRollCall(row.kind) ? getCountryName(subject) : (person ?? subject),
  }))
}

export async function countUnreadNotifications({ db, actor }: SignedInContext): Promise<number> {
  return db.$count(notifications, and(eq(notifications.userId, actor.id), isNull(notifications.readAt)))
}

/** Marks notifications of the actor as read. Ids of other users' notifications have no effect. */
export async function markNotificationsRead(context: SignedInContext, { ids }: ReadBody): Promise<number> {
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
    // Browser windows other than the one that sent the request reload the notifications of the user.
    if (rowCount) await invalidateClientCache(tx, { topics: ['notifications'], to: { users: [actor.id] } })
    return countUnreadNotifications(tx)
  })
}
