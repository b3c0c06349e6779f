// Some decisions about fees need two managers, neither of whom has recently appointed the other.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { type FeeBook, listFeeBookManagers } from './fee-books.queries.ts'

/** Number of days after an appointment during which the two managers involved do not count as independent. */
const dependentDays = 30

type UserId = SQL | AnyColumn | number

/** SQL condition: in the last 30 days one of two users changed the role, office or club of the other user. */
export const buildAppointedRecentlyCondition = (
  first: UserId,
  second: UserId,
): SQL<boolean> => sql<boolean>`exists (
  select from audit_events e
   where e.target_type = 'user' and e.kind in ('office.given', 'office.handed_over', 'user.role_changed', 'user.placed')
     and e.created_at > now() - make_interval(days => ${dependentDays})
     and ((e.target_id = ${first}::int::text and e.actor_id = ${second}) or (e.target_id = ${second}::int::text and e.actor_id = ${first})))`

/** Lists fee managers who are independent of the user: neither has recently appointed the other. */
export async function listFeeManagersWithoutConflictOfInterest(
  db: Db,
  book: FeeBook,
  userId: number,
): Promise<number[]> {
  const managers = (await listFeeBookManagers(db, book)).filter(id => id !== userId)
  const { rows } = await db.execute<{ id: number }>(sql`
    select m.id from unnest(${sql.param(managers)}::int[]) m(id) where not ${buildAppointedRecentlyCondition(sql`m.id`, userId)}`)
  return rows.map(({ id }) => id)
}
