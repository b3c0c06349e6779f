import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { safetyStates } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { users } from './core.ts'

/** Roll-calls (safety checks): in an emergency all members in a country or city are asked whether they are safe. */
export const rollCalls = pgTable(
  'roll_calls',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    askedBy: integer()
      .notNull()
      .references(() => users.id),
    country: text({ enum: countries }).notNull(),
    city: text(),
    message: text().notNull(),
    /** Number of members asked by the roll-call; null until the list of these members has been stored. */
    askedCount: integer(),
    /**
     * Progress of the job that asks the members of the roll-call, some hundreds per transaction; null when all were
     * asked.
     */
    roundAt: timestampColumn(),
    upTo: integer().notNull().default(0),
    told: integer().notNull().default(0),
    /** Time of the last reminder to members who had not answered the roll-call. */
    remindedAt: timestampColumn(),
    closedAt: timestampColumn(),
    /** Time at which the roll-call and all its answers are deleted. */
    eraseAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  t => [
    buildCountryConstraint('roll_calls_country', t.country),
    index('roll_calls_of_country').on(t.country, t.id),
    index('roll_calls_open').on(t.id).where(sql`${t.roundAt} is not null`),
    index('roll_calls_by_end').on(t.eraseAt),
    index('roll_calls_by_asker').on(t.askedBy),
  ],
)

export const rollCallPeople = pgTable(
  'roll_call_people',
  {
    rollCallId: integer()
      .notNull()
      .references(() => rollCalls.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The member's answer to the roll-call; null until the member has answered. */
    state: text({ enum: safetyStates }),
    note: text(),
    place: text(),
    answeredAt: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.rollCallId, t.userId] }),
    buildAllowedValuesConstraint('roll_call_people_state', t.state, safetyStates),
    check('roll_call_people_answered', sql`(${t.state} is null) = (${t.answeredAt} is null)`),
    index('roll_call_people_of_user').on(t.userId, t.rollCallId),
  ],
)
