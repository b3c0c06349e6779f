// Elections with a secret ballot. Triggers fix an announced election and its roll, and let the log only grow.
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
import type { Card } from '#shared/e2ee/card.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { buildCountryConstraint, buildOneOfConstraint, bytes, createdAt, timestampColumn } from './columns.ts'
import { clubs, users } from './core.ts'

/** Notices that a job sends to the people of an election in batches. */
const electionNotices = ['announced', 'opened', 'closing', 'published', 'annulled'] as const

export const elections = pgTable(
  'elections',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** Name of the election in the ballot protocol and in the public URL of its archive. */
    uuid: text().notNull(),
    organiserId: integer()
      .notNull()
      .references(() => users.id),
    /** Place whose members vote: a club, a country, or all members when both are null. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    title: text().notNull(),
    description: text().notNull(),
    status: text({ enum: electionStatuses }).notNull().default('draft'),
    timeZone: text().notNull(),
    enrolmentEndsAt: timestampColumn().notNull(),
    opensAt: timestampColumn().notNull(),
    closesAt: timestampColumn().notNull(),
    /** Hours for objections between fixing the roll and opening. With 0 the organiser has to confirm the roll. */
    objectionHours: integer().notNull(),
    /** Times at which the election entered its states. */
    announcedAt: timestampColumn(),
    rollFixedAt: timestampColumn(),
    rollConfirmedAt: timestampColumn(),
    openedAt: timestampColumn(),
    closedAt: timestampColumn(),
    countedAt: timestampColumn(),
    publishedAt: timestampColumn(),
    annulledAt: timestampColumn(),
    /** Reason for closing before `closesAt`. */
    closeReason: text(),
    annulReason: text(),
    annulmentProposedBy: integer().references(() => users.id),
    annulledBy: integer().references(() => users.id),
    /** Whether fewer ballots than the minimum were cast, so that the server withheld its decryption. */
    isTooSmall: boolean().notNull().default(false),
    questionsHash: text(),
    rollHash: text(),
    /** Private key of the server for this election, encrypted with SECRET_KEY and bound to the row's uuid. */
    serverKey: bytes(),
    serverPublicKey: text(),
    /** Notice that a job is sending, and the last person it has reached; null when no notice is under way. */
    notice: text({ enum: electionNotices }),
    noticeUpTo: integer().notNull().default(0),
    remindedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('elections_uuid').on(t.uuid),
    buildOneOfConstraint('elections_status', t.status, electionStatuses),
    buildOneOfConstraint('elections_notice', t.notice, electionNotices),
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

/** Answers of a question. An answer with a user is a nomination, which that user accepts or declines. */
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
    /** Text of the answer on the ballot. Empty for a nominee until the announcement, which stores the name. */
    name: text().notNull(),
    statement: text().notNull().default(''),
    status: text({ enum: nominationStatuses }).notNull(),
  },
  t => [
    buildOneOfConstraint('election_candidates_status', t.status, nominationStatuses),
    check('election_candidates_named', sql`${t.userId} is not null or ${t.name} <> ''`),
    uniqueIndex('election_candidates_once').on(t.questionId, t.userId),
    index('election_candidates_of_election').on(t.electionId),
    index('election_candidates_of_user').on(t.userId),
  ],
)

/** Trustees in the order of the key ceremony. The texts are those of the ballot protocol, byte for byte. */
export const electionTrustees = pgTable(
  'election_trustees',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id, { onDelete: 'cascade' }),
    /** Position in the key ceremony, from 1. */
    index: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    certificate: text(),
    statement: jsonb().$type<Signed>(),
    /** Signed public keys with which the trustee signed, and when they were published. */
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

/** Secret of a trustee, encrypted by the trustee's browser. Each write names the version it replaces. */
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

/** Enrolled voters. From `roll_fixed` on this is the roll, which triggers protect. */
export const electionVoters = pgTable(
  'election_voters',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    /** Public credential of the voter, which every ballot of the voter carries. */
    credential: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Account id and key generation in the signed statement. They stay when the account is merged. */
    signedUserId: integer().notNull(),
    gen: integer().notNull(),
    statement: jsonb().$type<Signed>().notNull(),
    card: jsonb().$type<Card>().notNull(),
    cardPublishedAt: timestampColumn().notNull(),
    enrolledAt: createdAt(),
    /** Set when the account was merged into one that is on the same roll; no ballot is accepted for this line. */
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

/** Log of the election: one row per event of the ballot protocol. A trigger checks the hash chain; rows never change. */
export const electionEvents = pgTable(
  'election_events',
  {
    electionId: integer()
      .notNull()
      .references(() => elections.id),
    height: integer().notNull(),
    type: text().notNull(),
    /** SHA-256 of the event's text, in hexadecimal. */
    hash: text().notNull(),
    parent: text(),
    event: text().notNull(),
    /** Texts that precede the event in the archive, in order; the last one is the payload. */
    data: text().array().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.electionId, t.height] })],
)

/** Accepted ballots by hash, for receipts, turnout and the newest ballot of a voter. */
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
