// How a letter goes out: found in the outbox with what it needs of elsewhere, made, handed to the server, noted.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import type { Settings } from '#server/env.ts'
import { renewToken } from '#server/identity/account-tokens.service.ts'
import { type Secret, signToken } from '#server/secret.ts'
import type { MailKind } from '#shared/contracts/outbox.ts'
import { isAdjustable } from '#shared/contracts/preferences.ts'
import { type AnnouncementOccasion, renderAnnouncement } from './announcement-letter.ts'
import { isWaiting } from './mail.service.ts'
import { type LetterKind, type Occasion, renderLetter } from './templates.ts'
import type { MailFailure, Transport } from './transport.ts'

type MailSettings = Pick<Settings, 'APP_NAME' | 'ORG_NAME' | 'PUBLIC_URL' | 'MAIL_FROM' | 'MAIL_RATE'>

export interface Post {
  db: Db
  settings: MailSettings
  /** Signs the links; they are made as the mail goes out and stand nowhere. */
  secret: Secret
  transport: Transport | undefined
  log: Pick<Logger, 'warn'>
}

/** Those written by an earlier release are whole already. */
function wholeMessageId(id: string, { PUBLIC_URL }: MailSettings): string {
  return id.includes('@') ? id : `<${id}@${new URL(PUBLIC_URL).hostname}>`
}

/** What is announced, once for all the letters that carry it. */
async function findAnnounced(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ announced: announcements, club: clubs.name })
    .from(announcements)
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .where(inArray(announcements.id, ids))
  return new Map(rows.map(row => [row.announced.id, row]))
}

/** Those of them that still wait, in the order of their ids, with what they need of elsewhere. */
export async function findLetters(db: Db, ids: number[]) {
  const mails = await db
    .select({
      id: mailOutbox.id,
      kind: sql<MailKind>`${mailOutbox.kind}`,
      params: mailOutbox.params,
      recipient: mailOutbox.recipient,
      messageId: mailOutbox.messageId,
      announcementId: mailOutbox.announcementId,
      attempts: mailOutbox.attempts,
      fullName: users.fullName,
      status: users.status,
      muted: users.muted,
    })
    .from(mailOutbox)
    .leftJoin(users, eq(users.id, mailOutbox.userId))
    .where(and(inArray(mailOutbox.id, ids), isWaiting, isNull(users.erasedAt)))
    .orderBy(mailOutbox.id)
  const announced = await findAnnounced(db, [...new Set(mails.flatMap(mail => mail.announcementId ?? []))])
  return mails.map(mail => ({ ...mail, about: announced.get(mail.announcementId ?? 0) }))
}

export type Letter = Awaited<ReturnType<typeof findLetters>>[number]

/** Switched off by its reader since it was written, or taken back, or nothing to do with them any more. */
function isUnwanted({ kind, muted, status, announcementId, about }: Letter): boolean {
  if (isAdjustable('mail', kind) && muted?.includes(`mail:${kind}`)) return true
  return announcementId !== null && (status !== 'active' || about?.announced.status === 'withdrawn')
}

function render({ settings, secret }: Post, { id, kind, params, about, ...mail }: Letter) {
  const { APP_NAME: appName, ORG_NAME, PUBLIC_URL: publicUrl } = settings
  const fullName = mail.fullName ?? ''
  if (!about) {
    const sign: Occasion['sign'] = tokenId => signToken(secret, tokenId)
    return renderLetter(kind as LetterKind, { appName, fullName, params, sign }, publicUrl)
  }
  const { announced, club } = about
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
 * At least once: marked as sent after the server has taken it. Thrown errors bring it back later; a letter that is
 * refused for good ends here.
 */
export async function sendLetter(post: Post, transport: Transport, letter: Letter): Promise<void> {
  const { db, settings, log } = post
  const { id, kind, params, recipient, messageId } = letter
  if (isUnwanted(letter)) {
    await db.delete(mailOutbox).where(and(eq(mailOutbox.id, id), isWaiting))
    return
  }
  if (params.token) await renewToken(db, String(params.token))
  const attempts = sql`${mailOutbox.attempts} + 1`
  try {
    await transport.send({
      from: settings.MAIL_FROM,
      to: recipient,
      messageId: wholeMessageId(messageId, settings),
      ...render(post, letter),
    })
  } catch (error) {
    const { code: lastError, isFinal } = error as MailFailure
    const status = isFinal ? 'refused' : 'failed'
    await db.update(mailOutbox).set({ status, attempts, lastError }).where(eq(mailOutbox.id, id))
    log.warn({ mail: id, kind, code: lastError, status }, 'a mail did not go out')
    if (!isFinal) throw error
    return
  }
  await db
    .update(mailOutbox)
    .set({ status: 'sent', attempts, lastError: null, sentAt: sql`now()` })
    .where(eq(mailOutbox.id, id))
}

export async function sendMail(post: Post, id: number): Promise<void> {
  const { db, transport } = post
  if (!transport) return
  const [letter] = await findLetters(db, [id])
  if (letter) await sendLetter(post, transport, letter)
}
