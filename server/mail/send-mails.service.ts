// Letters that go to many: some at a time, one after the other, at the rate that the mail server bears.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { touch } from '#server/events/events.service.ts'
import { type Post, sendMail } from './mail.service.ts'
import { MailFailure } from './transport.ts'

/** Long before a job counts as dead (ms): what is left of it by then goes into another. */
const longestTurn = 60_000
/** Before a letter that the server would not take now is tried alone (s). */
const pause = 300

const paceName = 'mail:pace'

/**
 * The next moment at which a letter may go, taken by one at a time, of all instances together (ms from now). A time in
 * which nothing was sent is not made up for.
 */
async function takeSlot(db: Db, rate: number): Promise<number> {
  const gap = Math.ceil(60_000 / rate)
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into positions (name, last_id) values (${paceName}, ${now} + ${gap}::int)
    on conflict (name) do update set last_id = greatest(positions.last_id, ${now}) + ${gap}::int
    returning (last_id - ${gap}::int - ${now})::float8 as wait`)
  return Math.max(0, rows[0]?.wait ?? 0)
}

/** How many are left is on the screen of whoever sent it. */
async function tellSender(db: Db, id: number | undefined): Promise<void> {
  const [row] = await db
    .select({ author: announcements.authorId, by: announcements.sentBy })
    .from(mailOutbox)
    .innerJoin(announcements, eq(announcements.id, mailOutbox.announcementId))
    .where(eq(mailOutbox.id, id ?? 0))
  if (row)
    await touch(
      { db },
      { topics: ['announcements'], to: { users: [...new Set([row.author, row.by ?? row.author])] } },
    )
}

/** False: the server did not take it, and it is tried alone later. A server that is down ends the turn by its error. */
async function sendOne(post: Post, id: number): Promise<void> {
  try {
    await sendMail(post, id)
  } catch (error) {
    if (!(error instanceof MailFailure) || error.isServerDown) throw error
    await enqueue(post.db, 'send_mail', [
      { payload: { id }, key: `mail:${id}`, delay: pause, isPatient: true },
    ])
  }
}

export async function sendMails(post: Post, ids: number[], signal?: AbortSignal): Promise<void> {
  const { db, settings, transport } = post
  if (!transport) return
  const until = Date.now() + longestTurn
  for (const [index, id] of ids.entries()) {
    const wait = settings.MAIL_RATE ? await takeSlot(db, settings.MAIL_RATE) : 0
    if (signal?.aborted || Date.now() + wait > until) {
      await enqueue(db, 'send_mails', [{ payload: { ids: ids.slice(index) }, isPatient: true }])
      return
    }
    // Told to stop meanwhile: this one is sent nevertheless only if its time has come.
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {})
    if (signal?.aborted) {
      await enqueue(db, 'send_mails', [{ payload: { ids: ids.slice(index) }, isPatient: true }])
      return
    }
    await sendOne(post, id)
  }
  await tellSender(db, ids.at(-1))
}
