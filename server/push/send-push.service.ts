import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { readClock } from '#server/db/clock.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { pushDevices } from '#server/db/schema/accounts.ts'
import { deliver, type Outcome } from './deliver.ts'
import { findNews, type News } from './pushes.queries.ts'
import { isQuiet } from './quiet-hours.ts'
import type { Vapid } from './vapid.ts'
import { composePush, lifeOf } from './words.ts'

type Job = GraphileWorker.Tasks['send_push']

const mostAttempts = 5
const longestPause = 60 * 60
/** After so many pushes in a row that came to nothing a device is given up. */
const mostFailures = 20

const neverQuiet = ['announcement.urgent', 'roll_call.asked', 'roll_call.reminder']

function isWanted(news: News, now: Date): boolean {
  const { quietHours, about } = news
  // What is urgent does not wait for the morning.
  if (about === 'notification' && neverQuiet.includes(news.kind)) return true
  if (!quietHours || (about === 'call' && !quietHours.isForCalls)) return true
  return !isQuiet(quietHours, now)
}

/** Services see it, so it says nothing: another for every device, and the same for what takes the other's place. */
function topicOf({ secret }: Context, deviceId: number, tag: string): string {
  return secret.hash(`push topic:${deviceId}:${tag}`).toString('base64url').slice(0, 32)
}

async function sendOne(context: Context, vapid: Vapid, news: News): Promise<Outcome | undefined> {
  const message = composePush(news)
  if (!message) return undefined
  return deliver(
    news,
    {
      payload: JSON.stringify(message),
      topic: topicOf(context, news.id, message.tag),
      ttl: lifeOf(news),
      isUrgent: news.about === 'call',
    },
    vapid,
  )
}

async function noteDelivered(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.update(pushDevices).set({ usedAt: sql`now()`, failures: 0 }).where(inArray(pushDevices.id, ids))
}

/** One more for these; those that were given up go, and those that are gone. The list in the settings follows. */
async function noteFailed(db: Db, failed: News[], gone: News[]): Promise<void> {
  if (failed.length > 0) {
    const ids = failed.map(({ id }) => id)
    await db
      .update(pushDevices)
      .set({ failures: sql`${pushDevices.failures} + 1` })
      .where(inArray(pushDevices.id, ids))
  }
  const all = [...failed, ...gone]
  if (all.length === 0) return
  // By their address as well: a browser may have come with another one while we were at it.
  const { rows } = await db.execute<{ userId: number }>(sql`
    delete from push_devices d using unnest(${sql.param(all.map(({ id }) => id))}::int[],
        ${sql.param(all.map(({ endpoint }) => endpoint))}::text[],
        ${sql.param(all.map(one => gone.includes(one)))}::bool[]) as f(id, endpoint, is_gone)
     where d.id = f.id and d.endpoint = f.endpoint and (f.is_gone or d.failures >= ${mostFailures})
    returning d.user_id as "userId"`)
  const users = rows.map(({ userId }) => userId)
  if (users.length > 0) await announce(db, { type: 'refresh', topics: ['push'], to: { users } })
}

/** Later each time, or as late as the service asks. */
function pauseAfter(attempt: number, asked: number): number {
  return Math.ceil(Math.min(Math.max(15 * 4 ** attempt, asked), longestPause))
}

/**
 * A batch. What a service could not take now goes into a job of its own, so that nobody hears the same thing twice on
 * that account; `jobId` names it, so that there is one, also when this job runs again.
 */
export async function sendPush(context: Context, vapid: Vapid, job: Job, jobId: string): Promise<void> {
  const { about, to, attempt = 0 } = job
  const now = await readClock(context.db)
  const news = await findNews(context.db, context.settings.ADMIN_IDLE_HOURS, about, to)
  const wanted = news.filter(one => isWanted(one, now))
  const outcomes = await Promise.all(wanted.map(one => sendOne(context, vapid, one)))
  const those = (is: (outcome: Outcome | undefined) => boolean) =>
    wanted.filter((_, index) => is(outcomes[index]))
  const unanswered = those(outcome => typeof outcome === 'object')
  const isLast = attempt + 1 >= mostAttempts
  await context.transaction(async ({ db }) => {
    await noteDelivered(
      db,
      those(outcome => outcome === 'delivered').map(({ id }) => id),
    )
    const refused = those(outcome => outcome === 'refused')
    await noteFailed(
      db,
      isLast ? [...refused, ...unanswered] : refused,
      those(outcome => outcome === 'gone'),
    )
    if (isLast || unanswered.length === 0) return
    const asked = Math.max(...outcomes.map(outcome => (typeof outcome === 'object' ? outcome.retryAfter : 0)))
    const payload = { about, to: [...new Set(unanswered.map(({ id }) => id))], attempt: attempt + 1 }
    const delay = pauseAfter(attempt, asked)
    await enqueue(db, 'send_push', [{ payload, key: `push again:${jobId}`, delay }])
  })
}
