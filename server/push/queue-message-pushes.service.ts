import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { positions } from '#server/db/schema/summaries.ts'
import { queuePushes } from './queue-push.service.ts'

/** Age above which a chat message causes no push, for example because the job queue was delayed. */
const maxMessageAge = '1 hour'
/** Maximum number of recent messages of a group that one push job considers. */
const maxScannedMessages = 500

/**
 * Returns the number of the group's last pushed message and locks its row, so that push jobs of a group run one after
 * the other.
 */
async function lockPushPosition(db: Db, name: string): Promise<number> {
  const [row] = await db
    .insert(positions)
    .values({ name, lastId: 0 })
    .onConflictDoUpdate({ target: positions.name, set: { name } })
    .returning({ lastId: positions.lastId })
  return row?.lastId ?? 0
}

/**
 * Finds the devices of members with unread messages of other senders in the group.
 * A member has unread messages if the newest message of another sender is after the member's read position.
 */
async function findDevicesForNewMessages(db: Db, groupId: number, after: number) {
  const { rows } = await db.execute<{ head: number; devices: number[] }>(sql`
    with said as materialized (
      select seq, sender_id from messages
       where group_id = ${groupId} and message_type <> 'call'
         and seq > greatest(${after}, (select last_seq - ${maxScannedMessages} from message_groups where id = ${groupId}))
         and created_at > now() - ${maxMessageAge}::interval
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

/** Queues one push per device for all new messages of a chat group. The push shows the number of unread messages. */
export async function queueMessagePushes(context: Context, groupId: number): Promise<void> {
  await context.transaction(async ({ db }) => {
    const name = `push:${groupId}`
    const after = await lockPushPosition(db, name)
    const found = await findDevicesForNewMessages(db, groupId, after)
    if (!found) return
    await queuePushes(db, found.devices, { group: groupId })
    await db.update(positions).set({ lastId: found.head }).where(eq(positions.name, name))
  })
}
