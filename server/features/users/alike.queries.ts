// Who may be the same person as somebody who is here: by indexes, never by comparing everybody with everybody.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { LikelyReason } from '#shared/contracts/merging.ts'

/** How alike the names of two people born in one year have to be. */
export const alikeEnough = 0.7
/** A telephone number may be that of a whole office: nobody is held to be like more people than this for one reason. */
const mostOfAKind = 5

interface Alike extends Record<string, unknown> {
  id: number
  otherId: number
  why: LikelyReason
}

/** Of each of these people. One row for each two, with the strongest reason. */
export async function findAlike(db: Db, ids: number[]): Promise<Alike[]> {
  const { rows } = await db.execute<Alike>(sql`
    select distinct on (u.id, h.id) u.id, h.id as "otherId", h.why from users u
      join lateral (
        (select o.id, 'same_phone' as why, 0 as weight from users o
          where phone_key(o.phone) = phone_key(u.phone) and o.id <> u.id and o.erased_at is null
          order by o.id limit ${mostOfAKind})
        union all
        (select o.id, 'similar_name', 1 from users o
          where o.birth_year = u.birth_year and name_tail(o.full_name) = name_tail(u.full_name) and o.id <> u.id
            and o.erased_at is null and similarity(o.full_name, u.full_name) >= ${alikeEnough}
          order by similarity(o.full_name, u.full_name) desc, o.id limit ${mostOfAKind})
        union all
        (select o.id, 'same_name', 2 from users o
          where o.full_name = u.full_name and o.id <> u.id and o.erased_at is null
            and (o.birth_year is null or u.birth_year is null)
          order by o.id limit ${mostOfAKind})
      ) h on true
     where u.id = any(${sql.param(ids)}::int[]) and u.erased_at is null
     order by u.id, h.id, h.weight`)
  return rows
}
