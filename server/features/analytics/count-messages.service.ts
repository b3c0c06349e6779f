import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** So many ids a transaction: a first run over years of messages is no long one. */
const batch = 50_000
/** Whoever writes for longer than this is waited for until the next run. */
const patience = 10_000

/** Others' transactions that may have written messages and have not ended. */
async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and relation = 'messages'::regclass and mode = 'RowExclusiveLock' and granted
       and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`)
  return rows.map(({ writer }) => writer)
}

/**
 * The highest id below which no message can still appear. Ids are given before the commit, so one may show up after a
 * higher one; but whoever has a lower one was already writing when the higher was seen, and those are waited for.
 */
async function findSettledId(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select max(id) as id from messages`)
  const begun = await listWriters(db)
  for (let waited = 0; waited < patience; waited += 50) {
    const now = await listWriters(db)
    if (!begun.some(writer => now.includes(writer))) return Number(rows[0]?.id ?? 0)
    await sleep(50)
  }
  return undefined
}

/** Position and counts in one transaction: whatever happens to the process, each message is counted once. */
async function countBatch(db: Db, settled: number): Promise<boolean> {
  return db.transaction(async tx => {
    await tx.execute(
      sql`insert into positions (name, last_id) values ('message_counts', 0) on conflict do nothing`,
    )
    const { rows } = await tx.execute<{ from: string }>(
      sql`select last_id as from from positions where name = 'message_counts' for update`,
    )
    const from = Number(rows[0]?.from)
    const to = Math.min(from + batch, settled)
    if (to <= from) return false
    await tx.execute(sql`
      insert into message_counts as c (place, day, group_type, message_type, count)
      select place, day, group_type, message_type, count(*) from messages_by_day where id > ${from} and id <= ${to}
       group by place, day, group_type, message_type
      on conflict (place, day, group_type, message_type) do update set count = c.count + excluded.count`)
    await tx.execute(sql`update positions set last_id = ${to} where name = 'message_counts'`)
    return to < settled
  })
}

/** Goes on from where it was; run twice, also at once, it counts nothing twice. */
export async function countMessages(db: Db): Promise<void> {
  const settled = await findSettledId(db)
  if (settled === undefined) return
  while (await countBatch(db, settled));
}
