import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf } from './columns.ts'
import { users } from './core.ts'

/** A browser in which a person with two-factor need not prove it again for a while; the cookie holds the rest. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The hash of what the cookie holds. */
    token: text().notNull().unique('trusted_devices_token_unique'),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  t => [index('trusted_devices_of_user').on(t.userId), index('trusted_devices_by_expiry').on(t.expiresAt)],
)

/** By what a session was opened. */
export const entryMethods = ['password', 'google', 'passkey'] as const

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The hash of what the cookie holds. */
    token: text().notNull().unique('sessions_token_unique'),
    userAgent: text(),
    expiresAt: moment().notNull(),
    lastSeenAt: createdAt(),
    /** Null: by a release that did not note it. */
    method: text({ enum: entryMethods }),
    /** When its person last proved who they are while they were in; for a short while that is enough. */
    confirmedAt: moment(),
    /** The trust it was opened with: whoever ends the session from elsewhere ends this as well. */
    trustedId: integer().references(() => trustedDevices.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    oneOf('sessions_method', t.method, entryMethods),
    index('sessions_of_user').on(t.userId),
    index('sessions_by_expiry').on(t.expiresAt),
    index('sessions_by_trust').on(t.trustedId),
  ],
)

/**
 * Where pushes for a person go: the browser in which they are signed in with this session. With the session it ends,
 * however that ends.
 */
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
    /** The address at the push service; whoever knows it could only send what the browser does not take. */
    endpoint: text().notNull().unique('push_devices_endpoint_unique'),
    /** The browser's public key and the secret it shares with us: what is pushed is sealed to it. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
    /** When something was last taken for it. */
    usedAt: moment(),
    /** How often in a row nothing was. */
    failures: smallint().notNull().default(0),
  },
  t => [index('push_devices_of_user').on(t.userId)],
)

/** `join` was mailed; `join_shown` was handed over by whoever entered the person, and proves no address. */
const accountTokenKinds = [
  'confirm_email',
  'change_email',
  'reset_password',
  'not_me',
  'join',
  'join_shown',
] as const

/** What a link in a mail stands for. The link is signed with the key; nothing here lets anybody make one. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: accountTokenKinds }).notNull(),
    /** The address it was sent to; one that has changed since is not confirmed by it. For a change: the new one. */
    email: text().notNull(),
    /** The sign-in that was told of, as long as it lasts. */
    sessionId: integer().references(() => sessions.id, { onDelete: 'set null' }),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('account_tokens_kind', t.kind, accountTokenKinds),
    index('account_tokens_of_user').on(t.userId, t.kind),
    index('account_tokens_by_expiry').on(t.expiresAt),
    index('account_tokens_of_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
  ],
)

const downloadStatuses = ['waiting', 'done'] as const

/** What a person asked to have of their own data: a ZIP beside the uploads, there for a day. */
export const dataDownloads = pgTable(
  'data_downloads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: downloadStatuses }).notNull().default('waiting'),
    /** Percent. */
    progress: smallint().notNull().default(0),
    size: integer(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  t => [
    oneOf('data_downloads_status', t.status, downloadStatuses),
    check('data_downloads_progress', sql`${t.progress} between 0 and 100`),
    index('data_downloads_of_user').on(t.userId, t.createdAt),
    index('data_downloads_by_age').on(t.createdAt),
    uniqueIndex('data_downloads_one_at_a_time').on(t.userId).where(sql`${t.status} = 'waiting'`),
  ],
)

/** The moments of recent attempts under one key; counted and extended in one statement. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: moment().array().notNull(),
    expiresAt: moment().notNull(),
  },
  t => [index('rate_limits_by_expiry').on(t.expiresAt)],
)

/** A table with exactly one row for the whole database. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  /** Identifies the key with which this database was written. The server refuses to start with another key. */
  keyFingerprint: text().notNull(),
  /** The version of the terms that was in force at the first start. Screens show it as version 1. */
  firstTerms: smallint().notNull().default(1),
})
