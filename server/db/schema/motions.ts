// Motions: open votes, in which each member's vote is visible. Votes are only added, never changed.
// When voting on a motion opens, its roll (list of voters) is frozen. Triggers then reject changes of the motion.
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { motionChoices, motionMajorities, motionOutcomes, motionStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, users } from './core.ts'

/** Kinds of notifications that a job sends in batches to all voters of a motion. */
const motionNotices = ['opened', 'closing', 'closed'] as const

export const motions = pgTable(
  'motions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    /** Country or club whose members vote. When both columns are null, all members vote. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    title: text().notNull(),
    body: text().notNull(),
    proposerId: integer()
      .notNull()
      .references(() => users.id),
    seconderId: integer()
      .notNull()
      .references(() => users.id),
    majority: text({ enum: motionMajorities }).notNull(),
    /** Number of voters who must vote for a valid result, abstentions included; null for no quorum. */
    quorum: integer(),
    status: text({ enum: motionStatuses }).notNull().default('draft'),
    closesAt: timestampColumn().notNull(),
    openedAt: timestampColumn(),
    closedAt: timestampColumn(),
    closedBy: integer().references(() => users.id),
    /** Reason why voting was closed before `closesAt`; null when voting ended at the planned time. */
    closeReason: text(),
    /** Number of members on the roll (list of voters) of the motion, stored when voting opens. */
    voterCount: integer(),
    /** Result of the vote, stored when voting closes: the numbers of votes for, against and abstaining. */
    forCount: integer(),
    againstCount: integer(),
    abstainCount: integer(),
    outcome: text({ enum: motionOutcomes }),
    /** Kind of notification that a job is now sending, if any, and the last voter that it has notified. */
    notice: text({ enum: motionNotices }),
    noticeUpTo: integer().notNull().default(0),
    remindedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildCountryConstraint('motions_country', t.country),
    buildAllowedValuesConstraint('motions_majority', t.majority, motionMajorities),
    buildAllowedValuesConstraint('motions_status', t.status, motionStatuses),
    buildAllowedValuesConstraint('motions_outcome', t.outcome, motionOutcomes),
    buildAllowedValuesConstraint('motions_notice', t.notice, motionNotices),
    check('motions_one_place', sql`${t.country} is null or ${t.clubId} is null`),
    check('motions_title', sql`${t.title} <> ''`),
    check('motions_two_people', sql`${t.proposerId} <> ${t.seconderId}`),
    check('motions_quorum', sql`${t.quorum} > 0`),
    check('motions_opened', sql`(${t.status} = 'draft') = (${t.openedAt} is null)`),
    check(
      'motions_result',
      sql`(${t.status} = 'closed') = (${t.outcome} is not null and ${t.closedAt} is not null
        and ${t.forCount} is not null and ${t.againstCount} is not null and ${t.abstainCount} is not null)`,
    ),
    index('motions_due').on(t.closesAt).where(sql`${t.status} = 'open'`),
    index('motions_noticed').on(t.id).where(sql`${t.notice} is not null`),
    index('motions_of_club').on(t.clubId, t.id),
    index('motions_of_country').on(t.country, t.id),
    index('motions_by_author').on(t.authorId),
    index('motions_by_proposer').on(t.proposerId),
    index('motions_by_seconder').on(t.seconderId),
    index('motions_by_closer').on(t.closedBy),
  ],
)

/** Roll of a motion: the members who may vote. A trigger rejects changes of the roll after voting has opened. */
export const motionVoters = pgTable(
  'motion_voters',
  {
    motionId: integer()
      .notNull()
      .references(() => motions.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  t => [
    primaryKey({ columns: [t.motionId, t.userId] }),
    index('motion_voters_of_user').on(t.userId, t.motionId),
  ],
)

/**
 * Votes on motions with the name of the voter. Rows are only added; the newest vote of each voter enters the result.
 */
export const motionVotes = pgTable(
  'motion_votes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    motionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    choice: text({ enum: motionChoices }).notNull(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('motion_votes_choice', t.choice, motionChoices),
    foreignKey({
      columns: [t.motionId, t.userId],
      foreignColumns: [motionVoters.motionId, motionVoters.userId],
    }),
    index('motion_votes_of_voter').on(t.motionId, t.userId, t.id),
    index('motion_votes_of_user').on(t.userId),
  ],
)
