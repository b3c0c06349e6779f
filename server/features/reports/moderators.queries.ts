// SQL conditions that decide who may moderate a report.
// The report list of a moderator and the search for all moderators of a report use the same conditions.
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { messageReports } from '#server/db/schema/reports.ts'

export const moderators = alias(users, 'moderators')

const { id, role, currentCountry, clubId, status, erasedAt } = moderators
const { type, directKey } = messageGroups

/**
 * SQL for the active managers of a custom group, without the sender of the reported message.
 * The account status is looked up per manager, because a join is slow while the planner has no statistics.
 */
const otherManagers = sql`select m.user_id from group_members m
  where m.group_id = ${messageGroups.id} and m.role <> 'member' and m.user_id <> ${messageReports.senderId}
    and coalesce((select o.status = 'active' and o.erased_at is null from users o where o.id = m.user_id), false)`

const isGroupManager = sql`exists (select from group_members m
  where m.group_id = ${messageGroups.id} and m.user_id = ${id} and m.role <> 'member')`

const isHeadquarters = sql`${role} in ('system_admin', 'hq_admin')`

/**
 * SQL condition over `moderators`, reports, groups and clubs: the moderator may decide the report.
 * Custom groups are moderated by their managers.
 * Club and country groups are moderated by their administrators and by headquarters, the global group by headquarters.
 * Direct conversations and groups without another manager are moderated by headquarters alone.
 * The reported sender never decides about the report.
 */
export const canDecideReport = sql<boolean>`(${status} = 'active' and ${erasedAt} is null and ${id} <> ${messageReports.senderId} and case
  when ${type} = 'custom' and ${directKey} is null
    then ${isGroupManager} or (${isHeadquarters} and not exists (${otherManagers}))
  else ${isHeadquarters}
    or (${role} = 'country_admin' and ${currentCountry} = coalesce(${messageGroups.country}, ${clubs.country}))
    or (${role} = 'club_admin_ln' and ${clubId} = ${messageGroups.clubId}) end)`

/**
 * SQL that preselects possible moderators.
 * Checking the full moderator condition for all users takes over a second.
 */
const candidates = sql`lateral (
  select m.user_id from group_members m where m.group_id = ${messageGroups.id} and m.role <> 'member'
  union select u.id from users u where u.role in ('system_admin', 'hq_admin', 'country_admin', 'club_admin_ln')) candidates`

export async function findReportModerators(db: Db, reportId: number): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(messageReports)
    .innerJoin(messageGroups, eq(messageGroups.id, messageReports.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(candidates, sql`true`)
    .innerJoin(moderators, and(eq(id, sql`candidates.user_id`), canDecideReport))
    .where(eq(messageReports.id, reportId))
  return rows.map(row => row.id)
}
