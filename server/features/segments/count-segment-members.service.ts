import { and, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { maxCountedRows } from '#server/db/sql/paging.ts'
import { notFound } from '#server/errors.ts'
import { buildUserVisibilitySqlCondition } from '#server/features/users/list/users.queries.ts'
import { buildSegmentSqlCondition } from '#server/segments/condition-sql.queries.ts'
import { findConditionsOfSegment } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { SegmentDefinition } from '#shared/contracts/segments/conditions.schemas.ts'
import type { BreakdownDimension } from '#shared/contracts/segments/segments.schemas.ts'
import { findManagedClubOrCountry } from '#shared/policies.ts'

/** SQL condition: the user belongs to the segment (saved member filter) and the caller sees the user in lists. */
function isVisibleMember({ actor }: SignedInContext, definition: SegmentDefinition) {
  const place = findManagedClubOrCountry(actor, 'segments.use')
  if (!place) return sql`false`
  return and(
    buildUserVisibilitySqlCondition(actor, 'segments.use'),
    buildSegmentSqlCondition(definition, place),
  )
}

export async function countSegmentMembers(context: SignedInContext, definition: SegmentDefinition) {
  const members = context.db
    .select({ id: users.id })
    .from(users)
    .where(isVisibleMember(context, definition))
    .limit(maxCountedRows + 1)
    .as('members')
  const [row] = await context.db.select({ count: sql<number>`count(*)::int` }).from(members)
  const count = row?.count ?? 0
  return { count: Math.min(count, maxCountedRows), isCapped: count > maxCountedRows }
}

const dimensionSql = {
  country: sql`${users.currentCountry}`,
  club: sql`(select k.name from ${clubs} k where k.id = ${users.clubId})`,
  educationLevel: sql`${users.educationLevel}`,
  role: sql`${users.role}`,
}
const maxBreakdownRows = 20

/** Counts the members of a segment (saved filter) by country, club, level or role, within the caller's scope. */
export async function readSegmentBreakdown(context: SignedInContext, id: number, by: BreakdownDimension) {
  const { db, actor } = context
  const place = findManagedClubOrCountry(actor, 'segments.use')
  const definition = place && (await findConditionsOfSegment(db, id, place))
  if (!definition) throw notFound()
  const { rows } = await db.execute<{ key: string | null; count: number; total: number }>(sql`
    select ${dimensionSql[by]} as key, count(*)::int as count, (sum(count(*)) over ())::int as total
      from ${users} where ${isVisibleMember(context, definition)}
     group by 1 order by 2 desc, 1 limit ${maxBreakdownRows}`)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ key, count }) => ({ key, count })) }
}
