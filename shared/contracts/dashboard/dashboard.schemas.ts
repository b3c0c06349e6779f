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

/** Fee charge that the caller has not paid yet. */
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
  /** Title of the announcement in the reader's language if the author wrote one, otherwise in the author's language. */
  title: z.string(),
  language: titleLanguage,
  startDate: z.nullable(instant),
  timeZone: z.string(),
  status: z.enum(activityStatuses),
})

/** Steps of the onboarding checklist for a new installation and for a new member. */
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

/** Upcoming activity with times, venue and number of places. */
const upcomingActivity = z.extend(activity, {
  endDate: z.nullable(instant),
  location: z.nullable(z.string()),
  /** URL of the activity's first picture; null when the client draws a generated cover image. */
  imageUrl: z.nullable(z.string()),
  /** Number of confirmed participants of the activity. */
  participantCount: z.int(),
  /** Position of the caller on the activity's waiting list; null when the caller is not on the list. */
  waitingPosition: z.nullable(z.int()),
})

/** Part of the dashboard about the member who views it: club, activities and announcements. */
const personal = z.object({
  club: z.nullable(
    z.object({
      id,
      name: z.string(),
      country: z.enum(countries),
      city: z.nullable(z.string()),
      /** Number of active members of the caller's club. */
      memberCount: z.int(),
      logoUrl: z.nullable(z.string()),
      /** Id of the club's chat group; null when the caller is not a member of that group. */
      groupId: z.nullable(id),
    }),
  ),
  /** Activities that the caller has joined, or whose waiting list the caller is on. The earliest comes first. */
  activities: z.array(z.extend(upcomingActivity, { myStatus: z.enum(participantStatuses) })),
  /** The first participants of the next activity whom the caller may see, for the avatars on the dashboard. */
  coming: z.array(personSummary),
  /** Suggested activity, preferably of the caller's club; null when the caller has an upcoming activity. */
  suggestion: z.nullable(upcomingActivity),
  /** Latest announcements that the caller has read, shown below the unread ones. */
  readAnnouncements: z.array(announcementItem),
})

export const dashboard = z.extend(keyFigures, {
  lastMonth: keyFigures,
  /** Number of pending applications within the approver's scope; null when the caller is no approver. */
  pendingApprovals: z.nullable(z.int()),
  topCountries: byCountry,
  membersByEducationLevel: byEducationLevel,
  recentActivities: z.array(activity),
  recentUsers: z.array(
    z.object({
      /** Id of the newly registered user, for callers who may open that user's profile; null for others. */
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
  /** Fee charges that the caller has not paid yet: at most three, earliest due date first. */
  openFees: z.array(openFee),
  /** Number of payment slips that the caller may confirm or reject; 0 for callers who manage no fees. */
  waitingSlips: z.int(),
  /** Elections in which the caller has a task (enrol, vote, publish the result), and motions to vote on. */
  votes: z.array(
    z.object({ kind: z.enum(['enrolment', 'election', 'publication', 'motion']), id, title: z.string() }),
  ),
  /** Announcements that the caller has not read yet, urgent ones first. */
  announcements: z.array(announcementItem),
  /** Onboarding steps of the caller in their order; empty when the caller has none. */
  firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  /** Personal part of the dashboard for members; null for administrators. */
  mine: z.nullable(personal),
})
/** Dashboard as JSON: timestamps are ISO strings. */
export type Dashboard = z.input<typeof dashboard>
