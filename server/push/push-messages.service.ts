import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { positions } from '#server/db/schema/summaries.ts'
import { queuePushes } from './queue-push.service.ts'

/** What was said longer ago is not news any more, whatever held us up. */
const newsAge = '1 hour'
/** Nor is it read through when there is very much of it. */
const mostLookedAt = 500

/** Up to where people were told of a group; held, so that two jobs of one group come one after the other. */
async function holdPosition(db: Db, name: string): Promise<number> {
  const [row] = await db
    .insert(positions)
    .values({ name, lastId: 0 })
    .onConflictDoUpdate({ target: positions.name, set: { name } })
    .returning({ lastId: positions.lastId })
  return row?.lastId ?? 0
}

/**
 * A group in which something was said some seconds ago. Everybody who has not read it meanwhile, and for whom it is not
 * their own: the newest of all counts, and for whoever said that one the newest that somebody else said.
 */
async function findDevices(db: Db, groupId: number, after: number) {
  const { rows } = await db.execute<{ head: number; devices: number[] }>(sql`
    with said as materialized (
      select seq, sender_id from messages
       where group_id = ${groupId} and message_type <> 'call'
         and seq > greatest(${after}, (select last_seq - ${mostLookedAt} from message_groups where id = ${groupId}))
         and created_at > now() - ${newsAge}::interval
    ), newest as (select * from said order by seq desc limit 1)
    select n.seq::float8 as head, array(
      select d.id from push_devices d
        join group_members gm on gm.user_id = d.user_id and gm.group_id = ${groupId}
       where gm.last_read_seq < case when d.user_id <> n.sender_id then n.seq
               else coalesce((select max(seq) from said where sender_id <> n.sender_id), 0) end
         and coalesce(gm.muted_until <= now(), true)
       order by d.id) as devices
      from newest n`)
  return rows[0]
}

/** However many messages came: one push a device, which tells how many there are. */
export async function pushMessages(context: Context, groupId: number): Promise<void> {
  await context.transaction(async ({ db }) => {
    const name = `push:${groupId}`
    const after = await holdPosition(db, name)
    const found = await findDevices(db, groupId, after)
    if (!found) return
    await queuePushes(db, found.devices, { group: groupId })
    await db.update(positions).set({ lastId: found.head }).where(eq(positions.name, name))
  })
}
