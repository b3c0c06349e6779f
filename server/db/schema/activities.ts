import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { activityStatuses, participantStatuses } from '#shared/constants.ts'
import type { ActivityAtJoining } from '#shared/contracts/activities/activities.schemas.ts'
import type { Answers, Question } from '#shared/contracts/activities/questions.schemas.ts'
import { languages } from '#shared/language/languages.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import {
  buildAllowedValuesConstraint,
  createdAt,
  localTimeColumn,
  timestampColumn,
  versionColumns,
} from './columns.ts'
import { clubs, users } from './core.ts'

export const activities = pgTable(
  'activities',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    description: text(),
    ...versionColumns(),
    secondDescription: text(),
    clubId: integer().references(() => clubs.id),
    organizerId: integer().references(() => users.id),
    startDate: timestampColumn(),
    endDate: timestampColumn(),
    /**
     * Time zone of the activity's venue. The planned local times are stored as fixed; start and end timestamps are
     * derived from them.
     */
    timeZone: text().notNull().default(headquartersTimeZone),
    startWall: localTimeColumn(),
    endWall: localTimeColumn(),
    /** Id of the recurring series to which the activity belongs; null for a single activity. */
    seriesId: uuid(),
    /** Version of the activity, raised by every change, so that calendar programs can tell which copy is newer. */
    revision: integer().notNull().default(0),
    location: text(),
    status: text({ enum: activityStatuses }).notNull().default('planned'),
    maxParticipants: integer(),
    images: jsonb().$type<string[]>().notNull().default([]),
    documents: jsonb().$type<string[]>().notNull().default([]),
    /** Questions that participants answer when they join the activity. */
    questions: jsonb().$type<Question[]>().notNull().default([]),
    /** True when members who have not joined may check in at the venue. */
    allowsWalkIns: boolean().notNull().default(false),
    /** Random key in the URL of the activity's public page; null when there is no public page. */
    publicKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Sort key of the activity list: upcoming activities by start, then past ones, the most recent first. */
    listOrder: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status in ('planned', 'ongoing') then coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 1e11)
                 else 3e11 - coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 0) end`,
      ),
  },
  t => [
    buildAllowedValuesConstraint('activities_status', t.status, activityStatuses),
    check('activities_title', sql`${t.title} <> ''`),
    buildAllowedValuesConstraint('activities_language', t.language, languages),
    buildAllowedValuesConstraint('activities_second_language', t.secondLanguage, languages),
    check('activities_two_languages', sql`${t.secondLanguage} <> ${t.language}`),
    check(
      'activities_second_version',
      sql`case when ${t.secondLanguage} is null then coalesce(${t.secondTitle}, ${t.secondDescription}) is null
               else coalesce(${t.secondTitle}, '') <> '' end`,
    ),
    check('activities_dates', sql`${t.endDate} >= ${t.startDate}`),
    check('activities_questions', sql`jsonb_typeof(${t.questions}) = 'array'`),
    check('activities_capacity', sql`${t.maxParticipants} > 0`),
    index('activities_by_status').on(t.status, t.startDate, t.id),
    index('activities_in_order').on(t.listOrder, t.id),
    index('activities_of_status').on(t.status, t.listOrder, t.id),
    index('activities_of_club').on(t.clubId, t.listOrder, t.id),
    index('activities_by_start').on(t.startDate, t.id),
    index('activities_of_series').on(t.seriesId, t.startDate),
    index('activities_by_creation').on(t.createdAt, t.id),
    uniqueIndex('activities_public').on(t.publicKey),
    index('activities_by_organizer').on(t.organizerId),
    index('activities_search').using(
      'gin',
      t.title.op('gin_trgm_ops'),
      t.location.op('gin_trgm_ops'),
      t.secondTitle.op('gin_trgm_ops'),
    ),
  ],
)

/**
 * Participants of activities, both confirmed and on the waiting list. Places go to the waiting list in order of `id`.
 */
export const activityParticipants = pgTable(
  'activity_participants',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    activityId: integer()
      .notNull()
      .references(() => activities.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: participantStatuses }).notNull().default('registered'),
    /**
     * Start times of the activity for which reminders (a day and an hour before) were sent. A new start time gets new
     * reminders.
     */
    remindedDay: timestampColumn(),
    remindedHour: timestampColumn(),
    /** True when other participants of the activity do not see this participant. Organisers see all participants. */
    isHidden: boolean().notNull().default(false),
    /**
     * Time and venue of the activity at the moment when the participant joined; null if joined under an earlier
     * release.
     */
    joinedAs: jsonb().$type<ActivityAtJoining>(),
    /** The participant's answers to the questions of the activity, by question id. */
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** Check-in time of the participant; null if absent, or if an earlier release did not record it. */
    attendedAt: timestampColumn(),
    /**
     * Time, author and id of the last attendance mark. A later mark is compared with them to detect repeated and
     * outdated marks.
     */
    markedAt: timestampColumn(),
    markedBy: integer().references(() => users.id),
    markId: uuid(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('activity_participants_status', t.status, participantStatuses),
    check('activity_participants_answers', sql`jsonb_typeof(${t.answers}) = 'object'`),
    unique('activity_participants_once').on(t.activityId, t.userId),
    index('activity_participants_in_order').on(t.activityId, t.status, t.id),
    index('activity_participants_of_user').on(t.userId),
    index('activity_participants_by_marker').on(t.markedBy),
  ],
)

/** Activity helpers: members who may manage a single activity only. */
export const activityHelpers = pgTable(
  'activity_helpers',
  {
    activityId: integer()
      .notNull()
      .references(() => activities.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.activityId, t.userId] }), index('activity_helpers_of_user').on(t.userId)],
)

/**
 * Calendar feed (iCal) of a user's joined activities, or of a club's activities. The URL of the feed is signed with the
 * secret key, so knowing the row is not enough to forge the URL. Deleting the row revokes the URL.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Club whose activities the calendar feed lists; null for a feed of the activities that the user has joined. */
    clubId: integer().references(() => clubs.id),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('calendar_feeds_once').on(t.userId, sql`coalesce(${t.clubId}, 0)`),
    index('calendar_feeds_of_club').on(t.clubId),
  ],
)
