// Notifications about motions. A job sends them to the voters in batches and stores the progress with each batch.
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { motions } from '#server/db/schema/motions.ts'
import { notifyUsers } from '#server/events/events.service.ts'

/** Number of voters notified of a motion per transaction. */
const batchSize = 500

/** Queues the job that notifies voters of motions. At most one such job is waiting. */
export async function enqueueMotionNotificationJob({ db }: Pick<Context, 'db'>): Promise<void> {
  await enqueueJobs(db, 'notify_motion_voters', [{ payload: {}, key: 'notify_motion_voters' }])
}

/** Notifies the next batch of voters of one motion. Returns false when no notification is due. */
async function notifyNextBatch(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const [motion] = await tx.db
      .select()
      .from(motions)
      .where(isNotNull(motions.notice))
      .orderBy(motions.id)
      .limit(1)
      .for('no key update')
    // While this job waited for the motion's lock, another job may already have sent the notifications.
    if (!motion?.notice) return motion !== undefined
    const isForAll = motion.notice !== 'closing'
    const { rows } = await tx.db.execute<{ id: number; isToTell: boolean }>(sql`
      select u.id, u.status = 'active' and u.erased_at is null and (${isForAll} or not exists (
               select from motion_votes w where w.motion_id = v.motion_id and w.user_id = u.id)) as "isToTell"
        from motion_voters v join users u on u.id = v.user_id
       where v.motion_id = ${motion.id} and v.user_id > ${motion.noticeUpTo} order by v.user_id limit ${batchSize}`)
    await notifyUsers(tx, {
      users: rows.filter(({ isToTell }) => isToTell).map(({ id }) => id),
      kind: `motion.${motion.notice}`,
      params: { motionId: motion.id },
    })
    const isLast = rows.length < batchSize
    await tx.db
      .update(motions)
      .set({ noticeUpTo: rows.at(-1)?.id ?? motion.noticeUpTo, ...(isLast && { notice: null }) })
      .where(eq(motions.id, motion.id))
    return true
  })
}

export async function sendPendingMotionNotifications(context: Context): Promise<void> {
  while (await notifyNextBatch(context));
}
