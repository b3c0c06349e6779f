import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { segmentMatches } from '#shared/constants.ts'
import type { SegmentCondition } from '#shared/contracts/segments/conditions.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { buildAllowedValuesConstraint, buildCountryConstraint, createdAt } from './columns.ts'
import { clubs, users } from './core.ts'

/**
 * Segments: saved filters that select members. Each segment belongs to a club, a country, or headquarters when both are
 * null.
 */
export const segments = pgTable(
  'segments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    name: text().notNull(),
    /** Whether members of the segment (saved member filter) must meet all of its conditions or only one. */
    match: text({ enum: segmentMatches }).notNull(),
    conditions: jsonb().$type<SegmentCondition[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    buildCountryConstraint('segments_country', t.country),
    buildAllowedValuesConstraint('segments_match', t.match, segmentMatches),
    check('segments_name', sql`${t.name} <> ''`),
    check('segments_one_scope', sql`${t.country} is null or ${t.clubId} is null`),
    check('segments_conditions', sql`jsonb_typeof(${t.conditions}) = 'array'`),
    uniqueIndex('segments_unique').on(
      sql`coalesce(${t.country}, '')`,
      sql`coalesce(${t.clubId}, 0)`,
      sql`lower(${t.name})`,
    ),
    index('segments_of_club').on(t.clubId),
  ],
)

/**
 * Values stored per user by which segments select members: the last day on which the member used the app, and the days
 * of the latest ten attended activities, newest first. Triggers on `sessions` and `activity_participants` maintain
 * them. "Attended at least n since a day" is a range of the n-th element, for which an index gives the members without
 * counting.
 */
export const memberEngagement = pgTable(
  'member_engagement',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    lastSeenOn: date({ mode: 'string' }),
    attended: date({ mode: 'string' }).array().notNull().default([]),
  },
  t => [
    index('member_engagement_by_last_seen').on(t.lastSeenOn),
    ...[1, 2, 3, 5, 8].map(place =>
      index(`member_engagement_attended_${place}`)
        .on(sql.raw(`(attended[${place}])`))
        .where(sql.raw(`attended[${place}] is not null`)),
    ),
  ],
)
