import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { monthOf, monthsUpTo, yearOf } from '#shared/calendar.ts'
import { countries, type Period } from '#shared/constants.ts'
import type { AnalyticsQuery, MemberAnalytics } from '#shared/contracts/analytics.ts'
import { ageRangeOf, ageRanges, countedLevels, usualPeriod } from '#shared/figures.ts'
import {
  atOneMoment,
  keptByKey,
  memberChangesSince,
  membersByCountry,
  readMainFigures,
  usersByStatus,
} from './figures.queries.ts'
import { type Place, placeKey, requirePlace } from './place.service.ts'

/** Returns the name of a counter dimension within a scope. */
function getDimension(dimension: 'education' | 'birth_year', place: Place): string {
  const key = placeKey(place)
  return key ? `${dimension}@${key}` : dimension
}

export async function membersByEducationLevel(db: Db, place: Place) {
  const counters = await keptByKey(db, 'user', getDimension('education', place), 'active')
  return countedLevels.map(level => ({ level, count: counters.get(level === 'unknown' ? '' : level) ?? 0 }))
}

async function countMembersByAge(db: Db, place: Place, now: Date) {
  const counters = await keptByKey(db, 'user', getDimension('birth_year', place), 'active')
  const counts = new Map(ageRanges.map(range => [range, 0]))
  for (const [year, count] of counters) {
    const range = year === '' ? 'unknown' : ageRangeOf(Number(year), yearOf(now))
    counts.set(range, (counts.get(range) ?? 0) + count)
  }
  return [...counts].map(([ageRange, count]) => ({ ageRange, count }))
}

/** Computes the members at the end of each month backwards, by subtracting the changes of each month. */
async function readGrowth(db: Db, place: Place, now: Date, members: number, period: Period) {
  const months = monthsUpTo(now, Number(period))
  const changes = await memberChangesSince(db, place, months[0] ?? monthOf(now), 'month')
  const thisMonth = monthOf(now)
  let after = [...changes].reduce((sum, [month, change]) => (month > thisMonth ? sum + change : sum), 0)
  const growth: MemberAnalytics['growth'] = []
  for (const month of months.reverse()) {
    const change = changes.get(month) ?? 0
    growth.unshift({ month, members: members - after, change })
    after += change
  }
  return growth
}

/** Sums the changes of members per country over the months of the period. */
async function sumChangesByCountry(db: Db, place: Place, now: Date, period: Period) {
  const [first = monthOf(now)] = monthsUpTo(now, Number(period))
  const changes = await memberChangesSince(db, place, first, 'country')
  return countries.map(country => ({ country, change: changes.get(country) ?? 0 }))
}

export async function analyseMembers(
  { db }: Pick<SignedIn, 'db'>,
  { period = usualPeriod, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<MemberAnalytics> {
  return atOneMoment(db, async tx => {
    const place = await requirePlace(tx, filter)
    const byStatus = await usersByStatus(tx, place)
    const members = byStatus.get('active') ?? 0
    const byCountry = await membersByCountry(tx, place, members)
    return {
      ...(await readMainFigures(tx, place, now, { members, byCountry })),
      pendingApprovals: byStatus.get('pending') ?? 0,
      membersByEducationLevel: await membersByEducationLevel(tx, place),
      membersByAge: await countMembersByAge(tx, place, now),
      membersByCountry: byCountry,
      changesByCountry: await sumChangesByCountry(tx, place, now, period),
      growth: await readGrowth(tx, place, now, members, period),
    }
  })
}
