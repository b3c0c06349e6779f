import { sql } from 'drizzle-orm'

/**
 * SQL: number of messages that a group member has sent after the last message they read.
 * `member` is an alias of the table group_members.
 */
export const buildOwnUnreadSql = (member = 'group_members') =>
  sql.raw(
    `case when ${member}.own_unread_after = ${member}.last_read_seq then ${member}.own_unread else 0 end`,
  )

/** SQL: number of messages in a group that the member has not read. The member's own messages count as read. */
export const buildUnreadCountSql = (group = 'message_groups', member = 'group_members') =>
  sql`(${sql.raw(`${group}.last_seq - ${member}.last_read_seq`)} - ${buildOwnUnreadSql(member)})`
