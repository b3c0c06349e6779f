import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { pushDevices } from '#server/db/schema/accounts.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { runInRecipientLanguage } from '#server/language.ts'
import { buildPushMessage, getPushTimeToLive } from './build-push-message.ts'
import { type DeliveryOutcome, deliverPush } from './deliver-push.ts'
import { findPendingPushes, type PendingPush } from './pushes.queries.ts'
import { isWithinQuietHours } from './quiet-hours.ts'
import type { VapidKeys } from './vapid.ts'

type Job = GraphileWorker.Tasks['send_push']

const maxAttempts = 5
const maxRetryDelay = 60 * 60
/** Number of consecutive failed push deliveries after which a device is deleted. */
const maxFailures = 20

const urgentKinds = ['announcement.urgent', 'roll_call.asked', 'roll_call.reminder']

function isPushAllowedNow(news: PendingPush, now: Date): boolean {
  const { quietHours, about } = news
  // Pushes of these urgent kinds are sent even during the recipient's quiet hours.
  if (about === 'notification' && urgentKinds.includes(news.kind)) return true
  if (!quietHours || (about === 'call' && !quietHours.isForCalls)) return true
  return !isWithinQuietHours(quietHours, now)
}

/**
 * Builds the topic by which a push service replaces an older push. The topic is a hash of device and tag, because push
 * services can read it.
 */
function buildPushTopic({ secret }: Context, deviceId: number, tag: string): string {
  return secret.hash(`push topic:${deviceId}:${tag}`).toString('base64url').slice(0, 32)
}

async function sendPushToDevice(
  context: Context,
  vapid: VapidKeys,
  news: PendingPush,
): Promise<DeliveryOutcome | undefined> {
  const message = runInRecipientLanguage(context.settings, news.language, () => buildPushMessage(news))
  if (!message) return undefined
  return deliverPush(
    news,
    {
      payload: JSON.stringify(message),
      topic: buildPushTopic(context, news.id, message.tag),
      ttl: getPushTimeToLive(news),
      isUrgent: news.about === 'call',
    },
    vapid,
  )
}

async function recordDeliveredPushes(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.update(pushDevices).set({ usedAt: sql`now()`, failures: 0 }).where(inArray(pushDevices.id, ids))
}

/**
 * Counts failed pushes, deletes devices that are gone or failed too often, and refreshes their owners' device lists.
 */
async function recordFailedPushes(db: Db, failed: PendingPush[], gone: PendingPush[]): Promise<void> {
  if (failed.length > 0) {
    const ids = failed.map(({ id }) => id)
    await db
      .update(pushDevices)
      .set({ failures: sql`${pushDevices.failures} + 1` })
      .where(inArray(pushDevices.id, ids))
  }
  const all = [...failed, ...gone]
  if (all.length === 0) return
  // A device whose browser has renewed its subscription since the failure has a new push endpoint and is not deleted.
  const { rows } = await db.execute<{ userId: number }>(sql`
    delete from push_devices d using unnest(${sql.param(all.map(({ id }) => id))}::int[],
        ${sql.param(all.map(({ endpoint }) => endpoint))}::text[],
        ${sql.param(all.map(push => gone.includes(push)))}::bool[]) as f(id, endpoint, is_gone)
     where d.id = f.id and d.endpoint = f.endpoint and (f.is_gone or d.failures >= ${maxFailures})
    returning d.user_id as "userId"`)
  const users = rows.map(({ userId }) => userId)
  if (users.length > 0) await publishEvent(db, { type: 'refresh', topics: ['push'], to: { users } })
}

/**
 * Returns the seconds until a failed push is retried: exponentially growing, or as long as the push service asks for.
 */
function computeRetryDelay(attempt: number, requestedDelay: number): number {
  return Math.ceil(Math.min(Math.max(15 * 4 ** attempt, requestedDelay), maxRetryDelay))
}

/**
 * Sends one batch of pushes to devices. Pushes that the service could not accept go into a new job, so that the others
 * are not sent twice. The key of the new job contains `jobId`, so that repeating this job creates no second retry job.
 */
export async function sendPushBatch(
  context: Context,
  vapid: VapidKeys,
  job: Job,
  jobId: string,
): Promise<void> {
  const { about, to, attempt = 0 } = job
  const now = await readDatabaseClock(context.db)
  const news = await findPendingPushes(context.db, context.settings, about, to)
  const allowed = news.filter(push => isPushAllowedNow(push, now))
  const outcomes = await Promise.all(allowed.map(push => sendPushToDevice(context, vapid, push)))
  const selectDevicesByOutcome = (matches: (outcome: DeliveryOutcome | undefined) => boolean) =>
    allowed.filter((_, index) => matches(outcomes[index]))
  const retryable = selectDevicesByOutcome(outcome => typeof outcome === 'object')
  const isLast = attempt + 1 >= maxAttempts
  await context.transaction(async ({ db }) => {
    await recordDeliveredPushes(
      db,
      selectDevicesByOutcome(outcome => outcome === 'delivered').map(({ id }) => id),
    )
    const refused = selectDevicesByOutcome(outcome => outcome === 'refused')
    await recordFailedPushes(
      db,
      isLast ? [...refused, ...retryable] : refused,
      selectDevicesByOutcome(outcome => outcome === 'gone'),
    )
    if (isLast || retryable.length === 0) return
    const requestedDelay = Math.max(
      ...outcomes.map(outcome => (typeof outcome === 'object' ? outcome.retryAfter : 0)),
    )
    const payload = { about, to: [...new Set(retryable.map(({ id }) => id))], attempt: attempt + 1 }
    const delay = computeRetryDelay(attempt, requestedDelay)
    await enqueueJobs(db, 'send_push', [{ payload, key: `push again:${jobId}`, delay }])
  })
}
