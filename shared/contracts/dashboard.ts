import * as z from 'zod/mini'
import { activityStatuses, countries, participantStatuses, userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { byCountry, byEducationLevel, mainFigures } from './analytics.ts'
import { announcementItem } from './announcements.ts'
import { instant } from './answers.ts'
import { rollCallItem } from './roll-calls.ts'

const activity = z.object({
  id,
  title: z.string(),
  startDate: z.nullable(instant),
  timeZone: z.string(),
  status: z.enum(activityStatuses),
})

/** What whoever is new here would do first: of an installation, and of a member. */
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

/** What concerns a member in person. */
const mine = z.object({
  club: z.nullable(
    z.object({
      id,
      name: z.string(),
      country: z.enum(countries),
      city: z.nullable(z.string()),
      /** Active members. */
      memberCount: z.int(),
    }),
  ),
  /** Those one has joined or waits for, the next first. */
  activities: z.array(z.extend(activity, { myStatus: z.enum(participantStatuses) })),
  unreadMessages: z.int(),
})

export const dashboard = z.extend(mainFigures, {
  lastMonth: mainFigures,
  /** Within reach, for those who approve; null for everybody else. */
  pendingApprovals: z.nullable(z.int()),
  topCountries: byCountry,
  membersByEducationLevel: byEducationLevel,
  recentActivities: z.array(activity),
  recentUsers: z.array(
    z.object({
      /** For those who may open the person; null for everybody else. */
      id: z.nullable(id),
      fullName: z.string(),
      institution: z.nullable(z.string()),
      createdAt: instant,
      status: z.enum(userStatuses),
    }),
  ),
  /** Emergencies in which whoever asks has not said yet how they are. */
  rollCalls: z.array(rollCallItem),
  /** Those that whoever asks has not opened yet, the urgent first. */
  announcements: z.array(announcementItem),
  /** In their order; empty where there are none for whoever asks. */
  firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  /** For a member; null for those who administer. */
  mine: z.nullable(mine),
})
/** As it travels: moments are text. */
export type Dashboard = z.input<typeof dashboard>
