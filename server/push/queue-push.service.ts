// Pushes are jobs of the transaction in which something happened: they go out if and only if it did.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { enqueue, type PushAbout } from '#server/db/enqueue.ts'
import { inBatches } from '#server/lists.ts'
import { isStillRinging } from './pushes.queries.ts'

/** So many go out in one job. */
const batch = 50

/** Time in which whoever sits at the page sees it there, and it is not said twice. */
const aMoment = 3

/** To all of these devices; those of one batch may be told of what they know of `about` alone. */
export async function queuePushes(
  db: Db,
  devices: number[],
  about: PushAbout,
  { isUrgent = false, delay = 0 } = {},
): Promise<void> {
  if (devices.length === 0) return
  const jobs = [...inBatches(devices, batch)].map(to => ({ payload: { about, to }, delay, isUrgent }))
  await enqueue(db, 'send_push', jobs)
}

/** Of what has just come to the bell of these people. */
export async function queueNotificationPushes(
  db: Db,
  told: { notificationId: number; device: number }[],
): Promise<void> {
  for (const part of inBatches(told, batch)) {
    const notifications = [...new Set(part.map(({ notificationId }) => notificationId))]
    await queuePushes(
      db,
      part.map(({ device }) => device),
      { notifications },
      { delay: aMoment },
    )
  }
}

/** It rings at once. */
export async function queueCallPushes(db: Db, groupId: number, callerId: number): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select d.id from push_devices d join group_members gm on gm.user_id = d.user_id
     where gm.group_id = ${groupId} and d.user_id <> ${callerId}`)
  await queuePushes(
    db,
    rows.map(({ id }) => id),
    { call: groupId },
    { isUrgent: true },
  )
}

/** On the person's other devices, where it has rung. */
export async function queueAnsweredPushes(
  db: Db,
  groupId: number,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select d.id from push_devices d where d.user_id = ${userId} and d.session_id <> ${sessionId}
       and exists (select from calls c where c.group_id = ${groupId} and c.ended_at is null and ${isStillRinging})`)
  await queuePushes(
    db,
    rows.map(({ id }) => id),
    { answered: groupId },
    { isUrgent: true },
  )
}
