// Data of end-to-end encryption on the server: public keys, signed texts and ciphertexts, but no secret keys.
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { LinkReply, LinkReveal } from '#shared/contracts/keys/key-links.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { messageGroups } from './chat.ts'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/** Signed public encryption keys of users, one row for each time that a user generated new keys (key generation). */
export const userKeys = pgTable(
  'user_keys',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    gen: integer().notNull(),
    card: jsonb().$type<Card>().notNull(),
    /**
     * True when the user's earlier keys had not been used for any message, roster (member list) or backup when these
     * keys were published.
     */
    priorUnused: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.gen] })],
)

/**
 * Ways in which the secret keys of a user are encrypted. `older`: earlier generations, encrypted under the newest one.
 */
const wrapKinds = ['phrase', 'passkey', 'older'] as const

/** Secret keys of users, each encrypted with a passphrase, a passkey or a newer key that only the owner has. */
export const keyWraps = pgTable(
  'key_wraps',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    gen: integer().notNull(),
    kind: text({ enum: wrapKinds }).notNull(),
    credentialId: text(),
    blob: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('key_wraps_kind', t.kind, wrapKinds),
    check('key_wraps_of_passkey', sql`(${t.kind} = 'passkey') = (${t.credentialId} is not null)`),
    uniqueIndex('key_wraps_one_phrase').on(t.userId, t.gen).where(sql`${t.kind} = 'phrase'`),
    uniqueIndex('key_wraps_one_older').on(t.userId, t.gen).where(sql`${t.kind} = 'older'`),
    uniqueIndex('key_wraps_one_a_passkey').on(t.userId, t.gen, t.credentialId),
  ],
)

/** Browsers in which a user has the secret keys of a key generation (set of keys generated together). */
export const keyDevices = pgTable(
  'key_devices',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    dev: text().notNull(),
    gen: integer().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    /** Last time the app was open in this browser, rounded to about an hour. */
    usedAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.dev] })],
)

/**
 * Group roster: the members who may read an encrypted group, as a chain of signed entries. Rows are only added, never
 * changed.
 */
export const groupRoster = pgTable(
  'group_roster',
  {
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    seq: integer().notNull(),
    body: text().notNull(),
    sig: text().notNull(),
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.groupId, t.seq] })],
)

export const groupEpochs = pgTable(
  'group_epochs',
  {
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    n: integer().notNull(),
    body: text().notNull(),
    sig: text().notNull(),
    eid: text().notNull(),
    /** Number of the newest roster entry (signed change of members) when the epoch (group key) was created. */
    headSeq: integer().notNull(),
    /** Number of the first chat message that may be encrypted with the group key of this epoch. */
    firstSeq: bigint({ mode: 'number' }).notNull(),
    /**
     * Number of members who received the group key of the epoch. Stored, because the encrypted key of an erased user is
     * deleted.
     */
    readers: integer().notNull(),
    /**
     * Ids of users in the roster (signed member list) who were not in the group when the epoch (group key) was created.
     */
    excluded: integer().array().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.groupId, t.n] })],
)

/** Key box: the group key of an epoch, encrypted for one member of the group. */
export const epochBoxes = pgTable(
  'epoch_boxes',
  {
    groupId: integer().notNull(),
    n: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    box: text().notNull(),
    /**
     * Key generation of the member to whom the group key is encrypted. When a member has newer keys, the epoch accepts
     * no more messages.
     */
    gen: integer().notNull().default(1),
  },
  t => [
    primaryKey({ columns: [t.groupId, t.n, t.userId] }),
    foreignKey({ columns: [t.groupId, t.n], foreignColumns: [groupEpochs.groupId, groupEpochs.n] }),
    index('epoch_boxes_of_user').on(t.userId),
  ],
)

/**
 * Public keys that were revoked before anything was encrypted to them. Other users may have seen them nevertheless.
 * Revoked keys may be published again; different keys need a higher key generation.
 */
export const withdrawnKeys = pgTable('withdrawn_keys', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  gen: integer().notNull(),
  card: jsonb().$type<Card>().notNull(),
  createdAt: createdAt(),
})

/**
 * Display names signed by their users. They are stored apart from the signed public keys, so that a name can be erased
 * alone.
 */
export const userNames = pgTable('user_names', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  gen: integer().notNull(),
  rev: integer().notNull(),
  body: text().notNull(),
  sig: text().notNull(),
  createdAt: createdAt(),
})

/**
 * Device linking: a new device requests the keys from an old one within two minutes. The secret that the two devices
 * share is never sent to the server.
 */
export const keyLinks = pgTable(
  'key_links',
  {
    /** Id of the device link request, derived from the secret of the two devices without revealing that secret. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /**
     * Ephemeral public key of the new device in a device link, and a MAC by which the old device authenticates this
     * key.
     */
    box: text().notNull(),
    mac: text().notNull(),
    /** Name of the new device in a device link, as stated by the new device itself. */
    name: text().notNull(),
    /** Time zone that the new device reports, shown to the user as the location of that device. */
    zone: text(),
    /**
     * Commitment (hash) of the new device to its random nonce; null when the user types digits or scans a QR code
     * instead.
     */
    commit: text(),
    /** Public key and random number that the old device sends while it links a new device. */
    reply: jsonb().$type<LinkReply>(),
    /**
     * Random nonce that the new device reveals after the old device's reply, and a secret encrypted to the old device.
     */
    reveal: jsonb().$type<LinkReveal>(),
    /** Last response of the old device while the user links a new one: the secret keys encrypted for the new device. */
    answer: text(),
    createdAt: createdAt(),
    expiresAt: timestampColumn().notNull(),
  },
  t => [index('key_links_of_user').on(t.userId)],
)

/**
 * Key vault of a user: verified keys of other users and the state of groups, shared by the user's devices.
 * The devices encrypt the vault with the user's own key and sign it, so the server cannot read or change it.
 */
export const keyVaults = pgTable('key_vaults', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /**
   * Version for optimistic locking. Each write raises it by one and must state the version that the client has read.
   */
  version: integer().notNull(),
  blob: text().notNull(),
  createdAt: createdAt(),
})
