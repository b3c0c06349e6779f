import * as z from 'zod/mini'
import { activityStatuses, countries, groupTypes, periods } from '#shared/constants.ts'
import { ageRanges, countedLevels } from '#shared/figures.ts'
import { exportFormat, idParam } from './query.ts'

const filters = {
  /** How many months of what happens month by month; what is, is as it is today. */
  period: z.optional(z.enum(periods)),
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
}

export const analyticsQuery = z.strictObject(filters)
export type AnalyticsQuery = z.output<typeof analyticsQuery>

const analyticsParts = ['members', 'activities', 'communication'] as const
export type AnalyticsPart = (typeof analyticsParts)[number]
export const analyticsExportQuery = z.strictObject({
  ...filters,
  part: z.enum(analyticsParts),
  format: exportFormat,
})
export type AnalyticsExportQuery = z.output<typeof analyticsExportQuery>

/** 2026-11 and 2026-11-15, in Kuala Lumpur. */
const month = z.string()
const day = z.string()

/** Members are active users of every role; clubs are active ones. */
export const mainFigures = z.object({
  totalMembers: z.int(),
  totalClubs: z.int(),
  /** Countries with members, and those with an active club. */
  totalCountries: z.int(),
  clubCountries: z.int(),
})
export type MainFigures = z.infer<typeof mainFigures>

export const byCountry = z.array(z.object({ country: z.enum(countries), count: z.int() }))
export const byEducationLevel = z.array(z.object({ level: z.enum(countedLevels), count: z.int() }))

export const memberAnalytics = z.extend(mainFigures, {
  pendingApprovals: z.int(),
  membersByEducationLevel: byEducationLevel,
  membersByAge: z.array(z.object({ ageRange: z.enum(ageRanges), count: z.int() })),
  /** The largest first; those without members are left out. */
  membersByCountry: byCountry,
  /** By how much each became more or fewer in the period. */
  changesByCountry: z.array(z.object({ country: z.enum(countries), change: z.int() })),
  /** The same figures as they were at the end of last month. */
  lastMonth: mainFigures,
  /** Members at the end of each month, today for the last one, and how many more or fewer than before it. */
  growth: z.array(z.object({ month, members: z.int(), change: z.int() })),
})
export type MemberAnalytics = z.infer<typeof memberAnalytics>

export const activityAnalytics = z.object({
  totalActivities: z.int(),
  activitiesByStatus: z.array(z.object({ status: z.enum(activityStatuses), count: z.int() })),
  /** By their start. */
  thisMonth: z.int(),
  lastMonth: z.int(),
  trend: z.array(z.object({ month, count: z.int() })),
})
export type ActivityAnalytics = z.infer<typeof activityAnalytics>

/** Of those who had a place, how many came; the clubs with the most first, activities of no club under null. */
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

/** How many, of which kind and when; never what was said, nor by whom. */
export const communicationAnalytics = z.object({
  totalMessages: z.int(),
  totalGroups: z.int(),
  messagesByType: z.array(z.object({ type: z.string(), count: z.int() })),
  groupsByType: z.array(z.object({ type: z.enum(groupTypes), count: z.int() })),
  messagesByGroupType: z.array(z.object({ type: z.enum(groupTypes), count: z.int() })),
  timeline: z.array(z.object({ day, count: z.int() })),
})
export type CommunicationAnalytics = z.infer<typeof communicationAnalytics>
