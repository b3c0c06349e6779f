import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import {
  ageRanges,
  countedEducationLevels,
  defaultPeriod,
  getAgeRange,
} from '#shared/analytics-categories.ts'
import type { Period } from '#shared/constants.ts'
import type { AnalyticsQuery, MemberAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  formatIsoMonthInKualaLumpur,
  getYearInKualaLumpur,
  listMonthsUpTo,
} from '#shared/time/kuala-lumpur-calendar.ts'
import {
  type AnalyticsScope,
  getMaterializedCounterKeyOfScope,
  validateAnalyticsFilter,
} from './analytics-scope.service.ts'
import {
  countMembersByCountry,
  readMainStatisticsForNowAndLastMonth,
  readMaterializedCounters,
  readUserCountsByStatus,
  runInDatabaseSnapshot,
  sumMemberCountChangesSince,
} from './key-figures.queries.ts'

/** Returns the name of the stored counter for education levels or birth years within a scope. */
function buildDimensionOfScope(dimension: 'education' | 'birth_year', place: AnalyticsScope): string {
  const key = getMaterializedCounterKeyOfScope(place)
  return key ? `${dimension}@${key}` : dimension
}

export async function countMembersByEducationLevel(db: Db, place: AnalyticsScope) {
  const counters = await readMaterializedCounters(
    db,
    'user',
    buildDimensionOfScope('education', place),
    'active',
  )
  return countedEducationLevels.map(level => ({
    level,
    count: counters.get(level === 'unknown' ? '' : level) ?? 0,
  }))
}

async function countMembersByAge(db: Db, place: AnalyticsScope, now: Date) {
  const counters = await readMaterializedCounters(
    db,
    'user',
    buildDimensionOfScope('birth_year', place),
    'active',
  )
  const counts = new Map(ageRanges.map(range => [range, 0]))
  for (const [year, count] of counters) {
    const range = year === '' ? 'unknown' : getAgeRange(Number(year), getYearInKualaLumpur(now))
    counts.set(range, (counts.get(range) ?? 0) + count)
  }
  return [...counts].map(([ageRange, count]) => ({ ageRange, count }))
}

/** Computes the number of members at the end of each month, backwards from now by subtracting monthly changes. */
async function readMemberGrowth(db: Db, place: AnalyticsScope, now: Date, members: number, period: Period) {
  const months = listMonthsUpTo(now, Number(period))
  const changes = await sumMemberCountChangesSince(
    db,
    place,
    months[0] ?? formatIsoMonthInKualaLumpur(now),
    'month',
  )
  const thisMonth = formatIsoMonthInKualaLumpur(now)
  let after = [...changes].reduce((sum, [month, change]) => (month > thisMonth ? sum + change : sum), 0)
  const growth: MemberAnalytics['growth'] = []
  for (const month of months.reverse()) {
    const change = changes.get(month) ?? 0
    growth.unshift({ month, members: members - after, change })
    after += change
  }
  return growth
}

/** Sums, per country, the changes in the number of members over the months of the period. */
async function sumMemberChangesByCountry(db: Db, place: AnalyticsScope, now: Date, period: Period) {
  const [first = formatIsoMonthInKualaLumpur(now)] = listMonthsUpTo(now, Number(period))
  const changes = await sumMemberCountChangesSince(db, place, first, 'country')
  return countries.map(country => ({ country, change: changes.get(country) ?? 0 }))
}

export async function computeMemberAnalytics(
  { db }: Pick<SignedInContext, 'db'>,
  { period = defaultPeriod, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<MemberAnalytics> {
  return runInDatabaseSnapshot(db, async tx => {
    const place = await validateAnalyticsFilter(tx, filter)
    const byStatus = await readUserCountsByStatus(tx, place)
    const members = byStatus.get('active') ?? 0
    const byCountry = await countMembersByCountry(tx, place, members)
    return {
      ...(await readMainStatisticsForNowAndLastMonth(tx, place, now, { members, byCountry })),
      pendingApprovals: byStatus.get('pending') ?? 0,
      membersByEducationLevel: await countMembersByEducationLevel(tx, place),
      membersByAge: await countMembersByAge(tx, place, now),
      membersByCountry: byCountry,
      changesByCountry: await sumMemberChangesByCountry(tx, place, now, period),
      growth: await readMemberGrowth(tx, place, now, members, period),
    }
  })
}
