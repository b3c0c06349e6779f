import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

/**
 * Creates missing system groups (club, country, all users) for the given users. Unique constraints prevent duplicates.
 * Readers see the names of the other two kinds in their own language, so only the groups of clubs store a name.
 */
async function ensureSystemGroupsExist(db: Db, people: SQL): Promise<void> {
  await db.execute(sql`
    insert into message_groups (name, type, country, club_id)
    select '', 'global', null::text, null::int
    union all
    (select distinct '', 'country', current_country, null::int from users
      where id = any(${people}) and current_country is not null order by 3)
    union all
    (select distinct c.name, 'club', null, c.id from users u join clubs c on c.id = u.club_id
      where u.id = any(${people}) order by 4)
    on conflict do nothing`)
}

/**
 * Adds users to their system groups and removes them from outdated ones.
 * An active user who accepted the terms belongs to the groups of the club, of the country and of all users.
 * Messages sent before a user joined do not count as unread for that user.
 */
export async function syncSystemGroups(db: Db, ...userIds: number[]): Promise<void> {
  const people = sql`${sql.param(userIds)}::int[]`
  await ensureSystemGroupsExist(db, people)
  const wanted = sql`
    select g.id, g.last_seq, u.id as user_id from users u join message_groups g
        on g.type = 'global' or (g.type = 'country' and g.country = u.current_country)
            or (g.type = 'club' and g.club_id = u.club_id)
     where u.id = any(${people}) and u.status = 'active' and u.erased_at is null and u.agreed_at is not null`
  await db.execute(sql`
    delete from group_members m using message_groups g
     where m.group_id = g.id and m.user_id = any(${people}) and g.type <> 'custom'
       and (g.id, m.user_id) not in (select id, user_id from (${wanted}) w)`)
  await db.execute(sql`
    insert into group_members (group_id, user_id, last_read_seq)
    select id, user_id, last_seq from (${wanted}) w order by id, user_id
    on conflict do nothing`)
}
