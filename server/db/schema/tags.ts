import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { countries } from '#shared/countries/countries.ts'
import { buildCountryConstraint, createdAt, timestampColumn } from './columns.ts'
import { clubs, users } from './core.ts'

/** Tags that managers give to members. Each tag belongs to a club, a country, or headquarters when both are null. */
export const tags = pgTable(
  'tags',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    name: text().notNull(),
    createdAt: createdAt(),
    /**
     * Time at which the tag was removed. Lists do not show it any more; the retention job deletes its rows in batches.
     */
    removedAt: timestampColumn(),
  },
  t => [
    buildCountryConstraint('tags_country', t.country),
    check('tags_name', sql`${t.name} <> ''`),
    check('tags_one_scope', sql`${t.country} is null or ${t.clubId} is null`),
    /** Tag names are unique within a club, a country or headquarters, ignoring case. */
    uniqueIndex('tags_unique')
      .on(sql`coalesce(${t.country}, '')`, sql`coalesce(${t.clubId}, 0)`, sql`lower(${t.name})`)
      .where(sql`${t.removedAt} is null`),
    index('tags_of_club').on(t.clubId),
    index('tags_removed').on(t.removedAt).where(sql`${t.removedAt} is not null`),
  ],
)

/** Tags of members. A tag of a club or country is visible only while the member belongs to it. */
export const userTags = pgTable(
  'user_tags',
  {
    tagId: integer()
      .notNull()
      .references(() => tags.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Time at which the member left the club or country of the tag; null before. Triggers set this column. */
    outsideSince: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.tagId, t.userId] }),
    index('user_tags_of_user').on(t.userId, t.tagId),
    index('user_tags_outside').on(t.outsideSince).where(sql`${t.outsideSince} is not null`),
  ],
)
