// Terms of office: who held which office in which period.
// The table `offices` lists the holders of offices that are roles: a trigger derives the terms from users' roles.
// The table `appointments` lists the holders of additional offices, which give a member rights during the term.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { appointedOffices, handoverStatuses, offices as kinds } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
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
    /** Start of the term of office; null for terms that began before the table of offices existed. */
    startedAt: timestampColumn(),
    /**
     * Agreed last day of the term of office, if any. The term does not end automatically; the holder gets reminders.
     */
    endsOn: date({ mode: 'string' }),
    endedAt: timestampColumn(),
    /**
     * Value of `endsOn` for which the holder got the reminder a month or a week before that day.
     * The reminder a week before sets both columns, so that no reminder a month before follows.
     */
    remindedMonth: date({ mode: 'string' }),
    remindedWeek: date({ mode: 'string' }),
  },
  t => [
    buildAllowedValuesConstraint('offices_office', t.office, kinds),
    buildCountryConstraint('offices_country', t.country),
    check('offices_place', sql`(${t.office} = 'country_admin') = (${t.clubId} is null)`),
    uniqueIndex('offices_one_each').on(t.userId).where(sql`${t.endedAt} is null`),
    index('offices_held').on(t.country, t.clubId, t.office).where(sql`${t.endedAt} is null`),
    index('offices_by_end').on(t.endedAt, t.id),
    index('offices_of_user').on(t.userId),
  ],
)

/** Handover of an office: the officer offers the office to a successor, who accepts it. */
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
    decidedAt: timestampColumn(),
  },
  t => [
    buildAllowedValuesConstraint('office_handovers_status', t.status, handoverStatuses),
    uniqueIndex('office_handovers_one').on(t.officeId).where(sql`${t.status} = 'offered'`),
    index('office_handovers_to').on(t.toId),
  ],
)

/**
 * Office given to a member for a term, in the member's club (`clubId`) or country (`country`), or at headquarters
 * (neither). The term runs from the first to the last day in `timeZone`; `endedAt` is set when it ends earlier.
 * Triggers lock the holder with every change, reject holders who are not active or not of the club or country, and end
 * the office when the holder leaves it, is deactivated or erased, or when the club is closed.
 * The SQL function `held_offices` returns the offices whose term runs now.
 */
export const appointments = pgTable(
  'appointments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    office: text({ enum: appointedOffices }).notNull(),
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    startsOn: date({ mode: 'string' }).notNull(),
    endsOn: date({ mode: 'string' }).notNull(),
    timeZone: text().notNull(),
    createdAt: createdAt(),
    endedAt: timestampColumn(),
  },
  t => [
    buildAllowedValuesConstraint('appointments_office', t.office, appointedOffices),
    buildCountryConstraint('appointments_country', t.country),
    check('appointments_place', sql`${t.country} is null or ${t.clubId} is null`),
    check('appointments_term', sql`${t.endsOn} >= ${t.startsOn}`),
    /** A member has the same office at most once in a club, in a country and at headquarters. */
    uniqueIndex('appointments_one_each')
      .on(t.userId, t.office, sql`(${t.clubId} is null)`, sql`(${t.country} is null)`)
      .where(sql`${t.endedAt} is null`),
    index('appointments_of_user').on(t.userId),
    index('appointments_of_club').on(t.clubId).where(sql`${t.clubId} is not null`),
  ],
)
