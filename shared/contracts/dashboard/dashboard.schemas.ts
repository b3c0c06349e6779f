import * as z from 'zod/mini'
import { activityStatuses, participantStatuses, userStatuses } from '#shared/constants.ts'
import { byCountry, byEducationLevel, keyFigures } from '#shared/contracts/analytics/analytics.schemas.ts'
import { announcementItem } from '#shared/contracts/announcements/announcements.schemas.ts'
import { currency } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { rollCallItem } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import { titleLanguage } from '#shared/fields/versions.ts'

/** Fee that the caller owes. */
const openFee = z.object({
  id,
  planName: z.string(),
  currency,
  outstanding: z.int(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  hasWaitingSlip: z.boolean(),
})

const activity = z.object({
  id,
  /** Title in the language of the reader, if there is such a version. */
  title: z.string(),
  language: titleLanguage,
  startDate: z.nullable(instant),
  timeZone: z.string(),
  status: z.enum(activityStatuses),
})

/** Onboarding steps for a new installation and for a new member. */
const firstSteps = [
  'name',
  'firstClub',
  'mail',
  'people',
  'photo',
  'club',
  'activity',
  'notifications',
  'keys',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** Activity with what a member needs to get there. */
const upcomingActivity = z.extend(activity, {
  endDate: z.nullable(instant),
  location: z.nullable(z.string()),
  /** URL of the first picture; null for activities whose cover the client draws. */
  imageUrl: z.nullable(z.string()),
  /** Number of confirmed participants. */
  participantCount: z.int(),
  /** Place of the caller on the waiting list; null when the caller does not wait. */
  waitingPosition: z.nullable(z.int()),
})

/** Personal part of the dashboard of a member. */
const personal = z.object({
  club: z.nullable(
    z.object({
      id,
      name: z.string(),
      country: z.enum(countries),
      city: z.nullable(z.string()),
      /** Number of active members of the club. */
      memberCount: z.int(),
      logoUrl: z.nullable(z.string()),
      /** Chat group of the club; null when the caller is not in it. */
      groupId: z.nullable(id),
    }),
  ),
  /** Activities that the caller joined or waits for, next first. */
  activities: z.array(z.extend(upcomingActivity, { myStatus: z.enum(participantStatuses) })),
  /** Some participants of the first activity whom the caller may see. */
  coming: z.array(personSummary),
  /** Next activity that the caller may join, nearest first; null when the caller has activities or there is none. */
  suggestion: z.nullable(upcomingActivity),
  /** Latest announcements that the caller has read, to fill up the list of unread ones. */
  readAnnouncements: z.array(announcementItem),
})

export const dashboard = z.extend(keyFigures, {
  lastMonth: keyFigures,
  /** Number of pending applications within the approver's scope; null for other roles. */
  pendingApprovals: z.nullable(z.int()),
  topCountries: byCountry,
  membersByEducationLevel: byEducationLevel,
  recentActivities: z.array(activity),
  recentUsers: z.array(
    z.object({
      /** User id of the new user, for callers who may open that user's profile; null for others. */
      id: z.nullable(id),
      fullName: z.string(),
      institution: z.nullable(z.string()),
      createdAt: instant,
      status: z.enum(userStatuses),
    }),
  ),
  /** Open roll calls that the caller has not answered yet. */
  rollCalls: z.array(rollCallItem),
  /** Number of required custom fields that the caller has not filled in. */
  missingFields: z.int(),
  /** Fees that the caller owes, earliest due first, at most three. */
  openFees: z.array(openFee),
  /** Open votes in which the caller has not voted yet. */
  votes: z.array(
    z.object({ kind: z.enum(['election', 'motion']), id, title: z.string(), closesAt: instant }),
  ),
  /** Announcements that the caller has not read yet, urgent ones first. */
  announcements: z.array(announcementItem),
  /** Onboarding steps of the caller in order; empty when there are none. */
  firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  /** Personal part of the dashboard for members; null for administrators. */
  mine: z.nullable(personal),
})
/** Dashboard as JSON: timestamps are ISO strings. */
export type Dashboard = z.input<typeof dashboard>
