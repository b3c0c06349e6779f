// Terms of office: who held which office in which period.
// A database trigger derives terms of office from roles, countries and statuses, so that no code can forget them.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { countries, handoverStatuses, offices as kinds } from '#shared/constants.ts'
import { buildOneOfConstraint, createdAt, timestampColumn } from './columns.ts'
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
    /** Start of the term of office; null for terms from before this table existed. */
    startedAt: timestampColumn(),
    /** Agreed last day of the term of office, if any. The term does not end automatically; reminders are sent. */
    endsOn: date({ mode: 'string' }),
    endedAt: timestampColumn(),
    /** Last days of the term for which the reminders (a month and a week before) were sent. */
    remindedMonth: date({ mode: 'string' }),
    remindedWeek: date({ mode: 'string' }),
  },
  t => [
    buildOneOfConstraint('offices_office', t.office, kinds),
    buildOneOfConstraint('offices_country', t.country, countries),
    check('offices_place', sql`(${t.office} = 'country_admin') = (${t.clubId} is null)`),
    uniqueIndex('offices_one_each').on(t.userId).where(sql`${t.endedAt} is null`),
    index('offices_held').on(t.country, t.clubId, t.office).where(sql`${t.endedAt} is null`),
    index('offices_by_end').on(t.endedAt, t.id),
    index('offices_of_user').on(t.userId),
  ],
)

/** Handover of an office: an officer offers it, the successor accepts. */
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
    buildOneOfConstraint('office_handovers_status', t.status, handoverStatuses),
    uniqueIndex('office_handovers_one').on(t.officeId).where(sql`${t.status} = 'offered'`),
    index('office_handovers_to').on(t.toId),
  ],
)
