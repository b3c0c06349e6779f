// Letters are written down in the transaction of what they report; what sends them stands in send-mail.service.ts.
import { and, arrayContains, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { inBatches } from '#server/lists.ts'
import type { MailKind } from '#shared/contracts/outbox.ts'
import { isAdjustable } from '#shared/contracts/preferences.ts'

/** How many letters one statement writes. */
const atOnce = 1000
/** Of what goes to many: so many letters a job, one after the other. Killed, it repeats the one under way and no more. */
const lettersInRow = 50

/** Neither taken nor refused for good. */
export const isWaiting = inArray(mailOutbox.status, ['queued', 'failed'])

/** Those who want mail of this kind; of most kinds there is no choice. */
async function withoutMuted<Person extends { id: number | null }>(db: Db, kind: MailKind, people: Person[]) {
  if (!isAdjustable('mail', kind) || people.length === 0) return people
  const muted = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`${users.id} = any(${sql.param(people.map(({ id }) => id))}::int[])`,
        arrayContains(users.muted, [`mail:${kind}`]),
      ),
    )
  const left = new Set<number | null>(muted.map(({ id }) => id))
  return people.filter(({ id }) => !left.has(id))
}

type Params = Record<string, string | number>

/** In the transaction of what it reports: written down and enqueued, or neither. One letter to each who wants it. */
export async function queueMail(
  db: Db,
  mail: {
    /** Null: nobody who has an account. */
    to: { id: number | null; email: string; params?: Params }[]
    kind: MailKind
    /** For those who have none of their own. */
    params?: Params
    /** To many: behind all other mail, at the rate that the mail server bears. */
    announcementId?: number
    /** To many as well, but not to be kept waiting: behind letters to one person, and at once. */
    isToMany?: boolean
  },
): Promise<void> {
  const { kind, params = {}, announcementId, isToMany: isPatient = false } = mail
  const wanting = await withoutMuted(db, kind, mail.to)
  const people = announcementId === undefined ? wanting : await withoutBounced(db, wanting)
  for (const part of inBatches(people, atOnce)) {
    // The Message-ID is fixed here: if it goes out twice because an answer got lost, it is recognised as the same mail.
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into ${mailOutbox} (user_id, recipient, kind, params, announcement_id, message_id)
      select id, email, ${kind}, coalesce(own::jsonb, ${JSON.stringify(params)}::jsonb), ${announcementId ?? null}::int,
             gen_random_uuid()::text
        from unnest(${sql.param(part.map(({ id }) => id))}::int[], ${sql.param(part.map(({ email }) => email))}::text[],
                    ${sql.param(part.map(({ params: own }) => own && JSON.stringify(own)))}::text[])
             with ordinality as person(id, email, own, place)
       order by place
      returning id::float8 as id`)
    await (announcementId === undefined ? enqueueMails(db, rows, isPatient) : enqueueRows(db, rows))
  }
}

/** Addresses that sent back what they had taken: more of it would only cost us the trust of their servers. */
async function withoutBounced<Person extends { id: number | null; email: string }>(db: Db, people: Person[]) {
  if (people.length === 0) return people
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct b.user_id as id from mail_outbox b join users u on u.id = b.user_id and u.email = b.recipient
     where b.user_id = any(${sql.param(people.map(({ id }) => id))}::int[]) and b.status = 'bounced'`)
  const gone = new Set<number | null>(rows.map(({ id }) => id))
  return people.filter(({ id }) => !gone.has(id))
}

async function enqueueRows(db: Db, mails: { id: number }[]): Promise<void> {
  const rows = inBatches(
    mails.map(({ id }) => id),
    lettersInRow,
  )
  await enqueue(
    db,
    'send_mails',
    Array.from(rows, ids => ({ payload: { ids }, isPatient: true })),
  )
}

async function enqueueMails(db: Db, mails: { id: number }[], isPatient = false): Promise<void> {
  await enqueue(
    db,
    'send_mail',
    mails.map(({ id }) => ({ payload: { id }, key: `mail:${id}`, isPatient })),
  )
}

/**
 * After a start with SMTP: what was written while there was none goes out now. What goes to many still has its jobs after
 * a crash; only where none is left it is in need of new ones, and then it is sent by nobody else.
 */
export async function enqueueWaitingMail(db: Db): Promise<void> {
  const isToMany = isNotNull(mailOutbox.announcementId)
  const single = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(isWaiting, isNull(mailOutbox.announcementId)))
  await enqueueMails(db, single)
  await db.transaction(async tx => {
    // Two that start together: the second finds the jobs of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('waiting announcements'))`)
    // Also one that has not been handed over yet; but not one that was given up.
    const { rows } = await tx.execute(sql`
      select from queued_jobs where task = 'send_mails'
      union all
      select from graphile_worker.jobs where task_identifier = 'send_mails' and attempts < max_attempts
      limit 1`)
    if (rows.length > 0) return
    const waiting = await tx
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(isWaiting, isToMany))
      .orderBy(mailOutbox.id)
    await enqueueRows(tx, waiting)
  })
}
