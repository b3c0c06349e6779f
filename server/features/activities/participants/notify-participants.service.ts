import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { notifyUsers } from '#server/events/events.service.ts'
import type { Activity } from '#server/features/activities/activities.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { VersionedTitle } from '#shared/language/put-translation-in-reader-language-first.ts'

type NotifiedActivity = VersionedTitle &
  Pick<Activity, 'id' | 'startDate' | 'endDate' | 'timeZone' | 'location'>
type Occasion =
  | 'activity.moved_up'
  | 'activity.changed'
  | 'activity.cancelled'
  | 'activity.reminder_day'
  | 'activity.reminder_hour'

/** Notifies the given users about an activity in the app and by mail. */
export async function notifyUsersAboutActivity(
  tx: Context,
  activity: NotifiedActivity,
  kind: Occasion,
  people: { id: number; email: string }[],
): Promise<void> {
  const { id, title, language, secondLanguage, secondTitle } = activity
  const { startDate, endDate, timeZone, location } = activity
  await notifyUsers(tx, { users: people.map(person => person.id), kind, params: { activityId: id } })
  await queueMail(tx.db, {
    to: people,
    kind,
    params: {
      activityId: id,
      title,
      language,
      // The mail stores the title in both languages, because its language is chosen only when it is sent.
      ...(secondLanguage && secondTitle && { secondLanguage, secondTitle }),
      timeZone,
      ...(startDate && { startDate: startDate.toISOString() }),
      ...(endDate && { endDate: endDate.toISOString() }),
      ...(location && { location }),
    },
  })
}

/** Notifies all confirmed and waiting participants of an activity except the user who made the change. */
export async function notifyActivityParticipants(
  tx: Context,
  activity: Activity,
  kind: Occasion,
  except: number,
): Promise<void> {
  const { activityId, userId, status } = activityParticipants
  const people = await tx.db
    .select({ id: users.id, email: users.email })
    .from(activityParticipants)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(activityId, activity.id),
        inArray(status, ['registered', 'waiting']),
        eq(users.status, 'active'),
      ),
    )
  await notifyUsersAboutActivity(
    tx,
    activity,
    kind,
    people.filter(person => person.id !== except),
  )
}
