// The job that keeps the list of likely pairs: it looks at whoever is new or has changed, and at nobody else.
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { findAlike } from '#server/features/users/alike.queries.ts'

/** Few, so that nobody who is being changed waits for long. */
const atOnce = 200

async function lookAtSome(context: Context): Promise<boolean> {
  return context.transaction(async ({ db }) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      delete from unpaired where user_id in (
        select user_id from unpaired order by user_id limit ${atOnce} for update skip locked)
      returning user_id as id`)
    if (rows.length === 0) return false
    const ids = rows.map(({ id }) => id)
    const found = await findAlike(db, ids)
    const pairs = found.map(({ id, otherId, why }) => ({
      low: Math.min(id, otherId),
      high: Math.max(id, otherId),
      why,
    }))
    const held = sql`json_to_recordset(${JSON.stringify(pairs)}::json) as f(low int, high int, why text)`
    // What no longer holds; what somebody has decided stays, or they would be asked again.
    await db.execute(sql`
      delete from likely_pairs p
       where p.dismissed_at is null
         and (p.low_id = any(${sql.param(ids)}::int[]) or p.high_id = any(${sql.param(ids)}::int[]))
         and not exists (select from ${held} where f.low = p.low_id and f.high = p.high_id)`)
    await db.execute(sql`
      insert into likely_pairs as p (low_id, high_id, why, country)
      select distinct on (f.low, f.high) f.low, f.high, f.why,
             case when a.current_country = b.current_country then a.current_country end
        from ${held} join users a on a.id = f.low join users b on b.id = f.high
       order by f.low, f.high, array_position(array['same_phone', 'similar_name', 'same_name'], f.why)
      on conflict (low_id, high_id) do update set why = excluded.why, country = excluded.country
        where (p.why, p.country) is distinct from (excluded.why, excluded.country)`)
    return true
  })
}

export async function lookForPairs(context: Context): Promise<void> {
  while (await lookAtSome(context));
}
