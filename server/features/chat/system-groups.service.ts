import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** Made when the first person needs it; the constraints see to it that there is only one of each. */
async function ensureGroups(db: Db, userId: number): Promise<void> {
  await db.execute(sql`
    insert into message_groups (name, type, country, club_id)
    select 'Perantau Sedunia', 'global', null::text, null::int
    union all
    select current_country, 'country', current_country, null from users where id = ${userId} and current_country is not null
    union all
    select c.name, 'club', null, c.id from users u join clubs c on c.id = u.club_id where u.id = ${userId}
    on conflict do nothing`)
}

/**
 * The groups that follow from who somebody is: an active person belongs to their club's, their country's and the
 * one of all, once they have agreed to be here; anybody else to none of them. Whoever joins has not missed what was said before.
 */
export async function syncSystemGroups(db: Db, userId: number): Promise<void> {
  await ensureGroups(db, userId)
  const wanted = sql`
    select g.id, g.last_seq from message_groups g join users u on u.id = ${userId}
     where u.status = 'active' and u.erased_at is null and u.agreed_at is not null
       and (g.type = 'global' or (g.type = 'country' and g.country = u.current_country)
            or (g.type = 'club' and g.club_id = u.club_id))`
  await db.execute(sql`
    delete from group_members m using message_groups g
     where m.group_id = g.id and m.user_id = ${userId} and g.type <> 'custom'
       and g.id not in (select id from (${wanted}) w)`)
  await db.execute(sql`
    insert into group_members (group_id, user_id, last_read_seq)
    select id, ${userId}, last_seq from (${wanted}) w
    on conflict do nothing`)
}
