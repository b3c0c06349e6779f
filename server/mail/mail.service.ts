// Mail outbox: a mail is stored by the transaction whose change it is about.
// The stored mails are sent by the module send-mail.service.ts.
import { and, arrayContains, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { splitIntoBatches } from '#server/lists.ts'
import { canTurnOffNotificationOnChannel } from '#shared/contracts/account/preferences.schemas.ts'
import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'

/** Number of mails that one SQL statement inserts. */
const insertBatchSize = 1000
/**
 * Mails per bulk mail job, sent one after the other. After a crash at most the mail that was being sent is repeated.
 */
const mailsPerJob = 50

/** SQL condition: the mail has not been sent, and no mail server has refused it for good. */
export const isUnsentMail = inArray(mailOutbox.status, ['queued', 'failed'])

/** Removes recipients who turned off mails of this kind. Most kinds of mails cannot be turned off. */
async function excludeMutedRecipients<Person extends { id: number | null }>(
  db: Db,
  kind: MailKind,
  people: Person[],
) {
  if (!canTurnOffNotificationOnChannel('mail', kind) || people.length === 0) return people
  const muted = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`${users.id} = any(${sql.param(people.map(({ id }) => id))}::int[])`,
        arrayContains(users.muted, [`mail:${kind}`]),
      ),
    )
  const mutedIds = new Set<number | null>(muted.map(({ id }) => id))
  return people.filter(({ id }) => !mutedIds.has(id))
}

type Params = Record<string, string | number>

/** Stores a mail for each recipient and enqueues its job, in the caller's transaction. */
export async function queueMail(
  db: Db,
  mail: {
    /** Recipients of the mail. The user id is null for people without an account. */
    to: { id: number | null; email: string; params?: Params }[]
    kind: MailKind
    /** Parameters of the mail template for all recipients that have no `params` of their own. */
    params?: Params
    /** Announcement that a bulk mail contains. Bulk mail is sent after all other mail, at the rate of MAIL_RATE. */
    announcementId?: number
    /** True for mail to many recipients that is urgent: it is sent after single mails, but without a rate limit. */
    isToMany?: boolean
  },
): Promise<void> {
  const { kind, params = {}, announcementId, isToMany: isPatient = false } = mail
  const unmuted = await excludeMutedRecipients(db, kind, mail.to)
  const people = announcementId === undefined ? unmuted : await excludeBouncedRecipients(db, unmuted)
  for (const batch of splitIntoBatches(people, insertBatchSize)) {
    // The Message-ID is created once per mail, so that mail programs recognise a repeated delivery.
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into ${mailOutbox} (user_id, recipient, kind, params, announcement_id, message_id)
      select id, email, ${kind}, coalesce(own::jsonb, ${JSON.stringify(params)}::jsonb), ${announcementId ?? null}::int,
             gen_random_uuid()::text
        from unnest(${sql.param(batch.map(({ id }) => id))}::int[], ${sql.param(batch.map(({ email }) => email))}::text[],
                    ${sql.param(batch.map(({ params: own }) => own && JSON.stringify(own)))}::text[])
             with ordinality as person(id, email, own, place)
       order by place
      returning id::float8 as id`)
    await (announcementId === undefined ? enqueueMails(db, rows, isPatient) : enqueueBulkMails(db, rows))
  }
}

/**
 * Removes recipients whose email address has bounced before. Mails to such addresses would harm our reputation with
 * mail servers.
 */
async function excludeBouncedRecipients<Person extends { id: number | null; email: string }>(
  db: Db,
  people: Person[],
) {
  if (people.length === 0) return people
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct b.user_id as id from mail_outbox b join users u on u.id = b.user_id and u.email = b.recipient
     where b.user_id = any(${sql.param(people.map(({ id }) => id))}::int[]) and b.status = 'bounced'`)
  const bouncedIds = new Set<number | null>(rows.map(({ id }) => id))
  return people.filter(({ id }) => !bouncedIds.has(id))
}

async function enqueueBulkMails(db: Db, mails: { id: number }[]): Promise<void> {
  const rows = splitIntoBatches(
    mails.map(({ id }) => id),
    mailsPerJob,
  )
  await enqueueJobs(
    db,
    'send_mails',
    Array.from(rows, ids => ({ payload: { ids }, isPatient: true })),
  )
}

async function enqueueMails(db: Db, mails: { id: number }[], isPatient = false): Promise<void> {
  await enqueueJobs(
    db,
    'send_mail',
    mails.map(({ id }) => ({ payload: { id }, key: `mail:${id}`, isPatient })),
  )
}

/**
 * Runs when a server with SMTP settings starts: adds jobs for mails that were stored while there was no mail server.
 * Jobs of bulk mail survive a crash, so mails get new bulk jobs only when none is left.
 */
export async function enqueueJobsForUnsentMail(db: Db): Promise<void> {
  const isToMany = isNotNull(mailOutbox.announcementId)
  const singleMails = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(isUnsentMail, isNull(mailOutbox.announcementId)))
  await enqueueMails(db, singleMails)
  await db.transaction(async tx => {
    // A lock prevents two server instances that start together from both adding bulk mail jobs.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('waiting announcements'))`)
    // Counts bulk mail jobs, including those not moved to graphile-worker yet. Jobs that failed for good do not count.
    const { rows } = await tx.execute(sql`
      select from queued_jobs where task = 'send_mails'
      union all
      select from graphile_worker.jobs where task_identifier = 'send_mails' and attempts < max_attempts
      limit 1`)
    if (rows.length > 0) return
    const unsent = await tx
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(isUnsentMail, isToMany))
      .orderBy(mailOutbox.id)
    await enqueueBulkMails(tx, unsent)
  })
}
