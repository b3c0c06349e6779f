// That a call took place, who was in it and how long. Nothing of what was said or shown comes here.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { messageGroups } from './chat.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './core.ts'

export const calls = pgTable(
  'calls',
  {
    id: uuid().primaryKey().defaultRandom(),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    startedBy: integer()
      .notNull()
      .references(() => users.id),
    startedAt: createdAt(),
    /** When somebody else first came; null: nobody has. */
    answeredAt: moment(),
    /** Null while it runs. */
    endedAt: moment(),
    isAudioOnly: boolean().notNull().default(false),
    /** The last message before it, which is its place in the conversation. Null: whoever began it said so themselves. */
    afterSeq: bigint({ mode: 'number' }),
    /** Its place on the forwarding server, and the word by which one gets in there. Null: devices connect to each other. */
    room: bigint({ mode: 'number' }),
    roomPin: text(),
  },
  t => [
    index('calls_left_there').on(t.id).where(sql`${t.room} is not null`),
    index('calls_of_group').on(t.groupId, t.afterSeq),
    uniqueIndex('calls_one_a_group').on(t.groupId).where(sql`${t.endedAt} is null`),
    index('calls_of_starter').on(t.startedBy),
  ],
)

/** Each stay in a call; whoever goes and comes back has two. In the order of coming. */
export const callMembers = pgTable(
  'call_members',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    callId: uuid()
      .notNull()
      .references(() => calls.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The browser they are in it with. */
    dev: text().notNull(),
    joinedAt: createdAt(),
    /** When that browser was last heard of. Indexed nowhere: it moves every few seconds. */
    seenAt: createdAt(),
    leftAt: moment(),
    /** Of a call that is forwarded: this device's session there, by what it sends and receives, and whom. */
    forwardSession: bigint({ mode: 'number' }),
    publisher: bigint({ mode: 'number' }),
    subscriber: bigint({ mode: 'number' }),
    feeds: integer().array(),
  },
  t => [
    index('call_members_left_there').on(t.id).where(sql`${t.forwardSession} is not null`),
    uniqueIndex('call_members_one_a_person').on(t.userId).where(sql`${t.leftAt} is null`),
    index('call_members_of_call').on(t.callId),
    index('call_members_of_user').on(t.userId),
  ],
)

export const callDeclines = pgTable(
  'call_declines',
  {
    callId: uuid()
      .notNull()
      .references(() => calls.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  t => [primaryKey({ columns: [t.callId, t.userId] }), index('call_declines_of_user').on(t.userId)],
)
