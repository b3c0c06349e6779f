// Elections with a secret ballot. Triggers reject changes of an election after its announcement.
// Triggers reject changes of an election's roll (list of voters) after the roll has been frozen.
// Triggers reject changes and deletions of rows in an election's event log.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { electionStatuses, nominationStatuses } from '#shared/contracts/elections/elections.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  bytes,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, users } from './core.ts'

/** Kinds of notifications that a background job sends to the voters and trustees of an election. */
const electionNotices = ['announced', 'opened', 'closing', 'published', 'annulled'] as const

export const elections = pgTable(
  'elections',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** Identifier of the election in the ballot protocol and in the public URL of its archive. */
    uuid: text().notNull(),
    organiserId: integer()
      .notNull()
      .references(() => users.id),
    /** Country or club whose members vote. When both columns are null, all members vote. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    title: text().notNull(),
    description: text().notNull(),
    status: text({ enum: electionStatuses }).notNull().default('draft'),
    timeZone: text().notNull(),
    enrolmentEndsAt: timestampColumn().notNull(),
    opensAt: timestampColumn().notNull(),
    closesAt: timestampColumn().notNull(),
    /**
     * Hours for objections between freezing the roll (list of voters) and voting. With 0 hours the organiser confirms
     * the roll.
     */
    objectionHours: integer().notNull(),
    /**
     * Times at which the election reached each status: announced, roll (list of voters) frozen, opened, closed and so
     * on.
     */
    announcedAt: timestampColumn(),
    rollFixedAt: timestampColumn(),
    rollConfirmedAt: timestampColumn(),
    openedAt: timestampColumn(),
    closedAt: timestampColumn(),
    countedAt: timestampColumn(),
    publishedAt: timestampColumn(),
    annulledAt: timestampColumn(),
    /** Reason why the election was closed before `closesAt`. */
    closeReason: text(),
    annulReason: text(),
    annulmentProposedBy: integer().references(() => users.id),
    annulledBy: integer().references(() => users.id),
    /** True when the server annulled the election because fewer voters or ballots than the minimum took part. */
    isTooSmall: boolean().notNull().default(false),
    questionsHash: text(),
    rollHash: text(),
    /** Private decryption key of the server for this election, encrypted with SECRET_KEY for this election only. */
    serverKey: bytes(),
    serverPublicKey: text(),
    /** Kind of notification that a job is now sending, if any, and the last user id that it has notified. */
    notice: text({ enum: electionNotices }),
    noticeUpTo: integer().notNull().default(0),
    remindedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('elections_uuid').on(t.uuid),
    buildAllowedValuesConstraint('elections_status', t.status, electionStatuses),
    buildAllowedValuesConstraint('elections_notice', t.notice, electionNotices),
    buildCountryConstraint('elections_country', t.country),
    check('elections_one_place', sql`${t.country} is null or ${t.clubId} is null`),
    check('elections_title', sql`${t.title} <> ''`),
    check('elections_dates', sql`${t.enrolmentEndsAt} < ${t.opensAt} and ${t.opensAt} < ${t.closesAt}`),
    check('elections_two_people', sql`${t.annulledBy} <> ${t.annulmentProposedBy}`),
    check(
      'elections_announced',
      sql`${t.status} in ('draft', 'annulled') or (${t.announcedAt} is not null and ${t.questionsHash} is not null)`,
    ),
    check(
      'elections_roll',
      sql`${t.status} in ('draft', 'announced', 'annulled') or (${t.rollFixedAt} is not null and ${t.rollHash} is not null)`,
    ),
    check('elections_annulled', sql`(${t.status} = 'annulled') = (${t.annulledAt} is not null)`),
    index('elections_due')
      .on(t.id)
      .where(sql`${t.status} in ('announced', 'roll_fixed', 'open', 'closed', 'counted')`),
    index('elections_noticed').on(t.id).where(sql`${t.notice} is not null`),
    index('elections_of_club').on(t.clubId, t.id),
    index('elections_of_country').on(t.country, t.id),
    index('elections_by_organiser').on(t.organiserId),
    index('elections_by_annuller').on(t.annulledBy),
    index('elections_by_annulment').on(t.annulmentProposedBy),
  ],
)

export const electionQuestions = pgTable(
  'election_questions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    electionId: integer()
      .notNull()
      .references(() => elections.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    text: text().notNull(),
    min: integer().notNull(),
    max: integer().notNull(),
    hasBlank: boolean().notNull(),
  },
  t => [
    uniqueIndex('election_questions_position').on(t.electionId, t.position),
    check('election_questions_range', sql`0 <= ${t.min} and ${t.min} <= ${t.max} and ${t.max} >= 1`),
  ],
)

/**
 * Answers to the questions of an election. An answer with a user is a nomination, which that user must accept or
 * decline.
 */
export const electionCandidates = pgTable(
  'election_candidates',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    electionId: integer()
      .notNull()
      .references(() => elections.id, { onDelete: 'cascade' }),
    questionId: integer()
      .notNull()
      .references(() => electionQuestions.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    userId: integer().references(() => users.id),
    /**
     * Text of the answer on the ballot. Empty for a nominated member until the announcement of the election, which
     * stores the member's name.
     */
    name: text().notNull(),
    statement: text().notNull().default(''),
    status: text({ enum: nominationStatuses }).notNull(),
  },
  t => [
    buildAllowedValuesConstraint('election_candidates_status', t.status, nominationStatuses),
    check('election_candidates_named', sql`${t.userId} is not null or ${t.name} <> ''`),
    uniqueIndex('election_candidates_once').on(t.questionId, t.userId),
    index('election_candidates_of_election').on(t.electionId),
    index('election_candidates_of_user').on(t.userId),
  ],
)

/** Trustees of an election in the order of the key ceremony. Protocol texts are stored exactly, byte for byte. */
export const electionTrustees = pgTable(
  'election_trustees',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id, { onDelete: 'cascade' }),
    /** Position of the trustee in the key ceremony, starting at 1. */
    index: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    certificate: text(),
    statement: jsonb().$type<Signed>(),
    /** Public keys of the trustee, signed by the trustee, and the time when they were published. */
    card: jsonb().$type<Card>(),
    cardPublishedAt: timestampColumn(),
    certifiedAt: timestampColumn(),
    polynomial: text(),
    voutput: text(),
    readyAt: timestampColumn(),
    decryptedAt: timestampColumn(),
    remindedAt: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.electionId, t.index] }),
    uniqueIndex('election_trustees_once').on(t.electionId, t.userId),
    check('election_trustees_certified', sql`(${t.certificate} is null) = (${t.statement} is null)`),
    index('election_trustees_of_user').on(t.userId),
  ],
)

/** Secret of a trustee, encrypted in the trustee's browser. Each write must state the version that it replaces. */
export const electionTrusteeSecrets = pgTable(
  'election_trustee_secrets',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    version: integer().notNull(),
    blob: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.electionId, t.userId] }),
    index('election_trustee_secrets_of_user').on(t.userId),
  ],
)

/** Members who enrolled as voters of an election. After the roll is frozen, triggers reject changes of these rows. */
export const electionVoters = pgTable(
  'election_voters',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    /** Public credential of the voter. Every ballot of the voter contains it. */
    credential: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /**
     * The voter signed the enrolment with this account id and with the keys of generation `gen`. A merge of
     * accounts changes neither value.
     */
    signedUserId: integer().notNull(),
    gen: integer().notNull(),
    statement: jsonb().$type<Signed>().notNull(),
    card: jsonb().$type<Card>().notNull(),
    cardPublishedAt: timestampColumn().notNull(),
    enrolledAt: createdAt(),
    /**
     * Time at which the voter's account was merged into another account on the same roll. The server accepts no ballot
     * for this row.
     */
    mergedAt: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.electionId, t.credential] }),
    uniqueIndex('election_voters_once').on(t.electionId, t.userId).where(sql`${t.mergedAt} is null`),
    index('election_voters_of_user').on(t.userId, t.electionId),
  ],
)

export const electionObjections = pgTable(
  'election_objections',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    index('election_objections_of_election').on(t.electionId),
    index('election_objections_of_user').on(t.userId),
  ],
)

/**
 * Newest event that a device of the user has seen but that the election's event log lacks, for example after a restore
 * of the server.
 */
export const electionLostEvents = pgTable(
  'election_lost_events',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    height: integer().notNull(),
    /** Hash of the newest election log event that the user's device has verified. */
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.electionId, t.userId] }),
    index('election_lost_events_of_user').on(t.userId),
  ],
)

/**
 * Event log of the election: one row per event of the ballot protocol. A trigger checks the hash chain; rows never
 * change.
 */
export const electionEvents = pgTable(
  'election_events',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    height: integer().notNull(),
    type: text().notNull(),
    /** SHA-256 hash of the text of the election event, in hexadecimal digits. */
    hash: text().notNull(),
    parent: text(),
    event: text().notNull(),
    /**
     * Texts that the election archive contains before the event, in order. The last text is the payload of the event.
     */
    data: text().array().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.electionId, t.height] })],
)

/** Accepted ballots by their hash, to look up receipts, count the turnout and find the newest ballot of a voter. */
export const electionBallots = pgTable(
  'election_ballots',
  {
    electionId: integer().notNull(),
    height: integer().notNull(),
    hash: text().notNull(),
    credential: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.electionId, t.height] }),
    uniqueIndex('election_ballots_hash').on(t.electionId, t.hash),
    index('election_ballots_of_voter').on(t.electionId, t.credential, t.height),
    foreignKey({
      columns: [t.electionId, t.height],
      foreignColumns: [electionEvents.electionId, electionEvents.height],
    }),
    foreignKey({
      columns: [t.electionId, t.credential],
      foreignColumns: [electionVoters.electionId, electionVoters.credential],
    }),
  ],
)
