// Pushes are queued as jobs in the transaction of the change that they report, so they are sent only after a commit.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs, type PushSubject } from '#server/db/queue/enqueue-jobs.ts'
import { splitIntoBatches } from '#server/lists.ts'
import { isStillRinging } from './pushes.queries.ts'

/** Maximum number of devices to which one push job sends. */
const batchSize = 50

/** Seconds before a push about a notification is sent. A user who meanwhile sees it on an open page gets no push. */
const notificationDelay = 3

/** Queues jobs that send pushes about one group, one call or new notifications, each job for a batch of devices. */
export async function queuePushes(
  db: Db,
  devices: number[],
  about: PushSubject,
  { isUrgent = false, delay = 0 } = {},
): Promise<void> {
  if (devices.length === 0) return
  const jobs = [...splitIntoBatches(devices, batchSize)].map(to => ({
    payload: { about, to },
    delay,
    isUrgent,
  }))
  await enqueueJobs(db, 'send_push', jobs)
}

/** Queues pushes about new notifications to the devices of their recipients. */
export async function queueNotificationPushes(
  db: Db,
  deliveries: { notificationId: number; device: number }[],
): Promise<void> {
  for (const batch of splitIntoBatches(deliveries, batchSize)) {
    const notifications = [...new Set(batch.map(({ notificationId }) => notificationId))]
    await queuePushes(
      db,
      batch.map(({ device }) => device),
      { notifications },
      { delay: notificationDelay },
    )
  }
}

/** Queues urgent pushes for an incoming call to all members of the group except the user who started the call. */
export async function queueIncomingCallPushes(db: Db, groupId: number, callerId: number): Promise<void> {
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

/** Queues pushes that stop the ringing on the other devices of a user who has answered the call. */
export async function queuePushesThatStopRinging(
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
