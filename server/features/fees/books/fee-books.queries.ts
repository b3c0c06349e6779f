// SQL for fee books (fee ledgers of a club, a country or headquarters).
// Queries that use SQL expressions for fee books must join `clubs` to `fee_books` with a left join.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeBooks } from '#server/db/schema/fees.ts'
import { filterByCountryAndClubScope } from '#server/db/sql/scope-filters.ts'
import { type Action, type Actor, getScopesAndActionsOfOffice } from '#shared/policies.ts'

export type FeeAction = Extract<Action, 'fees.view' | 'fees.manage'>

/** Country of the fee collector; for a club, the country of the club. Null for headquarters. */
export const bookCountry = sql<string | null>`coalesce(${clubs.country}, ${feeBooks.country})`
export const bookTimeZone = sql<string>`coalesce(${clubs.timeZone}, ${feeBooks.timeZone})`
/** Current day in the time zone of the club or country that collects the fee, or else of headquarters. */
export const bookToday = sql<string>`(now() at time zone ${bookTimeZone})::date`

/** SQL condition: the fee book (ledger) is in the actor's scope for the action. Undefined when all are in scope. */
export function filterFeeBooksByScope(actor: Actor, action: FeeAction): SQL | undefined {
  return filterByCountryAndClubScope(actor, { country: bookCountry, clubId: feeBooks.clubId }, action)
}

export const bookColumns = {
  id: feeBooks.id,
  clubId: feeBooks.clubId,
  /** Country that collects the fee itself; null when a club or headquarters collects it. */
  country: feeBooks.country,
  clubName: clubs.name,
  placeCountry: bookCountry,
  timeZone: bookTimeZone,
  today: sql<string>`${bookToday}::text`,
}

export const selectFeeBooks = (db: Db) =>
  db.select(bookColumns).from(feeBooks).leftJoin(clubs, eq(clubs.id, feeBooks.clubId))

export type FeeBook = Awaited<ReturnType<typeof selectFeeBooks>>[number]

const isTreasurer = getScopesAndActionsOfOffice('treasurer').actions.includes('fees.manage')

/** Lists the active users who may manage the fees of one club, country or headquarters, by role or as treasurer. */
export async function listFeeBookManagers(db: Db, { clubId, placeCountry }: FeeBook): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.id from users u
     where u.status = 'active' and u.erased_at is null and u.role in ('system_admin', 'hq_admin', 'country_admin', 'club_admin_ln')
       and (u.role in ('system_admin', 'hq_admin')
         or (u.role = 'country_admin' and u.current_country = ${placeCountry}::text)
         or (u.role = 'club_admin_ln' and u.club_id = ${clubId}::int))
    union
    select u.id from appointments p join users u on u.id = p.user_id
     where ${isTreasurer} and p.office = 'treasurer' and p.ended_at is null and u.status = 'active'
       and (now() at time zone p.time_zone)::date between p.starts_on and p.ends_on
       and (p.club_id = ${clubId}::int or p.country = ${placeCountry}::text or (p.club_id is null and p.country is null))`)
  return rows.map(({ id }) => id)
}
