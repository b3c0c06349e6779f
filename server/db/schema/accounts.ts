import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/** Browser in which a user with two-factor authentication does not have to enter a code for some time. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Hash of the token in the cookie of the trusted device. */
    token: text().notNull().unique('trusted_devices_token_unique'),
    expiresAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  t => [index('trusted_devices_of_user').on(t.userId), index('trusted_devices_by_expiry').on(t.expiresAt)],
)

/** Sign-in methods that can open a session: password, Google and passkey. */
export const signInMethods = ['password', 'google', 'passkey'] as const

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Hash of the session token in the session cookie. */
    token: text().notNull().unique('sessions_token_unique'),
    userAgent: text(),
    expiresAt: timestampColumn().notNull(),
    lastSeenAt: createdAt(),
    /** Sign-in method of the session; null for sessions of releases that did not store it. */
    method: text({ enum: signInMethods }),
    /** Last re-authentication (step-up) in this session. Sensitive actions require a recent one. */
    confirmedAt: timestampColumn(),
    /** Trusted device that was used to sign in. Ending the session from another device also removes this trust. */
    trustedId: integer().references(() => trustedDevices.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('sessions_method', t.method, signInMethods),
    index('sessions_of_user').on(t.userId),
    index('sessions_by_expiry').on(t.expiresAt),
    index('sessions_by_trust').on(t.trustedId),
  ],
)

/** Push subscription of a browser. It belongs to the user's session in this browser and is deleted with the session. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    sessionId: integer()
      .notNull()
      .unique('push_devices_one_a_session')
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /**
     * URL of the device at the push service. Knowing the URL is not enough to send a push, because browsers reject
     * messages that are not encrypted for them.
     */
    endpoint: text().notNull().unique('push_devices_endpoint_unique'),
    /** Public key and shared secret of the browser, with which push messages to the browser are encrypted. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
    /** Time at which the push service last accepted a push message to the device. */
    usedAt: timestampColumn(),
    /** Number of consecutive failed push messages to this device. */
    failures: smallint().notNull().default(0),
  },
  t => [index('push_devices_of_user').on(t.userId)],
)

/**
 * Kinds of account links. The link of kind `join` was mailed; `join_shown` was handed over in person and verifies no
 * email address.
 */
const accountTokenKinds = [
  'confirm_email',
  'change_email',
  'reset_password',
  'not_me',
  'join',
  'join_shown',
] as const

/**
 * Account links sent by email.
 * Each link is signed with the secret key, so a database row alone does not allow forging one.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: accountTokenKinds }).notNull(),
    /**
     * Email address the link was sent to; for a change of email address, the new one. When the address of the account
     * changes later, the link becomes invalid.
     */
    email: text().notNull(),
    /**
     * New session about which a mail warns the user and which its link ends.
     * Null for links in other mails and after the session was deleted.
     */
    sessionId: integer().references(() => sessions.id, { onDelete: 'set null' }),
    expiresAt: timestampColumn().notNull(),
    usedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('account_tokens_kind', t.kind, accountTokenKinds),
    index('account_tokens_of_user').on(t.userId, t.kind),
    index('account_tokens_by_expiry').on(t.expiresAt),
    index('account_tokens_of_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
  ],
)

const downloadStatuses = ['waiting', 'done'] as const

/** Exports of a user's own data. Each export is a ZIP file that is deleted after a day. */
export const dataDownloads = pgTable(
  'data_downloads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: downloadStatuses }).notNull().default('waiting'),
    /** Progress of the data export in percent. */
    progress: smallint().notNull().default(0),
    size: integer(),
    createdAt: createdAt(),
    finishedAt: timestampColumn(),
  },
  t => [
    buildAllowedValuesConstraint('data_downloads_status', t.status, downloadStatuses),
    check('data_downloads_progress', sql`${t.progress} between 0 and 100`),
    index('data_downloads_of_user').on(t.userId, t.createdAt),
    index('data_downloads_by_age').on(t.createdAt),
    uniqueIndex('data_downloads_one_at_a_time').on(t.userId).where(sql`${t.status} = 'waiting'`),
  ],
)

/**
 * Timestamps of recent attempts under one rate-limit key. A single SQL statement counts them and adds the new attempt.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: timestampColumn().array().notNull(),
    expiresAt: timestampColumn().notNull(),
  },
  t => [index('rate_limits_by_expiry').on(t.expiresAt)],
)

/** Settings and state of the whole installation. The table has exactly one row. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  /**
   * Fingerprint of the secret key with which fields of this database are encrypted. The server refuses to start with
   * another key.
   */
  keyFingerprint: text().notNull(),
  /** Version of the terms of use that was current when the installation first started. Screens show it as version 1. */
  firstTerms: smallint().notNull().default(1),
  /** Whether overdue fees make a membership card invalid. Headquarters decide this for the whole installation. */
  feesForCard: boolean().notNull().default(false),
  /** Whether members with overdue fees are excluded from the roll (list of eligible voters) of a vote. */
  feesForVoting: boolean().notNull().default(false),
})
