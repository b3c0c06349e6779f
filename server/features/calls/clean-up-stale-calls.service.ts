// The call cleanup takes absent participants out of calls and ends calls that are empty, unanswered or abandoned.
import { type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/connection/client.ts'
import {
  participantTimeout,
  reconnectTimeout,
  ringingTimeout,
} from '#shared/contracts/calls/calls.schemas.ts'
import { endCall, endCallWithoutParticipants } from './end-call.service.ts'
import { type LockedCall, publishCallChange, selectCallForUpdate } from './select-call-for-update.service.ts'

/** SQL condition: participant `m` of call `c` lost membership, account or session, or the group of `c` was closed. */
const hasNoAccess = `not exists (
  select from group_members gm join message_groups g on g.id = gm.group_id join users u on u.id = gm.user_id
   where gm.group_id = c.group_id and gm.user_id = m.user_id and g.is_active and u.status = 'active'
     and u.erased_at is null and exists (select from sessions s where s.user_id = u.id and s.expires_at > now()))`

const isSilent = `m.seen_at < now() - interval '${participantTimeout} milliseconds'`

const buildAbsentMembersSql = (canRemoveSilent: boolean) =>
  `m.left_at is null and (${hasNoAccess}${canRemoveSilent ? ` or ${isSilent}` : ''})`

/** SQL condition on the call `c`: the call rang for `ringingTimeout` and nobody answered. */
const rangUnanswered = `c.started_at < now() - interval '${ringingTimeout} milliseconds' and not exists (
  select from call_members m where m.call_id = c.id and m.user_id <> c.started_by)`

/** SQL condition on the call `c`: the call is between two people, and both have joined it. */
const isBetweenTwo = `exists (select from message_groups g where g.id = c.group_id and g.direct_key is not null)
  and exists (select from call_members m where m.call_id = c.id and m.user_id <> c.started_by)`

/** SQL condition on the call `c`: a participant left less than `reconnectTimeout` ago and may return. */
const waitsForReturn = `exists (select from call_members m where m.call_id = c.id
  and m.left_at > now() - interval '${reconnectTimeout} milliseconds')`

/**
 * SQL condition on a call `c` between two people: a disconnected participant did not return within `reconnectTimeout`.
 */
const isAbandoned = `${isBetweenTwo} and not ${waitsForReturn}
  and 2 > (select count(*) from call_members m where m.call_id = c.id and m.left_at is null)`

const isOverdue = `((${rangUnanswered}) or (${isAbandoned}))`

const isEmpty = `not exists (select from call_members m where m.call_id = c.id and m.left_at is null)
  and not (${isBetweenTwo} and ${waitsForReturn})`

/**
 * Finds running calls that the call cleanup has to change. The query is fast, because an index covers only running
 * calls.
 */
async function findStaleCalls(pool: Pool, canRemoveSilent: boolean): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select c.id from calls c where c.ended_at is null and (
      (${isEmpty})
      or exists (select from call_members m where m.call_id = c.id and ${buildAbsentMembersSql(canRemoveSilent)})
      or ${isOverdue})`,
  )
  return rows.map(({ id }) => id)
}

async function doesCallMatchCondition(tx: Db, call: LockedCall, condition: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from calls c where c.id = ${call.id} and ${condition}`)
  return rows.length > 0
}

/**
 * Locks one call, removes its absent participants and ends it if it is empty. Heartbeats are read again under the
 * lock.
 */
async function sweepStaleCall(tx: Db, id: string, canRemoveSilent: boolean): Promise<void> {
  const call = await selectCallForUpdate(tx, id)
  if (!call || call.endedAt) return
  if (await doesCallMatchCondition(tx, call, sql.raw(isOverdue))) {
    await endCall(tx, call)
    return publishCallChange(tx, call)
  }
  const { rowCount } = await tx.execute(sql`update call_members m set left_at = clock_timestamp() from calls c
    where c.id = ${id} and m.call_id = c.id and ${sql.raw(buildAbsentMembersSql(canRemoveSilent))}`)
  if (rowCount || (await doesCallMatchCondition(tx, call, sql.raw(isEmpty))))
    await endCallWithoutParticipants(tx, call)
}

/**
 * Removes absent participants from calls and ends calls that are empty, unanswered or abandoned. With
 * `canRemoveSilent` participants without a recent heartbeat are removed too. The caller sets `canRemoveSilent` once
 * all participants had time to send a heartbeat.
 */
export async function cleanUpStaleCalls(db: Db, pool: Pool, canRemoveSilent: boolean): Promise<void> {
  for (const id of await findStaleCalls(pool, canRemoveSilent)) {
    await db.transaction(tx => sweepStaleCall(tx, id, canRemoveSilent))
  }
}
