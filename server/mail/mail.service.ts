import { randomUUID } from 'node:crypto'
import { and, arrayContains, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import type { Settings } from '#server/env.ts'
import { renewToken } from '#server/identity/account-tokens.service.ts'
import { type Secret, signToken } from '#server/secret.ts'
import type { MailKind } from '#shared/contracts/outbox.ts'
import { isAdjustable } from '#shared/contracts/preferences.ts'
import { renderLetter } from './templates.ts'
import type { MailFailure, Transport } from './transport.ts'

type MailSettings = Pick<Settings, 'APP_NAME' | 'PUBLIC_URL' | 'MAIL_FROM'>

/** How many letters one statement writes. */
const atOnce = 1000

interface Post {
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
  },
): Promise<void> {
  const { kind, params = {} } = mail
  const people = await withoutMuted(db, kind, mail.to)
  for (let done = 0; done < people.length; done += atOnce) {
    const letters = people.slice(done, done + atOnce).map(({ id, email }) => ({
      userId: id,
      recipient: email,
      kind,
      params,
      // Fixed here: if it goes out twice because an answer got lost, it is recognised as the same mail.
      messageId: randomUUID(),
    }))
    await enqueueMails(db, await db.insert(mailOutbox).values(letters).returning({ id: mailOutbox.id }))
  }
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

/**
 * At least once: marked as sent after the server has taken it. Thrown errors bring the job back later; a letter that
 * is refused for good ends here.
 */
export async function sendMail({ db, settings, secret, transport, log }: Post, id: number): Promise<void> {
  if (!transport) return
  const [mail] = await db
    .select({
      kind: mailOutbox.kind,
      params: mailOutbox.params,
      recipient: mailOutbox.recipient,
      messageId: mailOutbox.messageId,
      fullName: users.fullName,
    })
    .from(mailOutbox)
    .leftJoin(users, eq(users.id, mailOutbox.userId))
    .where(and(eq(mailOutbox.id, id), isWaiting, isNull(users.erasedAt)))
  if (!mail) return
  if (mail.params.token) await renewToken(db, String(mail.params.token))
  const letter = renderLetter(
    mail.kind as MailKind,
    {
      appName: settings.APP_NAME,
      fullName: mail.fullName ?? '',
      params: mail.params,
      sign: tokenId => signToken(secret, tokenId),
    },
    settings.PUBLIC_URL,
  )
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

/** After a start with SMTP: what was written while there was none goes out now. */
export async function enqueueWaitingMail(db: Db): Promise<void> {
  const waiting = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isWaiting)
  await enqueueMails(db, waiting)
}
