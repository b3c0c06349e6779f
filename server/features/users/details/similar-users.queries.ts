// Finds accounts that may belong to the same person, by phone number or by name and birth year.
// Each search for similar accounts uses an index, so the cost does not grow with the number of account pairs.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import type { LikelyReason } from '#shared/contracts/users/likely-person.schemas.ts'

/** Minimum trigram similarity (0 to 1) of two names for people born in the same year to count as similar. */
export const similarNameThreshold = 0.7
/** Maximum number of possible duplicates listed per matching field; many people may share an office phone number. */
const maxPerReason = 5

interface SimilarPair extends Record<string, unknown> {
  id: number
  otherId: number
  why: LikelyReason
}

/**
 * Finds accounts that are similar to those of the given users.
 * Each pair is returned once, with the strongest reason for its similarity.
 */
export async function findSimilarUsers(db: Db, ids: number[]): Promise<SimilarPair[]> {
  const { rows } = await db.execute<SimilarPair>(sql`
    select distinct on (u.id, h.id) u.id, h.id as "otherId", h.why from users u
      join lateral (
        (select o.id, 'same_phone' as why, 0 as weight from users o
          where phone_key(o.phone) = phone_key(u.phone) and o.id <> u.id and o.erased_at is null
          order by o.id limit ${maxPerReason})
        union all
        (select o.id, 'similar_name', 1 from users o
          where o.birth_year = u.birth_year and name_tail(o.full_name) = name_tail(u.full_name) and o.id <> u.id
            and o.erased_at is null and similarity(o.full_name, u.full_name) >= ${similarNameThreshold}
          order by similarity(o.full_name, u.full_name) desc, o.id limit ${maxPerReason})
        union all
        (select o.id, 'same_name', 2 from users o
          where o.full_name = u.full_name and o.id <> u.id and o.erased_at is null
            and (o.birth_year is null or u.birth_year is null)
          order by o.id limit ${maxPerReason})
      ) h on true
     where u.id = any(${sql.param(ids)}::int[]) and u.erased_at is null
     order by u.id, h.id, h.weight`)
  return rows
}
