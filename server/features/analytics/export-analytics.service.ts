import type { Readable } from 'node:stream'
import type { SignedInContext } from '#server/context.ts'
import { forbidden } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { getEducationLevelLabel, getMessageTypeLabel } from '#shared/analytics-categories.ts'
import type {
  AnalyticsExportQuery,
  AnalyticsPart,
  AnalyticsQuery,
} from '#shared/contracts/analytics/analytics.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatAmountAsDecimal } from '#shared/money/money.ts'
import { can } from '#shared/policies.ts'
import { ageRangeLabels, groupTypeLabels } from '#texts/analytics-categories.ts'
import { analyticsExportText as text } from '#texts/exports.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import { computeActivityAnalytics } from './compute-activity-analytics.service.ts'
import { computeAttendanceAnalytics } from './compute-attendance-analytics.service.ts'
import { computeCommunicationAnalytics } from './compute-communication-analytics.service.ts'
import { computeFeeAnalytics } from './compute-fee-analytics.service.ts'
import { computeMemberAnalytics } from './compute-member-analytics.service.ts'

/** Row of the analytics export: section, item, and a count or an amount with the decimals of its currency. */
type Line = [section: string, item: string, count: number | string]

const buildAnalyticsColumns = (): ExportColumns<Line> => [
  [text.section, ([section]) => section],
  [text.item, ([, item]) => item],
  [text.count, ([, , count]) => count],
]

/** Builds the export rows of each part of the analytics, in the order of the analytics screen. */
const writers: Record<AnalyticsPart, (context: SignedInContext, query: AnalyticsQuery) => Promise<Line[]>> = {
  members: async (context, query) => {
    const found = await computeMemberAnalytics(context, query)
    return [
      [text.summary, text.totalMembers, found.totalMembers],
      [text.summary, text.totalMembersLastMonth, found.lastMonth.totalMembers],
      [text.summary, text.activeClubs, found.totalClubs],
      [text.summary, text.activeClubsLastMonth, found.lastMonth.totalClubs],
      [text.summary, text.memberCountries, found.totalCountries],
      [text.summary, text.clubCountries, found.clubCountries],
      [text.summary, text.pendingApprovals, found.pendingApprovals],
      ...found.membersByEducationLevel.map(
        (row): Line => [text.educationLevels, getEducationLevelLabel(row.level), row.count],
      ),
      ...found.membersByAge.map((row): Line => [text.ages, ageRangeLabels[row.ageRange], row.count]),
      ...found.membersByCountry.map((row): Line => [text.countries, getCountryName(row.country), row.count]),
      ...found.changesByCountry
        .filter(({ change }) => change !== 0)
        .map((row): Line => [text.changesByCountry, getCountryName(row.country), row.change]),
      ...found.growth.map((row): Line => [text.growth, row.month, row.members]),
    ]
  },
  activities: async (context, query) => {
    const found = await computeActivityAnalytics(context, query)
    const counted = await computeAttendanceAnalytics(context, query)
    return [
      [text.summary, text.totalActivities, found.totalActivities],
      ...found.activitiesByStatus.map(
        (row): Line => [text.statuses, activityStatusLabels[row.status], row.count],
      ),
      ...found.trend.map((row): Line => [text.activitiesByMonth, row.month, row.count]),
      [text.attendance, text.totalJoined, counted.joined],
      [text.attendance, text.totalAttended, counted.came],
      ...counted.byClub.flatMap(({ clubName, joined, came }): Line[] => [
        [text.joinedByClub, clubName ?? text.headquarters, joined],
        [text.attendedByClub, clubName ?? text.headquarters, came],
      ]),
    ]
  },
  fees: async (context, query) => {
    const found = await computeFeeAnalytics(context, query)
    return found.flatMap(({ currency, total, byCollector, byCountry, byMonth }) => {
      const buildPaidShareLines = (item: string, { due, paid }: { due: number; paid: number }): Line[] => [
        [text.feesDue({ currency }), item, formatAmountAsDecimal({ amount: due, currency })],
        [text.feesPaid({ currency }), item, formatAmountAsDecimal({ amount: paid, currency })],
      ]
      return [
        ...buildPaidShareLines(text.total, total),
        [text.chargesDue({ currency }), text.total, total.charges],
        [text.chargesPaid({ currency }), text.total, total.settled],
        ...byCollector.flatMap(row =>
          buildPaidShareLines(row.clubName ?? getCountryName(row.country) ?? text.headquarters, row),
        ),
        ...byCountry.flatMap(row =>
          buildPaidShareLines(getCountryName(row.country) ?? text.headquarters, row),
        ),
        ...byMonth.flatMap(row => buildPaidShareLines(row.month, row)),
      ]
    })
  },
  communication: async (context, query) => {
    const found = await computeCommunicationAnalytics(context, query)
    return [
      [text.summary, text.totalMessages, found.totalMessages],
      [text.summary, text.totalGroups, found.totalGroups],
      ...found.messagesByType.map(
        (row): Line => [text.messageTypes, getMessageTypeLabel(row.type), row.count],
      ),
      ...found.groupsByType.map((row): Line => [text.groupTypes, groupTypeLabels[row.type], row.count]),
      ...found.messagesByGroupType.map(
        (row): Line => [text.messagesByGroupType, groupTypeLabels[row.type], row.count],
      ),
      ...found.timeline.map((row): Line => [text.messagesByDay, row.day, row.count]),
    ]
  },
}

async function* yieldOnce<T>(rows: T[]) {
  yield rows
}

/** Exports analytics. The audit event is written before the data leave the server. */
export async function exportAnalytics(
  context: SignedInContext,
  { part, format, ...query }: AnalyticsExportQuery,
): Promise<Readable> {
  if (part === 'communication' && !can(context.actor, 'analytics.communication')) throw forbidden()
  const lines = await writers[part](context, query)
  await context.transaction(async tx => {
    if (part === 'communication' && !can(tx.actor, 'analytics.communication')) throw forbidden()
    await recordAuditEvent(tx, { kind: 'analytics.exported', details: { part, format, ...query } })
  })
  return exportRowsAsCsvOrXlsx(text.sheet, format, buildAnalyticsColumns(), yieldOnce(lines))
}
