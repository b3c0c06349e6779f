// What encrypted groups need, as the server may know it: public keys, signed texts, and boxes it cannot open.
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { Card } from '#shared/e2ee/card.ts'
import { messageGroups } from './chat.ts'
import { createdAt, moment, oneOf } from './columns.ts'
import { users } from './core.ts'

/** The public side of somebody's keys, one a generation. */
export const userKeys = pgTable(
  'user_keys',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    gen: integer().notNull(),
    card: jsonb().$type<Card>().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.gen] })],
)

/** `older`: the secrets of earlier generations, encrypted under the newest. */
const wrapKinds = ['phrase', 'passkey', 'older'] as const

/** The secret side, encrypted under what only its owner has. */
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
    oneOf('key_wraps_kind', t.kind, wrapKinds),
    check('key_wraps_of_passkey', sql`(${t.kind} = 'passkey') = (${t.credentialId} is not null)`),
    uniqueIndex('key_wraps_one_phrase').on(t.userId, t.gen).where(sql`${t.kind} = 'phrase'`),
    uniqueIndex('key_wraps_one_older').on(t.userId, t.gen).where(sql`${t.kind} = 'older'`),
    uniqueIndex('key_wraps_one_a_passkey').on(t.userId, t.gen, t.credentialId),
  ],
)

/** The browsers that were given the keys of a generation. */
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
    /** When the program was last open there, give or take a day. */
    usedAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.dev] })],
)

/** Who may read a group, as its members signed it. Added to, never changed. */
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
    /** The roster entry it was made for. */
    headSeq: integer().notNull(),
    /** How far the group had come when it was made. */
    firstSeq: bigint({ mode: 'number' }).notNull(),
    /** How many got the key, because the box of an erased person goes and still has to be missed. */
    readers: integer().notNull(),
    /** In the roster, but not in the group at that moment. */
    excluded: integer().array().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.groupId, t.n] })],
)

/** The key of an epoch, for one of its readers alone. */
export const epochBoxes = pgTable(
  'epoch_boxes',
  {
    groupId: integer().notNull(),
    n: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    box: text().notNull(),
    /** Of the keys it was sealed to: once there are newer ones, nothing more is said in this epoch. */
    gen: integer().notNull().default(1),
  },
  t => [
    primaryKey({ columns: [t.groupId, t.n, t.userId] }),
    foreignKey({ columns: [t.groupId, t.n], foreignColumns: [groupEpochs.groupId, groupEpochs.n] }),
    index('epoch_boxes_of_user').on(t.userId),
  ],
)

/**
 * Keys that were taken back before anything was sealed to them. Somebody may have seen them all the same: these may come
 * back, and others need a higher generation.
 */
export const withdrawnKeys = pgTable('withdrawn_keys', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  gen: integer().notNull(),
  card: jsonb().$type<Card>().notNull(),
  createdAt: createdAt(),
})

/** What somebody is called, signed by themselves: beside the card, so that it can go without it. */
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

/** A new device that asks an old one for the keys, for two minutes. What they share is never here. */
export const keyLinks = pgTable(
  'key_links',
  {
    /** Made of the secret, which it does not give away. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The new device's key for this once, and a mark by which the old one sees that it is genuine. */
    box: text().notNull(),
    mac: text().notNull(),
    /** What the new device is called. */
    name: text().notNull(),
    /** From the old device: the keys, which only the new one can open. */
    answer: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  t => [index('key_links_of_user').on(t.userId)],
)

/** What a person's devices know of others' keys and of their groups, sealed to their own card and signed. */
export const keyVaults = pgTable('key_vaults', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Goes up by one each time; whoever writes says which one they have read. */
  version: integer().notNull(),
  blob: text().notNull(),
  createdAt: createdAt(),
})
