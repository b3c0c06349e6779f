import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { tellPeople } from './tell-participants.service.ts'

/** What a reminder is called, which column notes it, and how long before the start it is due. */
const reminders = [
  { kind: 'activity.reminder_day', column: sql.raw('reminded_day'), from: '24 hours', until: '1 hour' },
  { kind: 'activity.reminder_hour', column: sql.raw('reminded_hour'), from: '1 hour', until: '0 hours' },
] as const
type Reminder = (typeof reminders)[number]

/** So many people a transaction: short enough that one that dies costs little. */
const atOnce = 500

interface Due {
  [column: string]: unknown
  userId: number
  email: string
  activityId: number
  title: string
  startDate: string
  endDate: string | null
  timeZone: string
  location: string | null
}

/**
 * Those who come to what begins that soon and have not been reminded of this start. Whoever joined when it was that
 * near already knows. They are marked in the transaction in which they are told, so that nobody is told twice and
 * nobody is passed over, whenever the process dies.
 */
async function takeDue(tx: Context, { column, from, until }: Reminder): Promise<Due[]> {
  const { rows } = await tx.db.execute<Due>(sql`
    with due as (
      select p.id from activities a join activity_participants p on p.activity_id = a.id
        join users u on u.id = p.user_id and u.status = 'active' and u.erased_at is null
       where a.status = 'planned' and a.start_date > now() + ${until}::interval
         and a.start_date <= now() + ${from}::interval
         and p.status = 'registered' and p.${column} is distinct from a.start_date
         and p.created_at < a.start_date - ${from}::interval
       order by a.start_date, p.id limit ${atOnce} for no key update of p skip locked
    )
    update activity_participants p set ${column} = a.start_date
      from due, activities a, users u
     where p.id = due.id and a.id = p.activity_id and u.id = p.user_id
    returning u.id as "userId", u.email, a.id as "activityId", a.title, a.start_date as "startDate",
      a.end_date as "endDate", a.time_zone as "timeZone", a.location`)
  return rows
}

/** One activity after the other; how many people were reminded. */
async function remindSome(context: Context, reminder: Reminder): Promise<number> {
  return context.transaction(async tx => {
    const due = await takeDue(tx, reminder)
    for (const one of new Set(due.map(row => row.activityId))) {
      const rows = due.filter(row => row.activityId === one)
      const [first] = rows
      if (!first) continue
      const { activityId: id, title, timeZone, location } = first
      const activity = {
        id,
        title,
        timeZone,
        location,
        startDate: new Date(first.startDate),
        endDate: first.endDate ? new Date(first.endDate) : null,
      }
      const people = rows.map(({ userId, email }) => ({ id: userId, email }))
      await tellPeople(tx, activity, reminder.kind, people)
    }
    return due.length
  })
}

/** A day and an hour before. By the clock, every minute; what a minute did not get to, the next one does. */
export async function remindParticipants(context: Context): Promise<void> {
  for (const reminder of reminders) {
    let count: number
    do count = await remindSome(context, reminder)
    while (count === atOnce)
  }
}

/** Word of another time that near is a reminder in itself: a second one right behind it would say nothing new. */
export function remindedBy(start: Date | null): { remindedDay?: SQL; remindedHour?: SQL } {
  const marks = reminders.map(({ from }) => {
    const at = start?.toISOString() ?? null
    return sql`case when ${at}::timestamptz <= now() + ${from}::interval then ${at}::timestamptz end`
  })
  return { remindedDay: marks[0], remindedHour: marks[1] }
}
