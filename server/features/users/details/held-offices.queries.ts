import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { appointments } from '#server/db/schema/offices.ts'
import type { OfficeScope } from '#shared/constants.ts'

const { id, userId, office, country, clubId, startsOn, endsOn, endedAt, timeZone } = appointments

/** SQL condition: the last day of the term has passed in the time zone of the office. */
export const isTermOver = sql`(now() at time zone ${timeZone})::date > ${endsOn}`

/** SQL expression for the scope (club, country or headquarters) of an appointed office. */
export const officeScopeSql = sql<OfficeScope>`case when ${clubId} is not null then 'club'
  when ${country} is not null then 'country' else 'all' end`

/** Lists the appointed offices that a user holds now or will hold, in order of their start. */
export async function listAppointmentsOfUser(db: Db, holderId: number) {
  return db
    .select({ id, office, over: officeScopeSql, country, clubName: clubs.name, startsOn, endsOn })
    .from(appointments)
    .leftJoin(clubs, eq(clubs.id, clubId))
    .where(and(eq(userId, holderId), isNull(endedAt), sql`not ${isTermOver}`))
    .orderBy(asc(startsOn), asc(id))
}
