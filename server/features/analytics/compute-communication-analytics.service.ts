import { and, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { messageCounts } from '#server/db/schema/summaries.ts'
import { groupTypes } from '#shared/constants.ts'
import type { AnalyticsQuery, CommunicationAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { formatIsoDay, getStartOfMonth, listDaysInPeriod } from '#shared/time/kuala-lumpur-calendar.ts'
import { type AnalyticsScope, validateAnalyticsFilter } from './analytics-scope.service.ts'
import { readMaterializedCounters, runInDatabaseSnapshot } from './key-figures.queries.ts'

/** Number of days in the message timeline of the analytics when no period is selected. */
const defaultDays = 30
const day = 86_400_000

/** SQL condition for the chat groups of a scope: of one club, or of a country and the clubs in it. */
function buildMessageScopeCondition({ country, clubId }: AnalyticsScope): SQL | undefined {
  if (clubId) return eq(messageCounts.place, String(clubId))
  if (!country) return eq(messageCounts.place, '')
  const ofClubs = sql`select ${clubs.id}::text from ${clubs} where ${clubs.country} = ${country}`
  return sql`${messageCounts.place} in (select ${country} union all ${ofClubs})`
}

const count = sql<number>`sum(${messageCounts.count})::int`

async function readMessageCounts(db: Db, place: AnalyticsScope, since: string | undefined) {
  const { groupType, messageType } = messageCounts
  return db
    .select({ groupType, messageType, count })
    .from(messageCounts)
    .where(and(buildMessageScopeCondition(place), since ? gte(messageCounts.day, since) : undefined))
    .groupBy(groupType, messageType)
}

async function readMessageTimeline(db: Db, place: AnalyticsScope, days: string[]) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const rows = await db
    .select({ day: messageCounts.day, count })
    .from(messageCounts)
    .where(
      and(buildMessageScopeCondition(place), gte(messageCounts.day, first), lte(messageCounts.day, last)),
    )
    .groupBy(messageCounts.day)
  const counts = new Map(rows.map(row => [row.day, row.count]))
  return days.map(date => ({ day: date, count: counts.get(date) ?? 0 }))
}

/** Counts chat groups by type: from a stored counter for all groups, by query for a country or club. */
async function countGroupsByType(db: Db, { country, clubId }: AnalyticsScope): Promise<Map<string, number>> {
  if (!country) return readMaterializedCounters(db, 'group', 'type')
  const ofCountry = db.select({ id: clubs.id }).from(clubs).where(eq(clubs.country, country))
  const rows = await db
    .select({ type: messageGroups.type, count: sql<number>`count(*)::int` })
    .from(messageGroups)
    .where(
      clubId
        ? eq(messageGroups.clubId, clubId)
        : or(eq(messageGroups.country, country), inArray(messageGroups.clubId, ofCountry)),
    )
    .groupBy(messageGroups.type)
  return new Map(rows.map(row => [row.type, row.count]))
}

const sumCounts = (counts: { count: number }[]) => counts.reduce((total, row) => total + row.count, 0)

/** Computes message statistics from counters that a job updates every minute, optionally for a period. */
export async function computeCommunicationAnalytics(
  { db }: Pick<SignedInContext, 'db'>,
  { period, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<CommunicationAnalytics> {
  const first = period
    ? getStartOfMonth(now, 1 - Number(period))
    : new Date(now.getTime() - (defaultDays - 1) * day)
  return runInDatabaseSnapshot(db, async tx => {
    const place = await validateAnalyticsFilter(tx, filter)
    const kinds = await readMessageCounts(tx, place, period && formatIsoDay(first))
    const groups = await countGroupsByType(tx, place)
    const types = [...new Set(kinds.map(({ messageType }) => messageType))].sort()
    const byType = groupTypes.map(type => ({ type, count: groups.get(type) ?? 0 }))
    return {
      totalMessages: sumCounts(kinds),
      totalGroups: sumCounts(byType),
      messagesByType: types.map(type => ({
        type,
        count: sumCounts(kinds.filter(({ messageType }) => messageType === type)),
      })),
      groupsByType: byType,
      messagesByGroupType: groupTypes.map(type => ({
        type,
        count: sumCounts(kinds.filter(({ groupType }) => groupType === type)),
      })),
      timeline: await readMessageTimeline(tx, place, listDaysInPeriod(first, now)),
    }
  })
}
