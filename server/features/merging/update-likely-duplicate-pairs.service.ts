// Job that maintains the list of likely duplicate accounts (`likely_pairs`).
// The job looks for duplicates only of new or changed users, which a trigger queues in the table `unpaired`.
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { findSimilarUsers } from '#server/features/users/details/similar-users.queries.ts'

/**
 * Number of users for whom one transaction looks for duplicates.
 * The number is small, so that concurrent changes of these users wait only briefly.
 */
const batchSize = 200

async function updateDuplicatePairsOfBatch(context: Context): Promise<boolean> {
  return context.transaction(async ({ db }) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      delete from unpaired where user_id in (
        select user_id from unpaired order by user_id limit ${batchSize} for update skip locked)
      returning user_id as id`)
    if (rows.length === 0) return false
    const ids = rows.map(({ id }) => id)
    const found = await findSimilarUsers(db, ids)
    const pairs = found.map(({ id, otherId, why }) => ({
      low: Math.min(id, otherId),
      high: Math.max(id, otherId),
      why,
    }))
    const foundPairs = sql`json_to_recordset(${JSON.stringify(pairs)}::json) as f(low int, high int, why text)`
    // Likely duplicates that no longer match are deleted, except dismissed ones, which must not be suggested again.
    await db.execute(sql`
      delete from likely_pairs p
       where p.dismissed_at is null
         and (p.low_id = any(${sql.param(ids)}::int[]) or p.high_id = any(${sql.param(ids)}::int[]))
         and not exists (select from ${foundPairs} where f.low = p.low_id and f.high = p.high_id)`)
    await db.execute(sql`
      insert into likely_pairs as p (low_id, high_id, why, country)
      select distinct on (f.low, f.high) f.low, f.high, f.why,
             case when a.current_country = b.current_country then a.current_country end
        from ${foundPairs} join users a on a.id = f.low join users b on b.id = f.high
       order by f.low, f.high, array_position(array['same_phone', 'similar_name', 'same_name'], f.why)
      on conflict (low_id, high_id) do update set why = excluded.why, country = excluded.country
        where (p.why, p.country) is distinct from (excluded.why, excluded.country)`)
    return true
  })
}

export async function updateLikelyDuplicatePairs(context: Context): Promise<void> {
  while (await updateDuplicatePairsOfBatch(context));
}
