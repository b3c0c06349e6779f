// Letters that go to many: some at a time, one after the other, at the rate that the mail server bears.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { giveWay } from '#server/concurrency/give-way.ts'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { touch } from '#server/events/events.service.ts'
import { isWaiting } from './mail.service.ts'
import { findLetters, type Letter, type Post, sendLetter } from './send-mail.service.ts'
import { MailFailure, type Transport } from './transport.ts'

/** Long before a job counts as dead (ms): what is left of it by then goes into another. */
const longestTurn = 60_000
/** Before a letter for which there is no room in this turn is looked at again (s). */
const shortRest = 10
/** Before a letter that the server would not take now is tried alone, the first time (s); then ever longer, and no more. */
const pause = 300
const longestPause = 6 * 3600
const mostAttempts = 12
/** How long what was read of letters is good: whatever was taken back or switched off since is not sent (ms). */
const freshFor = 1000

/**
 * The next moment at which a letter may go, taken by one at a time, of all instances together (ms from now). Undefined:
 * it is further away than this, and nothing was taken. A time in which nothing was sent is not made up for.
 */
async function takeSlot(db: Db, rate: number, within: number): Promise<number | undefined> {
  const gap = Math.ceil(60_000 / rate)
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into positions (name, last_id) values ('mail:pace', ${now} + ${gap}::int)
    on conflict (name) do update set last_id = greatest(positions.last_id, ${now}) + ${gap}::int
      where positions.last_id - ${now} <= ${Math.floor(within)}::int
    returning (last_id - ${gap}::int - ${now})::float8 as wait`)
  return rows[0] && Math.max(0, rows[0].wait)
}

/** How many are left is on the screen of whoever sent it; every other second is often enough, but for the end. */
async function tellSender(db: Db, { announcementId }: Letter): Promise<void> {
  const [row] = await db
    .select({
      author: announcements.authorId,
      by: announcements.sentBy,
      isMore: sql<boolean>`exists (select from ${mailOutbox}
        where ${mailOutbox.announcementId} = ${announcements.id} and ${isWaiting})`,
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
  await touch({ db }, { topics: ['announcements'], to: { users } })
}

/** One that the server would not take is tried alone later. A server that is down ends the turn by its error. */
async function sendOne(post: Post, transport: Transport, letter: Letter): Promise<void> {
  try {
    await sendLetter(post, transport, letter)
  } catch (error) {
    if (!(error instanceof MailFailure) || error.isServerDown) throw error
    const { id, attempts } = letter
    if (attempts + 1 >= mostAttempts) return
    const delay = Math.min(pause * 2 ** attempts, longestPause)
    await enqueue(post.db, 'send_mails', [
      { payload: { ids: [id] }, key: `mail:${id}`, delay, isPatient: true },
    ])
  }
}

/** Read some at a time, and again when that is no longer fresh. */
function readAhead(db: Db, ids: number[]) {
  let known = new Map<number, Letter>()
  let readAt = Number.NEGATIVE_INFINITY
  return async (index: number): Promise<Letter | undefined> => {
    if (performance.now() - readAt > freshFor) {
      readAt = performance.now()
      known = new Map((await findLetters(db, ids.slice(index))).map(letter => [letter.id, letter]))
    }
    return known.get(ids[index] as number)
  }
}

export async function sendMails(post: Post, ids: number[], signal?: AbortSignal): Promise<void> {
  const { db, settings, transport } = post
  if (!transport) return
  const until = performance.now() + longestTurn
  const read = readAhead(db, ids)
  const leave = (index: number, delay = 0) =>
    enqueue(db, 'send_mails', [{ payload: { ids: ids.slice(index) }, isPatient: true, delay }])
  let last: Letter | undefined
  for (const [index] of ids.entries()) {
    const left = until - performance.now()
    if (signal?.aborted || left <= 0) return leave(index)
    // Whatever went out already, or is to go no more, needs no place in the row.
    if (!(await read(index))) continue
    const wait = settings.MAIL_RATE ? await takeSlot(db, settings.MAIL_RATE, left) : 0
    if (wait === undefined) return leave(index, shortRest)
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {})
    // Told to stop meanwhile: what is left is another's.
    if (signal?.aborted) return leave(index)
    await giveWay()
    const letter = await read(index)
    if (!letter) continue
    await sendOne(post, transport, letter)
    last = letter
  }
  if (last) await tellSender(db, last)
}
