import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { countries, groupRoles, groupTypes, reportReasons } from '#shared/constants.ts'
import type { SealedWords } from '#shared/contracts/chat.ts'
import { createdAt, moment, oneOf } from './columns.ts'
import { clubs, files, users } from './core.ts'

export const messageGroups = pgTable(
  'message_groups',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    type: text({ enum: groupTypes }).notNull(),
    clubId: integer().references(() => clubs.id),
    country: text({ enum: countries }),
    createdBy: integer().references(() => users.id),
    isActive: boolean().notNull().default(true),
    /** For a conversation of two: both ids, the lower first, so that there is only ever one of it. */
    directKey: text().unique('message_groups_direct_once'),
    /** Only what its members sealed is taken. Once true, always true. */
    encrypted: boolean().notNull().default(false),
    /** The sequence of the newest message; raised by the statement that inserts it. */
    lastSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** The newest change of a message in it; raised by the transaction that makes the change. */
    lastChange: bigint({ mode: 'number' }).notNull().default(0),
    /** When something was last said in it, or somebody called, or else it was made: by this lists are in order. */
    newestAt: moment().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('message_groups_type', t.type, groupTypes),
    oneOf('message_groups_country', t.country, countries),
    check('message_groups_of_club', sql`(${t.type} = 'club') = (${t.clubId} is not null)`),
    check('message_groups_of_country', sql`(${t.type} = 'country') = (${t.country} is not null)`),
    check('message_groups_direct', sql`${t.directKey} is null or ${t.type} = 'custom'`),
    check('message_groups_encrypted', sql`not ${t.encrypted} or ${t.type} in ('club', 'custom')`),
    uniqueIndex('message_groups_one_a_club').on(t.clubId),
    uniqueIndex('message_groups_one_a_country').on(t.country),
    index('message_groups_by_creator').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    uniqueIndex('message_groups_one_global').on(t.type).where(sql`${t.type} = 'global'`),
  ],
)

export const groupMembers = pgTable(
  'group_members',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    role: text({ enum: groupRoles }).notNull().default('member'),
    /** The member has read all messages up to this one. `server/db/unread-count.ts` counts the unread ones. */
    lastReadSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** The member's own messages after `ownUnreadAfter`. They count as read. */
    ownUnread: integer().notNull().default(0),
    /** `ownUnread` is valid only while this equals `lastReadSeq`, which the previous release moves alone. */
    ownUnreadAfter: bigint({ mode: 'number' }).notNull().default(0),
    /** Devices are not told of what is said until then, but where it calls on this person by name. */
    mutedUntil: moment(),
    /** At the top of this person's list. */
    isPinned: boolean().notNull().default(false),
    /** The newest message that calls on this person by name. */
    mentionedSeq: bigint({ mode: 'number' }),
    joinedAt: createdAt(),
  },
  t => [
    oneOf('group_members_role', t.role, groupRoles),
    unique('group_members_once').on(t.groupId, t.userId),
    index('group_members_of_user').on(t.userId, t.groupId),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    senderId: integer()
      .notNull()
      .references(() => users.id),
    recipientId: integer().references(() => users.id),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    /** Its place in the group: no gaps, no duplicates, one order for everybody. */
    seq: bigint({ mode: 'number' }).notNull(),
    /** Made by the sender's client, so that sending again after a cut never doubles a message. */
    clientId: text(),
    content: text().notNull(),
    messageType: text().notNull().default('text'),
    metadata: jsonb(),
    /** What goes with it; whoever may read the message may have the file. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    isRead: boolean().notNull().default(false),
    /** Why it is shown to nobody any more; its place in the sequence stays. */
    hiddenFor: text({ enum: reportReasons }),
    editedAt: moment(),
    /** By its sender: what it said is gone, its place in the sequence stays. */
    deletedAt: moment(),
    /** In an encrypted group: what its sender sealed in its place. */
    revision: jsonb().$type<SealedWords>(),
    reactionCount: integer().notNull().default(0),
    /** Its newest change, in the order of all changes in the group. */
    changeSeq: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  t => [
    oneOf('messages_hidden_for', t.hiddenFor, reportReasons),
    unique('messages_in_order').on(t.groupId, t.seq),
    unique('messages_sent_once').on(t.senderId, t.clientId),
    index('messages_by_time').on(t.createdAt),
    index('messages_by_recipient').on(t.recipientId).where(sql`${t.recipientId} is not null`),
    uniqueIndex('messages_file_once').on(t.fileId).where(sql`${t.fileId} is not null`),
    index('messages_by_change').on(t.groupId, t.changeSeq).where(sql`${t.changeSeq} is not null`),
  ],
)

export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: bigint({ mode: 'number' })
      .notNull()
      .references(() => messages.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** By which the signature of a sealed one is known. */
    clientId: text().notNull(),
    content: text().notNull(),
    metadata: jsonb(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reactions_of_user').on(t.userId)],
)

/** Shown above the conversation to everybody in it. */
export const messagePins = pgTable(
  'message_pins',
  {
    messageId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => messages.id),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    createdAt: createdAt(),
  },
  t => [index('message_pins_of_group').on(t.groupId)],
)

/** Whom somebody does not want to hear from in conversations of two. */
export const blockedPeople = pgTable(
  'blocked_people',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    blockedId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.blockedId] }), index('blocked_people_by_whom').on(t.blockedId)],
)
