import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { notifyUsersAboutActivity } from '#server/features/activities/participants/notify-participants.service.ts'
import type { VersionedTitle } from '#shared/language/put-translation-in-reader-language-first.ts'

/** The activity reminders, each with notification kind, column that records the sending, and time before the start. */
const reminders = [
  { kind: 'activity.reminder_day', column: sql.raw('reminded_day'), from: '24 hours', until: '1 hour' },
  { kind: 'activity.reminder_hour', column: sql.raw('reminded_hour'), from: '1 hour', until: '0 hours' },
] as const
type Reminder = (typeof reminders)[number]

/** Number of participants reminded per transaction. It is small, so that an aborted transaction loses little work. */
const batchSize = 500

interface Due extends VersionedTitle {
  [column: string]: unknown
  userId: number
  email: string
  activityId: number
  startDate: string
  endDate: string | null
  timeZone: string
  location: string | null
}

/**
 * Selects confirmed participants who are due for a reminder of this start, and marks them as reminded.
 * Members who joined within the reminder period get none, because they know the date.
 * Marks and notifications share one transaction, so a crash neither repeats nor skips a reminder.
 */
async function claimDueParticipants(tx: Context, { column, from, until }: Reminder): Promise<Due[]> {
  const { rows } = await tx.db.execute<Due>(sql`
    with due as (
      select p.id from activities a join activity_participants p on p.activity_id = a.id
        join users u on u.id = p.user_id and u.status = 'active' and u.erased_at is null
       where a.status = 'planned' and a.start_date > now() + ${until}::interval
         and a.start_date <= now() + ${from}::interval
         and p.status = 'registered' and p.${column} is distinct from a.start_date
         and p.created_at < a.start_date - ${from}::interval
       order by a.start_date, p.id limit ${batchSize} for no key update of p skip locked
    )
    update activity_participants p set ${column} = a.start_date
      from due, activities a, users u
     where p.id = due.id and a.id = p.activity_id and u.id = p.user_id
    returning u.id as "userId", u.email, a.id as "activityId", a.title, a.language,
      a.second_language as "secondLanguage", a.second_title as "secondTitle", a.start_date as "startDate",
      a.end_date as "endDate", a.time_zone as "timeZone", a.location`)
  return rows
}

/** Sends one batch of activity reminders, grouped by activity; returns the number of reminded participants. */
async function remindBatchOfParticipants(context: Context, reminder: Reminder): Promise<number> {
  return context.transaction(async tx => {
    const due = await claimDueParticipants(tx, reminder)
    for (const dueId of new Set(due.map(row => row.activityId))) {
      const rows = due.filter(row => row.activityId === dueId)
      const [first] = rows
      if (!first) continue
      const activity = {
        ...first,
        id: dueId,
        startDate: new Date(first.startDate),
        endDate: first.endDate ? new Date(first.endDate) : null,
      }
      const people = rows.map(({ userId, email }) => ({ id: userId, email }))
      await notifyUsersAboutActivity(tx, activity, reminder.kind, people)
    }
    return due.length
  })
}

/** Reminds participants a day and an hour before the start. A job calls this every minute. */
export async function remindParticipantsOfUpcomingActivities(context: Context): Promise<void> {
  for (const reminder of reminders) {
    let count: number
    do count = await remindBatchOfParticipants(context, reminder)
    while (count === batchSize)
  }
}

/**
 * Builds column values that mark reminders of a moved start as sent when their sending time has already passed.
 * The notification about the moved start replaces these reminders.
 */
export function buildColumnsThatMarkRemindersAsSent(start: Date | null): {
  remindedDay?: SQL
  remindedHour?: SQL
} {
  const marks = reminders.map(({ from }) => {
    const at = start?.toISOString() ?? null
    return sql`case when ${at}::timestamptz <= now() + ${from}::interval then ${at}::timestamptz end`
  })
  return { remindedDay: marks[0], remindedHour: marks[1] }
}
