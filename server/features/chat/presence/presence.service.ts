import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import type { Actor } from '#shared/policies.ts'

/** SQL condition: the viewer sees the user in the club directory, or the user is within the viewer's scope. */
const buildPresenceVisibleToCondition = (viewer: Actor) => sql`(${filterUsersByScope(viewer) ?? sql`true`}
  or (${users.agreedAt} is not null and ${users.unlistedAt} is null and ${excludeMinorsOutsidePermissionScope(viewer) ?? sql`true`}))`

/**
 * Returns when a user was last active, or undefined when the viewer may not know.
 * The viewer must share the club, a direct conversation or a custom group with the user.
 * Neither viewer nor user may hide their presence or have blocked the other.
 */
export async function findLastSeenTime(
  db: Db,
  viewer: Actor,
  userId: number,
): Promise<{ lastSeenAt: Date | null } | undefined> {
  const { rows } = await db.execute<{ lastSeenAt: string | null }>(sql`
    select (select max(s.last_seen_at) from sessions s where s.user_id = ${users.id}) as "lastSeenAt"
      from ${users} join users me on me.id = ${viewer.id}
     where ${users.id} = ${userId} and ${users.id} <> me.id and ${users.status} = 'active' and ${users.erasedAt} is null
       and not ${users.hidesPresence} and not me.hides_presence
       and (${users.clubId} = me.club_id and ${buildPresenceVisibleToCondition(viewer)} or exists (
         select from group_members mine join message_groups g on g.id = mine.group_id and g.type = 'custom'
           join group_members theirs on theirs.group_id = g.id and theirs.user_id = ${users.id}
          where mine.user_id = me.id))
       and not exists (select from blocked_people b
         where (b.user_id, b.blocked_id) in ((${users.id}, me.id), (me.id, ${users.id})))`)
  const [row] = rows
  return row && { lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt) }
}

/** Finds group members who hide their presence. They neither send typing events to others nor receive them. */
export async function findMembersHidingPresence(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, groupId), users.hidesPresence))
  return rows.map(({ id }) => id)
}
