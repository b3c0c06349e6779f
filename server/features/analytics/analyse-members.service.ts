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

/** Where a place has its own figures of a dimension. */
function dimensionOf(dimension: 'education' | 'birth_year', place: Place): string {
  const key = placeKey(place)
  return key ? `${dimension}@${key}` : dimension
}

export async function membersByEducationLevel(db: Db, place: Place) {
  const kept = await keptByKey(db, 'user', dimensionOf('education', place), 'active')
  return countedLevels.map(level => ({ level, count: kept.get(level === 'unknown' ? '' : level) ?? 0 }))
}

async function membersByAge(db: Db, place: Place, now: Date) {
  const kept = await keptByKey(db, 'user', dimensionOf('birth_year', place), 'active')
  const counts = new Map(ageRanges.map(range => [range, 0]))
  for (const [year, count] of kept) {
    const range = year === '' ? 'unknown' : ageRangeOf(Number(year), yearOf(now))
    counts.set(range, (counts.get(range) ?? 0) + count)
  }
  return [...counts].map(([ageRange, count]) => ({ ageRange, count }))
}

/** From today backwards: less what a month brought are the members at the end of the one before it. */
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

/** In the months of the period, as the growth counts them. */
async function changesByCountry(db: Db, place: Place, now: Date, period: Period) {
  const [first = monthOf(now)] = monthsUpTo(now, Number(period))
  const changes = await memberChangesSince(db, place, first, 'country')
  return countries.map(country => ({ country, change: changes.get(country) ?? 0 }))
}

export async function analyseMembers(
  { db }: Pick<SignedIn, 'db'>,
  { period = usualPeriod, ...wanted }: AnalyticsQuery,
  now = new Date(),
): Promise<MemberAnalytics> {
  return atOneMoment(db, async tx => {
    const place = await requirePlace(tx, wanted)
    const byStatus = await usersByStatus(tx, place)
    const members = byStatus.get('active') ?? 0
    const byCountry = await membersByCountry(tx, place, members)
    return {
      ...(await readMainFigures(tx, place, now, { members, byCountry })),
      pendingApprovals: byStatus.get('pending') ?? 0,
      membersByEducationLevel: await membersByEducationLevel(tx, place),
      membersByAge: await membersByAge(tx, place, now),
      membersByCountry: byCountry,
      changesByCountry: await changesByCountry(tx, place, now, period),
      growth: await readGrowth(tx, place, now, members, period),
    }
  })
}
