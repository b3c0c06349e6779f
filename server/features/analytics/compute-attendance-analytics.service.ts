import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { defaultPeriod } from '#shared/analytics-categories.ts'
import type { AnalyticsQuery, AttendanceAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { type AnalyticsScope, validateAnalyticsFilter } from './analytics-scope.service.ts'

/** Maximum number of clubs in the attendance analytics. */
const maxClubs = 10

function buildActivityScopeCondition({ country, clubId }: AnalyticsScope): SQL | undefined {
  if (clubId) return eq(activities.clubId, clubId)
  return country ? eq(clubs.country, country) : undefined
}

/**
 * Computes how many confirmed participants attended, by host club.
 * Rows are counted instead of using materialized counters, because attendance is corrected for days afterwards.
 */
export async function computeAttendanceAnalytics(
  { db }: Pick<SignedInContext, 'db'>,
  { period, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<AttendanceAnalytics> {
  const months = Number(period ?? defaultPeriod)
  const place = await validateAnalyticsFilter(db, filter)
  const { status, activityId } = activityParticipants
  const joined = sql<number>`(count(*) filter (where ${status} <> 'waiting'))::int`
  const came = sql<number>`(count(*) filter (where ${status} = 'attended'))::int`
  const rows = await db
    .select({ clubId: activities.clubId, clubName: clubs.name, joined, came })
    .from(activities)
    .innerJoin(activityParticipants, eq(activityId, activities.id))
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .where(
      and(
        inArray(activities.status, ['ongoing', 'completed']),
        gte(activities.startDate, getStartOfMonth(now, 1 - months)),
        lt(activities.startDate, now),
        buildActivityScopeCondition(place),
      ),
    )
    .groupBy(activities.clubId, clubs.name)
    .orderBy(sql`4 desc`, clubs.name)
  const sumRowValues = (of: 'joined' | 'came') => rows.reduce((total, row) => total + row[of], 0)
  return {
    joined: sumRowValues('joined'),
    came: sumRowValues('came'),
    byClub: rows.filter(row => row.joined > 0).slice(0, maxClubs),
  }
}
