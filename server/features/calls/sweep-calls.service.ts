import { type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { callPatience, returnTime, ringingTime } from '#shared/contracts/calls.ts'
import { endCall, settle } from './end-call.service.ts'
import { announceCall, type HeldCall, holdCall } from './hold-call.service.ts'

/** Of a stay `m` in the call `c`: the person is not in the group or may not sign in any more, or the group is closed. */
const hasNoAccess = `not exists (
  select from group_members gm join message_groups g on g.id = gm.group_id join users u on u.id = gm.user_id
   where gm.group_id = c.group_id and gm.user_id = m.user_id and g.is_active and u.status = 'active'
     and u.erased_at is null and exists (select from sessions s where s.user_id = u.id and s.expires_at > now()))`

const isUnseen = `m.seen_at < now() - interval '${callPatience} milliseconds'`

const isGone = (isPatienceOver: boolean) =>
  `m.left_at is null and (${hasNoAccess}${isPatienceOver ? ` or ${isUnseen}` : ''})`

/** Of the call `c`: it rang for long enough, and nobody else ever came. */
const rangInVain = `c.started_at < now() - interval '${ringingTime} milliseconds' and not exists (
  select from call_members m where m.call_id = c.id and m.user_id <> c.started_by)`

/** SQL condition on the call `c`: the call is between two people, and both have joined it. */
const isBetweenTwo = `exists (select from message_groups g where g.id = c.group_id and g.direct_key is not null)
  and exists (select from call_members m where m.call_id = c.id and m.user_id <> c.started_by)`

/** SQL condition on the call `c`: a participant left recently enough to be waited for. */
const waitsForReturn = `exists (select from call_members m where m.call_id = c.id
  and m.left_at > now() - interval '${returnTime} milliseconds')`

/** SQL condition on a call `c` between two: a participant neither hung up nor returned in time. */
const isLonely = `${isBetweenTwo} and not ${waitsForReturn}
  and 2 > (select count(*) from call_members m where m.call_id = c.id and m.left_at is null)`

const isDue = `((${rangInVain}) or (${isLonely}))`

const isEmpty = `not exists (select from call_members m where m.call_id = c.id and m.left_at is null)
  and not (${isBetweenTwo} and ${waitsForReturn})`

/** Only those that run are looked at, which an index holds; mostly there are none. */
async function findDue(pool: Pool, isPatienceOver: boolean): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select c.id from calls c where c.ended_at is null and (
      (${isEmpty})
      or exists (select from call_members m where m.call_id = c.id and ${isGone(isPatienceOver)})
      or ${isDue})`,
  )
  return rows.map(({ id }) => id)
}

async function holds(tx: Db, call: HeldCall, condition: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from calls c where c.id = ${call.id} and ${condition}`)
  return rows.length > 0
}

/** Once its group is held all is asked again: another instance may have been first, or somebody came back. */
async function sweepCall(tx: Db, id: string, isPatienceOver: boolean): Promise<void> {
  const call = await holdCall(tx, id)
  if (!call || call.endedAt) return
  if (await holds(tx, call, sql.raw(isDue))) {
    await endCall(tx, call)
    return announceCall(tx, call)
  }
  const { rowCount } = await tx.execute(sql`update call_members m set left_at = clock_timestamp() from calls c
    where c.id = ${id} and m.call_id = c.id and ${sql.raw(isGone(isPatienceOver))}`)
  if (rowCount || (await holds(tx, call, sql.raw(isEmpty)))) await settle(tx, call)
}

/**
 * Takes out who is gone and ends what nobody is in. `isPatienceOver`: everybody had the time to be heard, so whoever
 * was not is gone as well.
 */
export async function sweepCalls(db: Db, pool: Pool, isPatienceOver: boolean): Promise<void> {
  for (const id of await findDue(pool, isPatienceOver)) {
    await db.transaction(tx => sweepCall(tx, id, isPatienceOver))
  }
}
