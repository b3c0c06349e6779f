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
import { groupRoles, groupTypes, reportReasons } from '#shared/constants.ts'
import type { EncryptedText, PinSeal } from '#shared/contracts/chat/chat.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, files, users } from './core.ts'

export const messageGroups = pgTable(
  'message_groups',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** Name of a custom chat group. Empty for other groups, whose name follows from their kind (see getChatGroupName()). */
    name: text().notNull(),
    type: text({ enum: groupTypes }).notNull(),
    clubId: integer().references(() => clubs.id),
    country: text({ enum: countries }),
    createdBy: integer().references(() => users.id),
    isActive: boolean().notNull().default(true),
    /** For direct messages: both user ids, the lower one first, so that two users have only one direct chat. */
    directKey: text().unique('message_groups_direct_once'),
    /**
     * True when the group accepts only end-to-end encrypted messages. An encrypted group can never become unencrypted
     * again.
     */
    encrypted: boolean().notNull().default(false),
    /** Number of the newest message in the group. Inserting a message increases it in the same statement. */
    lastSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** Number of the newest edit or deletion of a message in the group. Each such change increases it. */
    lastChange: bigint({ mode: 'number' }).notNull().default(0),
    /** Time of the last message or call in the group, or of the group's creation. The chat list is sorted by it. */
    newestAt: timestampColumn().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('message_groups_type', t.type, groupTypes),
    buildCountryConstraint('message_groups_country', t.country),
    check('message_groups_of_club', sql`(${t.type} = 'club') = (${t.clubId} is not null)`),
    check('message_groups_of_country', sql`(${t.type} = 'country') = (${t.country} is not null)`),
    check(
      'message_groups_name',
      sql`${t.name} <> '' or ${t.type} in ('global', 'country') or ${t.directKey} is not null`,
    ),
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
    /** Number of the last message the member has read. `server/db/sql/unread-count.ts` counts the unread messages. */
    lastReadSeq: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * Number of messages that the member sent after message number `ownUnreadAfter`. Own messages do not count as
     * unread.
     */
    ownUnread: integer().notNull().default(0),
    /**
     * `ownUnread` is valid only if `ownUnreadAfter` equals `lastReadSeq`, because the previous release raises
     * `lastReadSeq` without updating the other two columns.
     */
    ownUnreadAfter: bigint({ mode: 'number' }).notNull().default(0),
    /** Push notifications of the group are muted until this time, except for mentions of the member. */
    mutedUntil: timestampColumn(),
    /** True when the member pinned the group to the top of the chat list. */
    isPinned: boolean().notNull().default(false),
    /** Number of the newest message in the group that mentions the member. */
    mentionedSeq: bigint({ mode: 'number' }),
    joinedAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('group_members_role', t.role, groupRoles),
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
    /** Number of the message in its group: consecutive, unique, and in the same order for all members. */
    seq: bigint({ mode: 'number' }).notNull(),
    /**
     * Message id generated by the sender's client, so that a retry after a lost connection does not duplicate the
     * message.
     */
    clientId: text(),
    content: text().notNull(),
    messageType: text().notNull().default('text'),
    metadata: jsonb(),
    /** File attached to the message. Users who may read the message may download it. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    isRead: boolean().notNull().default(false),
    /** Reason for which a moderator has hidden the message. The message keeps its number in the group. */
    hiddenFor: text({ enum: reportReasons }),
    editedAt: timestampColumn(),
    /** Time at which the sender deleted the message. The content is erased; the message keeps its number. */
    deletedAt: timestampColumn(),
    /** In an encrypted group: the sender's encrypted edit, which replaces the original content. */
    revision: jsonb().$type<EncryptedText>(),
    reactionCount: integer().notNull().default(0),
    /** Number of the newest edit or deletion of this message. Edits and deletions in a group are numbered in order. */
    changeSeq: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('messages_hidden_for', t.hiddenFor, reportReasons),
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
    /** Id of the reaction, generated by the reacting client. An encrypted reaction is signed together with this id. */
    clientId: text().notNull(),
    content: text().notNull(),
    metadata: jsonb(),
    /** Time at which the user removed the reaction. In an encrypted group the row then contains the signed removal. */
    removedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reactions_of_user').on(t.userId)],
)

/** Messages that are pinned above the chat for all members of a group. */
export const messagePins = pgTable(
  'message_pins',
  {
    messageId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => messages.id),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    /** In an encrypted group: the signed record of who pinned which message. Clients verify the record. */
    seal: jsonb().$type<PinSeal>(),
    createdAt: createdAt(),
  },
  t => [index('message_pins_of_group').on(t.groupId)],
)

/** Pairs of users: the first one does not want to receive direct messages from the second one. */
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
