// Whose business a report is. One condition, for the list of one person and for finding everybody it concerns.
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { messageReports } from '#server/db/schema/reports.ts'

export const moderators = alias(users, 'moderators')

const { id, role, currentCountry, clubId, status, erasedAt } = moderators
const { type, directKey } = messageGroups

/**
 * Others who run a group that people made; the one who is reported does not count. Each is asked after by their key: left
 * to join them, a database without statistics reads everybody for each of those who come into question.
 */
const runners = sql`select m.user_id from group_members m
  where m.group_id = ${messageGroups.id} and m.role <> 'member' and m.user_id <> ${messageReports.senderId}
    and coalesce((select o.status = 'active' and o.erased_at is null from users o where o.id = m.user_id), false)`

const runsIt = sql`exists (select from group_members m
  where m.group_id = ${messageGroups.id} and m.user_id = ${id} and m.role <> 'member')`

const isHeadquarters = sql`${role} in ('system_admin', 'hq_admin')`

/**
 * Those who run the group: of one that people made its owner and administrators, of a club whoever runs the club, of a
 * country its administrators, and headquarters of all but the first. What is said between two, or where nobody else runs
 * the group, is headquarters' alone. Never whoever is reported. Over `moderators`, reports, groups and clubs.
 */
export const mayDecide = sql<boolean>`(${status} = 'active' and ${erasedAt} is null and ${id} <> ${messageReports.senderId} and case
  when ${type} = 'custom' and ${directKey} is null
    then ${runsIt} or (${isHeadquarters} and not exists (${runners}))
  else ${isHeadquarters}
    or (${role} = 'country_admin' and ${currentCountry} = coalesce(${messageGroups.country}, ${clubs.country}))
    or (${role} = 'club_admin_ln' and ${clubId} = ${messageGroups.clubId}) end)`

/** Whoever comes into question at all: put to everybody there is, the condition takes a second and more. */
const candidates = sql`lateral (
  select m.user_id from group_members m where m.group_id = ${messageGroups.id} and m.role <> 'member'
  union select u.id from users u where u.role in ('system_admin', 'hq_admin', 'country_admin', 'club_admin_ln')) candidates`

export async function findModerators(db: Db, reportId: number): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(messageReports)
    .innerJoin(messageGroups, eq(messageGroups.id, messageReports.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(candidates, sql`true`)
    .innerJoin(moderators, and(eq(id, sql`candidates.user_id`), mayDecide))
    .where(eq(messageReports.id, reportId))
  return rows.map(row => row.id)
}
