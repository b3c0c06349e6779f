import { randomUUID } from 'node:crypto'
import { and, arrayContains, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import type { Settings } from '#server/env.ts'
import { renewToken } from '#server/identity/account-tokens.service.ts'
import { type Secret, signToken } from '#server/secret.ts'
import type { MailKind } from '#shared/contracts/outbox.ts'
import { isAdjustable } from '#shared/contracts/preferences.ts'
import { type AnnouncementOccasion, renderAnnouncement } from './announcement-letter.ts'
import { type LetterKind, type Occasion, renderLetter } from './templates.ts'
import type { MailFailure, Transport } from './transport.ts'

type MailSettings = Pick<Settings, 'APP_NAME' | 'ORG_NAME' | 'PUBLIC_URL' | 'MAIL_FROM' | 'MAIL_RATE'>

/** How many letters one statement writes. */
const atOnce = 1000
/** Of what goes to many: so many letters a job, one after the other. Killed, it repeats the one under way and no more. */
const lettersInRow = 50

export interface Post {
  db: Db
  settings: MailSettings
  /** Signs the links; they are made as the mail goes out and stand nowhere. */
  secret: Secret
  transport: Transport | undefined
  log: Pick<Logger, 'warn'>
}

/** Neither taken nor refused for good. */
const isWaiting = inArray(mailOutbox.status, ['queued', 'failed'])

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

/** In the transaction of what it reports: written down and enqueued, or neither. One letter to each who wants it. */
export async function queueMail(
  db: Db,
  mail: {
    /** Null: nobody who has an account. */
    to: { id: number | null; email: string }[]
    kind: MailKind
    params?: Record<string, string | number>
    /** To many: behind all other mail, at the rate that the mail server bears. */
    announcementId?: number
  },
): Promise<void> {
  const { kind, params = {}, announcementId } = mail
  const wanting = await withoutMuted(db, kind, mail.to)
  const people = announcementId === undefined ? wanting : await withoutBounced(db, wanting)
  for (let done = 0; done < people.length; done += atOnce) {
    const letters = people.slice(done, done + atOnce).map(({ id, email }) => ({
      userId: id,
      recipient: email,
      kind,
      params,
      announcementId,
      // Fixed here: if it goes out twice because an answer got lost, it is recognised as the same mail.
      messageId: randomUUID(),
    }))
    const written = await db.insert(mailOutbox).values(letters).returning({ id: mailOutbox.id })
    await (announcementId === undefined ? enqueueMails(db, written) : enqueueRows(db, written))
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
  const ids = mails.map(({ id }) => id)
  const rows = Array.from({ length: Math.ceil(ids.length / lettersInRow) }, (_, n) =>
    ids.slice(n * lettersInRow, (n + 1) * lettersInRow),
  )
  await enqueue(
    db,
    'send_mails',
    rows.map(row => ({ payload: { ids: row }, isPatient: true })),
  )
}

async function enqueueMails(db: Db, mails: { id: number }[]): Promise<void> {
  await enqueue(
    db,
    'send_mail',
    mails.map(({ id }) => ({ payload: { id }, key: `mail:${id}` })),
  )
}

/** Those written by an earlier release are whole already. */
function wholeMessageId(id: string, { PUBLIC_URL }: MailSettings): string {
  return id.includes('@') ? id : `<${id}@${new URL(PUBLIC_URL).hostname}>`
}

/** One letter as it stands in the outbox, with what it needs of elsewhere. */
async function findLetter(db: Db, id: number) {
  const [mail] = await db
    .select({
      kind: sql<MailKind>`${mailOutbox.kind}`,
      params: mailOutbox.params,
      recipient: mailOutbox.recipient,
      messageId: mailOutbox.messageId,
      fullName: users.fullName,
      announced: announcements,
      club: clubs.name,
    })
    .from(mailOutbox)
    .leftJoin(users, eq(users.id, mailOutbox.userId))
    .leftJoin(announcements, eq(announcements.id, mailOutbox.announcementId))
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .where(and(eq(mailOutbox.id, id), isWaiting, isNull(users.erasedAt)))
  return mail
}

type Found = NonNullable<Awaited<ReturnType<typeof findLetter>>>

/** Undefined: there is nothing to say any more. */
function render({ settings, secret }: Post, id: number, mail: Found) {
  const { APP_NAME: appName, ORG_NAME, PUBLIC_URL: publicUrl } = settings
  const { kind, params, announced, club } = mail
  const fullName = mail.fullName ?? ''
  if (!kind.startsWith('announcement.')) {
    const sign: Occasion['sign'] = tokenId => signToken(secret, tokenId)
    return renderLetter(kind as LetterKind, { appName, fullName, params, sign }, publicUrl)
  }
  if (!announced || announced.status === 'withdrawn') return undefined
  return renderAnnouncement({
    kind: kind as AnnouncementOccasion['kind'],
    appName,
    publicUrl,
    fullName,
    announced: { ...announced, sender: club ?? announced.country ?? ORG_NAME },
    token: signToken(secret, `mail-${id}`),
  })
}

/**
 * At least once: marked as sent after the server has taken it. Thrown errors bring the job back later; a letter that
 * is refused for good ends here.
 */
export async function sendMail(post: Post, id: number): Promise<void> {
  const { db, settings, transport, log } = post
  if (!transport) return
  const mail = await findLetter(db, id)
  if (!mail) return
  if (mail.params.token) await renewToken(db, String(mail.params.token))
  const letter = render(post, id, mail)
  if (!letter) return
  const attempts = sql`${mailOutbox.attempts} + 1`
  try {
    await transport.send({
      from: settings.MAIL_FROM,
      to: mail.recipient,
      messageId: wholeMessageId(mail.messageId, settings),
      ...letter,
    })
  } catch (error) {
    const { code: lastError, isFinal } = error as MailFailure
    const status = isFinal ? 'refused' : 'failed'
    await db.update(mailOutbox).set({ status, attempts, lastError }).where(eq(mailOutbox.id, id))
    log.warn({ mail: id, kind: mail.kind, code: lastError, status }, 'a mail did not go out')
    if (!isFinal) throw error
    return
  }
  await db
    .update(mailOutbox)
    .set({ status: 'sent', attempts, lastError: null, sentAt: sql`now()` })
    .where(eq(mailOutbox.id, id))
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
    const { rows } = await tx.execute(
      sql`select from graphile_worker.jobs where task_identifier = 'send_mails' limit 1`,
    )
    if (rows.length > 0) return
    const waiting = await tx
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(isWaiting, isToMany))
      .orderBy(mailOutbox.id)
    await enqueueRows(tx, waiting)
  })
}
