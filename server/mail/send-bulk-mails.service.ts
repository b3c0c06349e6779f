// Sends bulk mail: one mail after the other, at the rate that the mail server accepts (MAIL_RATE).
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { yieldWhileEventLoopIsBusy } from '#server/concurrency/yield-while-event-loop-is-busy.ts'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { isUnsentMail } from './mail.service.ts'
import {
  findUnsentMails,
  type MailContext,
  sendMailAndRecordResult,
  type UnsentMail,
} from './send-mail.service.ts'
import { MailFailure, type MailTransport } from './transport.ts'

/**
 * Maximum duration of one bulk mail job in milliseconds, well below the time after which a running job counts as dead.
 * The remaining mails get a new job.
 */
const maxBatchMs = 60_000
/** Seconds until a bulk mail job tries again when the sending rate (MAIL_RATE) is used up. */
const slotRetryDelay = 10
/**
 * Delay in seconds before a temporarily refused mail is retried. It doubles up to `maxRetryDelay`, for `maxAttempts`.
 */
const firstRetryDelay = 300
const maxRetryDelay = 6 * 3600
const maxAttempts = 12
/** Milliseconds after which loaded mails are read again, so that mails withdrawn or muted since then are not sent. */
const maxAgeMs = 1000

/**
 * Reserves the next sending slot for a bulk mail across all server instances and returns the time to wait in
 * milliseconds. Returns undefined, without reserving, when the slot is more than `within` milliseconds away. Slots of
 * the past that nobody used are lost.
 */
async function takeSendingSlot(db: Db, rate: number, within: number): Promise<number | undefined> {
  const gap = Math.ceil(60_000 / rate)
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into positions (name, last_id) values ('mail:pace', ${now} + ${gap}::int)
    on conflict (name) do update set last_id = greatest(positions.last_id, ${now}) + ${gap}::int
      where positions.last_id - ${now} <= ${Math.floor(within)}::int
    returning (last_id - ${gap}::int - ${now})::float8 as wait`)
  return rows[0] && Math.max(0, rows[0].wait)
}

/** Reports to the announcement's author how many mails are left, at most every two seconds, and when none is left. */
async function notifyAuthorOfAnnouncement(db: Db, { announcementId }: UnsentMail): Promise<void> {
  const [row] = await db
    .select({
      author: announcements.authorId,
      by: announcements.sentBy,
      isMore: sql<boolean>`exists (select from ${mailOutbox}
        where ${mailOutbox.announcementId} = ${announcements.id} and ${isUnsentMail})`,
    })
    .from(announcements)
    .where(eq(announcements.id, announcementId ?? 0))
  if (!row) return
  if (row.isMore) {
    const { rowCount } = await db.execute(sql`
      insert into positions (name, last_id) values ('mail:told', extract(epoch from now()))
      on conflict (name) do update set last_id = excluded.last_id where positions.last_id < excluded.last_id - 1`)
    if (!rowCount) return
  }
  const users = [...new Set([row.author, row.by ?? row.author])]
  await invalidateClientCache({ db }, { topics: ['announcements'], to: { users } })
}

/**
 * Sends one mail of a bulk mail job. A temporarily refused mail gets its own job for later. When the mail server is
 * down, the job stops.
 */
async function sendOrPostponeMail(
  context: MailContext,
  transport: MailTransport,
  mail: UnsentMail,
): Promise<void> {
  try {
    await sendMailAndRecordResult(context, transport, mail)
  } catch (error) {
    if (!(error instanceof MailFailure) || error.isServerDown) throw error
    const { id, attempts } = mail
    if (attempts + 1 >= maxAttempts) return
    const delay = Math.min(firstRetryDelay * 2 ** attempts, maxRetryDelay)
    await enqueueJobs(context.db, 'send_mails', [
      { payload: { ids: [id] }, key: `mail:${id}`, delay, isPatient: true },
    ])
  }
}

/** Reads the unsent mails of the bulk mail job, and reads them again when the data are older than `maxAgeMs`. */
function createMailReader(db: Db, ids: number[]) {
  let mailsById = new Map<number, UnsentMail>()
  let readAt = Number.NEGATIVE_INFINITY
  return async (index: number): Promise<UnsentMail | undefined> => {
    if (performance.now() - readAt > maxAgeMs) {
      readAt = performance.now()
      mailsById = new Map((await findUnsentMails(db, ids.slice(index))).map(mail => [mail.id, mail]))
    }
    return mailsById.get(ids[index] as number)
  }
}

export async function sendBulkMails(
  context: MailContext,
  ids: number[],
  signal?: AbortSignal,
): Promise<void> {
  const { db, settings, transport } = context
  if (!transport) return
  const deadline = performance.now() + maxBatchMs
  const readMail = createMailReader(db, ids)
  const enqueueRemainingMails = (index: number, delay = 0) =>
    enqueueJobs(db, 'send_mails', [{ payload: { ids: ids.slice(index) }, isPatient: true, delay }])
  let lastSent: UnsentMail | undefined
  for (const [index] of ids.entries()) {
    const remainingMs = deadline - performance.now()
    if (signal?.aborted || remainingMs <= 0) return enqueueRemainingMails(index)
    // A mail that was already sent or was withdrawn does not count towards the sending rate.
    if (!(await readMail(index))) continue
    const wait = settings.MAIL_RATE ? await takeSendingSlot(db, settings.MAIL_RATE, remainingMs) : 0
    if (wait === undefined) return enqueueRemainingMails(index, slotRetryDelay)
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {})
    // When the job worker is stopping, the remaining mails get a new job.
    if (signal?.aborted) return enqueueRemainingMails(index)
    await yieldWhileEventLoopIsBusy()
    const mail = await readMail(index)
    if (!mail) continue
    await sendOrPostponeMail(context, transport, mail)
    lastSent = mail
  }
  if (lastSent) await notifyAuthorOfAnnouncement(db, lastSent)
}
