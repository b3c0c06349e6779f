import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { defaultPeriod } from '#shared/analytics-categories.ts'
import { activityStatuses } from '#shared/constants.ts'
import type { ActivityAnalytics, AnalyticsQuery } from '#shared/contracts/analytics/analytics.schemas.ts'
import {
  formatIsoMonthInKualaLumpur,
  getStartOfMonth,
  listMonthsUpTo,
} from '#shared/time/kuala-lumpur-calendar.ts'
import { type AnalyticsScope, validateAnalyticsFilter } from './analytics-scope.service.ts'
import { runInDatabaseSnapshot } from './key-figures.queries.ts'

/** SQL condition that selects a scope's monthly activity counters. An activity counts for the country of its club. */
function buildMonthScopeCondition({ country, clubId }: AnalyticsScope): SQL {
  if (clubId) return eq(summaries.dimension, `month@${clubId}`)
  if (!country) return eq(summaries.dimension, 'month')
  return sql`${summaries.dimension} in (select 'month@' || ${clubs.id} from ${clubs} where ${clubs.country} = ${country})`
}

/** Reads activity counters by month and status, so that the cost does not depend on the number of activities. */
async function readActivityMonths(db: Db, place: AnalyticsScope) {
  return db
    .select({
      month: summaries.key,
      status: summaries.status,
      count: sql<number>`sum(${summaries.count})::int`,
    })
    .from(summaries)
    .where(and(eq(summaries.entity, 'activity'), buildMonthScopeCondition(place)))
    .groupBy(summaries.key, summaries.status)
}

/** Computes analytics of the activities that start in the period, or of all activities without a period. */
export async function computeActivityAnalytics(
  { db }: Pick<SignedInContext, 'db'>,
  { period, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<ActivityAnalytics> {
  const shown = listMonthsUpTo(now, Number(period ?? defaultPeriod))
  const rows = await runInDatabaseSnapshot(db, async tx =>
    readActivityMonths(tx, await validateAnalyticsFilter(tx, filter)),
  )
  const sumRowCounts = (of: typeof rows) => of.reduce((sum, { count }) => sum + count, 0)
  const sumCountsOfMonth = (month: string) => sumRowCounts(rows.filter(row => row.month === month))
  const counted = period ? rows.filter(({ month }) => shown.includes(month)) : rows
  return {
    totalActivities: sumRowCounts(counted),
    activitiesByStatus: activityStatuses.map(status => ({
      status,
      count: sumRowCounts(counted.filter(row => row.status === status)),
    })),
    thisMonth: sumCountsOfMonth(formatIsoMonthInKualaLumpur(now)),
    lastMonth: sumCountsOfMonth(formatIsoMonthInKualaLumpur(getStartOfMonth(now, -1))),
    trend: shown.map(month => ({ month, count: sumCountsOfMonth(month) })),
  }
}
