import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/**
 * When somebody last did something, for whoever may know: people of one's own club, or with whom one has a conversation
 * or a group that people made. Neither of the two hides it, and neither has blocked the other. Undefined: not to be known.
 */
export async function findLastSeen(
  db: Db,
  viewerId: number,
  userId: number,
): Promise<{ lastSeenAt: Date | null } | undefined> {
  const { rows } = await db.execute<{ lastSeenAt: string | null }>(sql`
    select (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as "lastSeenAt"
      from users u join users me on me.id = ${viewerId}
     where u.id = ${userId} and u.id <> me.id and u.status = 'active' and u.erased_at is null
       and not u.hides_presence and not me.hides_presence
       and (u.club_id = me.club_id or exists (
         select from group_members mine join message_groups g on g.id = mine.group_id and g.type = 'custom'
           join group_members theirs on theirs.group_id = g.id and theirs.user_id = u.id
          where mine.user_id = me.id))
       and not exists (select from blocked_people b
         where (b.user_id, b.blocked_id) in ((u.id, me.id), (me.id, u.id)))`)
  const [row] = rows
  return row && { lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt) }
}
