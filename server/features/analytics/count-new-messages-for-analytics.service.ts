// Counts new messages into the table message_counts, outside of the sending transactions.
// The id of the last counted message is stored, so that a repeated job counts no message twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

/** Maximum number of message ids per transaction, because the first count may cover many old messages. */
const batchSize = 50_000
/**
 * Maximum wait (ms) for transactions that are still writing messages. After a timeout the next run of the job tries
 * again.
 */
const writerTimeout = 10_000

/** Lists other connections' running transactions, which may have inserted messages that are not committed yet. */
async function listActiveMessageWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and relation = 'messages'::regclass and mode = 'RowExclusiveLock' and granted
       and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`)
  return rows.map(({ writer }) => writer)
}

/**
 * Finds the highest message id below which no message can still appear; undefined after a timeout.
 * Ids are assigned before the commit, so a lower id can become visible after a higher one.
 * Transactions that were writing messages when the highest id was read are therefore awaited.
 */
async function findNewestSettledMessageId(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select max(id) as id from messages`)
  const writers = await listActiveMessageWriters(db)
  for (let waited = 0; waited < writerTimeout; waited += 50) {
    const current = await listActiveMessageWriters(db)
    if (!writers.some(writer => current.includes(writer))) return Number(rows[0]?.id ?? 0)
    await sleep(50)
  }
  return undefined
}

/** Counts one batch of messages. Counts and last counted id are saved in one transaction, so none is counted twice. */
async function countBatchOfMessages(db: Db, settled: number): Promise<boolean> {
  return db.transaction(async tx => {
    await tx.execute(
      sql`insert into positions (name, last_id) values ('message_counts', 0) on conflict do nothing`,
    )
    const { rows } = await tx.execute<{ from: string }>(
      sql`select last_id as from from positions where name = 'message_counts' for update`,
    )
    const from = Number(rows[0]?.from)
    const to = Math.min(from + batchSize, settled)
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

/** Counts all new messages. Repeated and concurrent runs count no message twice. */
export async function countNewMessagesForAnalytics(db: Db): Promise<void> {
  const settled = await findNewestSettledMessageId(db)
  if (settled === undefined) return
  while (await countBatchOfMessages(db, settled));
}
