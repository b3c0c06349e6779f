// Who held what, from when to when. Terms follow roles, places and statuses by a trigger (see the migration), so that
// no way of changing those can forget them.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { countries, handoverStatuses, offices as kinds } from '#shared/constants.ts'
import { createdAt, moment, oneOf } from './columns.ts'
import { clubs, users } from './core.ts'

export const offices = pgTable(
  'offices',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    office: text({ enum: kinds }).notNull(),
    country: text({ enum: countries }).notNull(),
    clubId: integer().references(() => clubs.id),
    /** Null: from before these were written down. */
    startedAt: moment(),
    /** The last day, where one was agreed on. Nothing ends by itself; people are reminded. */
    endsOn: date({ mode: 'string' }),
    endedAt: moment(),
    /** For which last day they were reminded a month and a week before. */
    remindedMonth: date({ mode: 'string' }),
    remindedWeek: date({ mode: 'string' }),
  },
  t => [
    oneOf('offices_office', t.office, kinds),
    oneOf('offices_country', t.country, countries),
    check('offices_place', sql`(${t.office} = 'country_admin') = (${t.clubId} is null)`),
    uniqueIndex('offices_one_each').on(t.userId).where(sql`${t.endedAt} is null`),
    index('offices_held').on(t.country, t.clubId, t.office).where(sql`${t.endedAt} is null`),
    index('offices_by_end').on(t.endedAt, t.id),
    index('offices_of_user').on(t.userId),
  ],
)

/** One person gives, the other accepts. */
export const officeHandovers = pgTable(
  'office_handovers',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    officeId: integer()
      .notNull()
      .references(() => offices.id),
    toId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: handoverStatuses }).notNull().default('offered'),
    createdAt: createdAt(),
    decidedAt: moment(),
  },
  t => [
    oneOf('office_handovers_status', t.status, handoverStatuses),
    uniqueIndex('office_handovers_one').on(t.officeId).where(sql`${t.status} = 'offered'`),
    index('office_handovers_to').on(t.toId),
  ],
)
