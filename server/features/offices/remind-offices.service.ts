import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { notify } from '#server/events/events.service.ts'

/** How long before the last day, and what is noted of it: whoever is told a week before need not hear of the month. */
const reminders = [
  { column: 'reminded_week', noted: 'reminded_week = ends_on, reminded_month = ends_on', within: '7 days' },
  { column: 'reminded_month', noted: 'reminded_month = ends_on', within: '30 days' },
] as const

/**
 * Whoever holds an office is reminded before it ends, once for each last day. Marked in the transaction in which they
 * are told, so that nobody is told twice, whenever the process dies. Days are those of Kuala Lumpur.
 */
export async function remindOffices(context: Context): Promise<void> {
  for (const { column, noted, within } of reminders) {
    await context.transaction(async tx => {
      const { rows } = await tx.db.execute<{ userId: number }>(sql`
        update offices set ${sql.raw(noted)}
         where ended_at is null and ${sql.raw(column)} is distinct from ends_on
           and ends_on <= ((now() at time zone 'Asia/Kuala_Lumpur') + ${within}::interval)::date
        returning user_id as "userId"`)
      for (const { userId } of rows) {
        await notify(tx, { users: [userId], kind: 'office.ending', params: { userId } })
      }
    })
  }
}
