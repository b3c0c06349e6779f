import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { segments } from '#server/db/schema/segments.ts'
import type { SegmentDefinition } from '#shared/contracts/segments/conditions.schemas.ts'
import { buildSegmentSqlCondition, type SegmentPlace } from './condition-sql.queries.ts'

/** SQL condition: the segment (saved member filter) belongs to exactly this club, this country or headquarters. */
export const isSegmentOf = ({ country, clubId }: SegmentPlace): SQL | undefined =>
  and(
    country === null ? isNull(segments.country) : sql`${segments.country} = ${country}`,
    clubId === null ? isNull(segments.clubId) : eq(segments.clubId, clubId),
  )

/** Returns the stored conditions of a segment (saved member filter) of this club, this country or headquarters. */
export async function findConditionsOfSegment(
  db: Db,
  id: number,
  place: SegmentPlace,
): Promise<SegmentDefinition | undefined> {
  const [found] = await db
    .select({ match: segments.match, conditions: segments.conditions })
    .from(segments)
    .where(and(eq(segments.id, id), isSegmentOf(place)))
  return found
}

/** SQL condition: the user is a member of the stored segment. A segment that does not exist has no members. */
export async function buildSqlConditionForSegmentId(db: Db, id: number, place: SegmentPlace): Promise<SQL> {
  const definition = await findConditionsOfSegment(db, id, place)
  return definition ? buildSegmentSqlCondition(definition, place) : sql`false`
}
