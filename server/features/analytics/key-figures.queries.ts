// Reads the key figures of dashboard and analytics from counters that triggers keep up to date.
// A key figure for the end of a past month is the current counter minus the changes recorded since then.
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { memberChanges, summaries } from '#server/db/schema/summaries.ts'
import type { KeyFigures } from '#shared/contracts/analytics/analytics.schemas.ts'
import { type Country, countries } from '#shared/countries/countries.ts'
import { formatIsoMonthInKualaLumpur, getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { type AnalyticsScope, getMaterializedCounterKeyOfScope } from './analytics-scope.service.ts'

/** Runs all queries of a screen in one database snapshot, so that the numbers on the screen are consistent. */
export async function runInDatabaseSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isSnapshot: true })
}

/**
 * Reads the materialized counters of an entity, such as users, by one dimension, such as country.
 * Returns a map from each value of the dimension to its count.
 */
export async function readMaterializedCounters(
  db: Db,
  entity: (typeof summaries.$inferSelect)['entity'],
  dimension: string,
  status?: string,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: summaries.key, count: sql<number>`sum(${summaries.count})::int` })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, entity),
        eq(summaries.dimension, dimension),
        status ? eq(summaries.status, status) : undefined,
      ),
    )
    .groupBy(summaries.key)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Counts the users of a scope (everything, a country or a club) by status. */
export async function readUserCountsByStatus(db: Db, place: AnalyticsScope): Promise<Map<string, number>> {
  const dimension = place.clubId ? 'club' : place.country ? 'country' : 'all'
  const rows = await db
    .select({ status: summaries.status, count: summaries.count })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, 'user'),
        eq(summaries.dimension, dimension),
        eq(summaries.key, getMaterializedCounterKeyOfScope(place) ?? ''),
      ),
    )
  return new Map(rows.map(({ status, count }) => [status, count]))
}

export type CountryCount = { country: Country; count: number }

/** Counts the members per country, largest first, without empty countries. */
export async function countMembersByCountry(
  db: Db,
  place: AnalyticsScope,
  members: number,
): Promise<CountryCount[]> {
  // All members of a club live in the country of the club, so a club or country scope has members in one country only.
  const counts: Map<string, number> = place.country
    ? new Map([[place.country, members]])
    : await readMaterializedCounters(db, 'user', 'country', 'active')
  return countries
    .map(country => ({ country, count: counts.get(country) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.country.localeCompare(b.country))
}

/**
 * SQL condition for recorded membership changes of a scope.
 * A club is matched without its country, because clubs can move to another country.
 */
function buildCounterScopeCondition({ country, clubId }: AnalyticsScope): SQL | undefined {
  if (clubId) return eq(memberChanges.club, String(clubId))
  return country && eq(memberChanges.country, country)
}

/** Sums the changes in the number of members since the start of a month, by country or by month. */
export async function sumMemberCountChangesSince(
  db: Db,
  place: AnalyticsScope,
  month: string,
  by: 'country' | 'month',
): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: memberChanges[by], change: sql<number>`sum(${memberChanges.change})::int` })
    .from(memberChanges)
    .where(and(gte(memberChanges.month, month), buildCounterScopeCondition(place)))
    .groupBy(memberChanges[by])
  return new Map(rows.map(({ key, change }) => [key, change]))
}

/** Counts active clubs per country, now and at an earlier time, by scanning a table of only hundreds of clubs. */
async function countActiveClubs(db: Db, { country, clubId }: AnalyticsScope, earlierTime: Date) {
  const earlier = db
    .select({ isActive: clubHistory.isActive })
    .from(clubHistory)
    .where(and(eq(clubHistory.clubId, clubs.id), lt(clubHistory.createdAt, earlierTime)))
    .orderBy(desc(clubHistory.createdAt), desc(clubHistory.id))
    .limit(1)
    .as('earlier')
  return db
    .select({
      present: sql<number>`count(*) filter (where ${clubs.isActive})::int`,
      past: sql<number>`count(*) filter (where ${earlier.isActive})::int`,
    })
    .from(clubs)
    .leftJoinLateral(earlier, sql`true`)
    .where(and(country ? eq(clubs.country, country) : undefined, clubId ? eq(clubs.id, clubId) : undefined))
    .groupBy(clubs.country)
}

const countPositive = (counts: number[]) => counts.filter(count => count > 0).length
const sumCounts = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/** Reads the four key figures of dashboard and analytics, now and at the end of last month. */
export async function readMainStatisticsForNowAndLastMonth(
  db: Db,
  place: AnalyticsScope,
  now: Date,
  { members, byCountry }: { members: number; byCountry: CountryCount[] },
): Promise<KeyFigures & { lastMonth: KeyFigures }> {
  const present = new Map<string, number>(byCountry.map(({ country, count }) => [country, count]))
  const changes = await sumMemberCountChangesSince(db, place, formatIsoMonthInKualaLumpur(now), 'country')
  const past = countries.map(country => (present.get(country) ?? 0) - (changes.get(country) ?? 0))
  const clubCounts = await countActiveClubs(db, place, getStartOfMonth(now))
  return {
    totalMembers: members,
    totalCountries: byCountry.length,
    totalClubs: sumCounts(clubCounts.map(({ present: count }) => count)),
    clubCountries: countPositive(clubCounts.map(({ present: count }) => count)),
    lastMonth: {
      totalMembers: members - sumCounts(changes.values()),
      totalCountries: countPositive(past),
      totalClubs: sumCounts(clubCounts.map(({ past }) => past)),
      clubCountries: countPositive(clubCounts.map(({ past }) => past)),
    },
  }
}
