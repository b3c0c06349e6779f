import * as z from 'zod/mini'
import { ageRanges, countedEducationLevels } from '#shared/analytics-categories.ts'
import { activityStatuses, groupTypes, periods } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { exportFormat, idParam } from '#shared/fields/query-parameters.ts'
import { currencies } from '#shared/money/currencies.ts'

const filters = {
  /** Number of months that analytics charts over time show. Totals always show the current state. */
  period: z.optional(z.enum(periods)),
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
}

export const analyticsQuery = z.strictObject(filters)
export type AnalyticsQuery = z.output<typeof analyticsQuery>

const analyticsParts = ['members', 'activities', 'fees', 'communication'] as const
export type AnalyticsPart = (typeof analyticsParts)[number]
export const analyticsExportQuery = z.strictObject({
  ...filters,
  part: z.enum(analyticsParts),
  format: exportFormat,
})
export type AnalyticsExportQuery = z.output<typeof analyticsExportQuery>

/** Month by the calendar of Kuala Lumpur, such as 2026-11. */
const month = z.string()
/** Day by the calendar of Kuala Lumpur, such as 2026-11-15. */
const day = z.string()

/** Key figures of the analytics. Active users of every role count as members, and only active clubs as clubs. */
export const keyFigures = z.object({
  totalMembers: z.int(),
  totalClubs: z.int(),
  /** Number of countries that have members. */
  totalCountries: z.int(),
  /** Number of countries that have an active club. */
  clubCountries: z.int(),
})
export type KeyFigures = z.infer<typeof keyFigures>

export const byCountry = z.array(z.object({ country: z.enum(countries), count: z.int() }))
export const byEducationLevel = z.array(z.object({ level: z.enum(countedEducationLevels), count: z.int() }))

export const memberAnalytics = z.extend(keyFigures, {
  pendingApprovals: z.int(),
  membersByEducationLevel: byEducationLevel,
  membersByAge: z.array(z.object({ ageRange: z.enum(ageRanges), count: z.int() })),
  /** Number of members per country, largest first. Countries without members are omitted. */
  membersByCountry: byCountry,
  /** Change of the number of members per country during the period that the charts show. */
  changesByCountry: z.array(z.object({ country: z.enum(countries), change: z.int() })),
  /** Key figures of the analytics at the end of last month. */
  lastMonth: keyFigures,
  /** Number of members at each month end (current month: today), and change since the month before. */
  growth: z.array(z.object({ month, members: z.int(), change: z.int() })),
})
export type MemberAnalytics = z.infer<typeof memberAnalytics>

export const activityAnalytics = z.object({
  totalActivities: z.int(),
  activitiesByStatus: z.array(z.object({ status: z.enum(activityStatuses), count: z.int() })),
  /** Number of activities that start this month. */
  thisMonth: z.int(),
  lastMonth: z.int(),
  trend: z.array(z.object({ month, count: z.int() })),
})
export type ActivityAnalytics = z.infer<typeof activityAnalytics>

/**
 * Attendance of confirmed participants, overall and per club, highest number first. `club` is null for activities
 * without a club.
 */
export const attendanceAnalytics = z.object({
  joined: z.int(),
  came: z.int(),
  byClub: z.array(
    z.object({
      clubId: z.nullable(z.int()),
      clubName: z.nullable(z.string()),
      joined: z.int(),
      came: z.int(),
    }),
  ),
})
export type AttendanceAnalytics = z.infer<typeof attendanceAnalytics>

/**
 * Paid part of the charged fees: as amounts in minor units (such as cents) of one currency, and as numbers of charges.
 */
const feeShare = z.object({
  /** Charged amount of fees, not including waived parts. */
  due: z.int(),
  paid: z.int(),
  /** Number of fee charges that were not waived. */
  charges: z.int(),
  /** Number of fee charges that are paid in full. */
  settled: z.int(),
})

/**
 * Paid part of the fees for each currency, the currency with most charges first. Amounts of two currencies are never
 * added.
 */
export const feeAnalytics = z.array(
  z.object({
    currency: z.enum(currencies),
    total: feeShare,
    /**
     * Fees by collector, largest amount first: a club, a country (club is null) or headquarters (club and country are
     * null).
     */
    byCollector: z.array(
      z.extend(feeShare, { clubName: z.nullable(z.string()), country: z.nullable(z.string()) }),
    ),
    /** Fees grouped by the country that collects them; null for headquarters. */
    byCountry: z.array(z.extend(feeShare, { country: z.nullable(z.string()) })),
    /** Fees grouped by the month in which they were charged. */
    byMonth: z.array(z.extend(feeShare, { month })),
  }),
)
export type FeeAnalytics = z.infer<typeof feeAnalytics>

/** Statistics of messages and chat groups by type and day. They contain no message texts and no senders. */
export const communicationAnalytics = z.object({
  totalMessages: z.int(),
  totalGroups: z.int(),
  messagesByType: z.array(z.object({ type: z.string(), count: z.int() })),
  groupsByType: z.array(z.object({ type: z.enum(groupTypes), count: z.int() })),
  messagesByGroupType: z.array(z.object({ type: z.enum(groupTypes), count: z.int() })),
  timeline: z.array(z.object({ day, count: z.int() })),
})
export type CommunicationAnalytics = z.infer<typeof communicationAnalytics>
