// Calls: when each call took place and who took part. No audio, video or content of a call is stored.
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
import { createdAt, timestampColumn } from './columns.ts'
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
    /** Time at which a second participant joined the call; null when the call was not answered. */
    answeredAt: timestampColumn(),
    /** End time of the call; null while the call is running. */
    endedAt: timestampColumn(),
    isAudioOnly: boolean().notNull().default(false),
    /**
     * Last chat message before the call, which determines where the chat shows the call. Null when the caller posted a
     * message about the call.
     */
    afterSeq: bigint({ mode: 'number' }),
    /**
     * Room and PIN on the media server (SFU) that forwards the call. Null when devices connect to each other directly.
     */
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

/** Participations in a call, in order of joining. A user who leaves and joins again has two rows. */
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
    /** Random id of the browser with which the participant joined the call. */
    dev: text().notNull(),
    joinedAt: createdAt(),
    /** Time when the participant's browser last reported to be in the call. Not indexed, as it changes often. */
    seenAt: createdAt(),
    leftAt: timestampColumn(),
    /** Ids of the participant's session and plugin handles on the media server (Janus), if it is used. */
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
