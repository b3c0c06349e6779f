import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { notifyUsers } from '#server/events/events.service.ts'

/** Reminders before a term of office ends. Sending the one-week reminder also marks the one-month reminder as sent. */
const reminders = [
  { column: 'reminded_week', noted: 'reminded_week = ends_on, reminded_month = ends_on', within: '7 days' },
  { column: 'reminded_month', noted: 'reminded_month = ends_on', within: '30 days' },
] as const

/**
 * Reminds office holders before their term ends, once for each end date.
 * The reminder is marked in the transaction of the notification, so a crash never repeats it.
 * The days until the end of a term are counted in Kuala Lumpur time.
 */
export async function remindOfficeHoldersOfTermEnd(context: Context): Promise<void> {
  for (const { column, noted, within } of reminders) {
    await context.transaction(async tx => {
      const { rows } = await tx.db.execute<{ userId: number }>(sql`
        update offices set ${sql.raw(noted)}
         where ended_at is null and ${sql.raw(column)} is distinct from ends_on
           and ends_on <= ((now() at time zone 'Asia/Kuala_Lumpur') + ${within}::interval)::date
        returning user_id as "userId"`)
      for (const { userId } of rows) {
        await notifyUsers(tx, { users: [userId], kind: 'office.ending', params: { userId } })
      }
    })
  }
}
