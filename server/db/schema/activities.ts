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
import type { JoinedAs } from '#shared/contracts/activities.ts'
import type { Answers, Question } from '#shared/contracts/questions.ts'
import { homeZone } from '#shared/zones.ts'
import { createdAt, moment, oneOf, wallTime } from './columns.ts'
import { clubs, users } from './core.ts'

export const activities = pgTable(
  'activities',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    description: text(),
    clubId: integer().references(() => clubs.id),
    organizerId: integer().references(() => users.id),
    startDate: moment(),
    endDate: moment(),
    /** Of the place. What was agreed on is the hour on the wall there; the moments above follow from it. */
    timeZone: text().notNull().default(homeZone),
    startWall: wallTime(),
    endWall: wallTime(),
    /** One of several that repeat. */
    seriesId: uuid(),
    /** Raised by every change, so that calendars know which of two copies is the newer. */
    revision: integer().notNull().default(0),
    location: text(),
    status: text({ enum: activityStatuses }).notNull().default('planned'),
    maxParticipants: integer(),
    images: jsonb().$type<string[]>().notNull().default([]),
    documents: jsonb().$type<string[]>().notNull().default([]),
    /** What whoever joins is asked. */
    questions: jsonb().$type<Question[]>().notNull().default([]),
    /** Whether members who have not joined may check themselves in at the venue. */
    allowsWalkIns: boolean().notNull().default(false),
    /** In the address of its page for everybody; null: there is none. */
    publicKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** One number for the order of the list: what is to come by its start, then what is over, the newest first. */
    listOrder: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status in ('planned', 'ongoing') then coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 1e11)
                 else 3e11 - coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 0) end`,
      ),
  },
  t => [
    oneOf('activities_status', t.status, activityStatuses),
    check('activities_title', sql`${t.title} <> ''`),
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
    index('activities_search').using('gin', t.title.op('gin_trgm_ops'), t.location.op('gin_trgm_ops')),
  ],
)

/** Confirmed and waiting alike; those who wait move up in the order of `id`. */
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
    /** The start that they were reminded of, a day and an hour before; another start is another reminder. */
    remindedDay: moment(),
    remindedHour: moment(),
    /** Whoever does not want to be seen among those who come; organisers see them all the same. */
    isHidden: boolean().notNull().default(false),
    /** When and where it was to be when they joined; null: an earlier release did not note it. */
    joinedAs: jsonb().$type<JoinedAs>(),
    /** By the ids of the questions. */
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** When they came; null: they did not, or an earlier release did not note it. */
    attendedAt: moment(),
    /** The last word on whether they came: of when it is, whose, and by which name its device knows it. */
    markedAt: moment(),
    markedBy: integer().references(() => users.id),
    markId: uuid(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('activity_participants_status', t.status, participantStatuses),
    check('activity_participants_answers', sql`jsonb_typeof(${t.answers}) = 'object'`),
    unique('activity_participants_once').on(t.activityId, t.userId),
    index('activity_participants_in_order').on(t.activityId, t.status, t.id),
    index('activity_participants_of_user').on(t.userId),
    index('activity_participants_by_marker').on(t.markedBy),
  ],
)

/** Members who may run this one activity, and nothing else. */
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
 * An address at which somebody's calendar looks for what they have joined, or for what a club does. The address is
 * signed with the key; nothing here lets anybody make one. Without its row it leads nowhere.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Null: what the person has joined. */
    clubId: integer().references(() => clubs.id),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('calendar_feeds_once').on(t.userId, sql`coalesce(${t.clubId}, 0)`),
    index('calendar_feeds_of_club').on(t.clubId),
  ],
)
