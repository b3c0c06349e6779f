// Sends a mail: reads it from the outbox, renders it, passes it to the mail server and records the result.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#server/db/connection/client.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import type { Settings } from '#server/env.ts'
import { restartAccountTokenLifetime } from '#server/identity/account-tokens.service.ts'
import { runInRecipientLanguage } from '#server/language.ts'
import { createSignedLinkToken, type Secret } from '#server/secret.ts'
import { canTurnOffNotificationOnChannel } from '#shared/contracts/account/preferences.schemas.ts'
import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { type AnnouncementMailInput, renderAnnouncementMail } from './announcement-mail.ts'
import { isUnsentMail } from './mail.service.ts'
import { renderMail } from './render-mail.ts'
import type { MailInput, TemplateKind } from './templates/mail-template.ts'
import type { MailFailure, MailTransport } from './transport.ts'

type MailSettings = Pick<
  Settings,
  'APP_NAME' | 'ORG_NAME' | 'PUBLIC_URL' | 'MAIL_FROM' | 'MAIL_RATE' | 'DEFAULT_LANGUAGE'
>

export interface MailContext {
  db: Db
  settings: MailSettings
  /** Signs the links in mails. Signed links are created while a mail is sent and are not stored. */
  secret: Secret
  transport: MailTransport | undefined
  log: Pick<Logger, 'warn'>
}

/** Adds the host name to the Message-ID of a mail, except to an id of an earlier release, which contains it already. */
function completeMessageId(id: string, { PUBLIC_URL }: MailSettings): string {
  return id.includes('@') ? id : `<${id}@${new URL(PUBLIC_URL).hostname}>`
}

type Announced = typeof announcements.$inferSelect

/** Loads the announcements that the given mails contain, each announcement once. */
async function findAnnouncementsOfMails(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ announced: announcements, club: clubs.name })
    .from(announcements)
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .where(inArray(announcements.id, ids))
  return new Map(rows.map(row => [row.announced.id, row]))
}

/**
 * SQL condition: since the mail was queued, the fee that it reminds of was paid, or a transfer slip (proof of payment)
 * for the fee was uploaded.
 */
const isSettledReminder = sql<boolean>`case when ${mailOutbox.kind} = 'fee.reminder' then not exists (
  select from fee_charges c where c.id = (${mailOutbox.params}->>'chargeId')::int and c.outstanding > 0
     and not exists (select from fee_slips s where s.charge_id = c.id and s.status = 'waiting')) else false end`

/** Of the mails with the given ids, loads the unsent ones in order of id, with recipient and announcement. */
export async function findUnsentMails(db: Db, ids: number[]) {
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
      language: users.language,
      isSettled: isSettledReminder,
    })
    .from(mailOutbox)
    .leftJoin(users, eq(users.id, mailOutbox.userId))
    .where(and(inArray(mailOutbox.id, ids), isUnsentMail, isNull(users.erasedAt)))
    .orderBy(mailOutbox.id)
  const announcementsById = await findAnnouncementsOfMails(db, [
    ...new Set(mails.flatMap(mail => mail.announcementId ?? [])),
  ])
  return mails.map(mail => ({ ...mail, about: announcementsById.get(mail.announcementId ?? 0) }))
}

export type UnsentMail = Awaited<ReturnType<typeof findUnsentMails>>[number]

/**
 * True when the mail must no longer be sent: the recipient turned off this kind of mail, is no recipient of the
 * announcement any more, or has paid the fee that the mail reminds of.
 */
function isMailUnwanted({ kind, muted, status, announcementId, about, isSettled }: UnsentMail): boolean {
  if (isSettled) return true
  if (canTurnOffNotificationOnChannel('mail', kind) && muted?.includes(`mail:${kind}`)) return true
  return announcementId !== null && (status !== 'active' || about?.announced.status === 'withdrawn')
}

/** Renders a mail in the current language, which callers set to the language of the recipient. */
function renderQueuedMail(
  { settings, secret }: MailContext,
  { id, kind, params, about, ...mail }: UnsentMail,
) {
  const { APP_NAME: appName, ORG_NAME, PUBLIC_URL: publicUrl } = settings
  const fullName = mail.fullName ?? ''
  if (!about) {
    const signTokenId: MailInput['sign'] = tokenId => createSignedLinkToken(secret, tokenId)
    return renderMail(kind as TemplateKind, { appName, fullName, params, sign: signTokenId }, publicUrl)
  }
  const announced: Announced = putTranslationInReaderLanguageFirst(about.announced)
  return renderAnnouncementMail({
    kind: kind as AnnouncementMailInput['kind'],
    appName,
    publicUrl,
    fullName,
    announcement: {
      ...announced,
      sender: about.club ?? getCountryName(announced.country) ?? ORG_NAME,
    },
    token: createSignedLinkToken(secret, `mail-${id}`),
  })
}

/**
 * Sends a mail at least once: it is marked as sent after the mail server accepted it.
 * A temporary error is thrown so that the job is retried. A mail that is refused permanently is not retried.
 */
export async function sendMailAndRecordResult(
  context: MailContext,
  transport: MailTransport,
  mail: UnsentMail,
): Promise<void> {
  const { db, settings, log } = context
  const { id, kind, params, recipient, messageId } = mail
  if (isMailUnwanted(mail)) {
    await db.delete(mailOutbox).where(and(eq(mailOutbox.id, id), isUnsentMail))
    return
  }
  if (params.token) await restartAccountTokenLifetime(db, String(params.token))
  const attempts = sql`${mailOutbox.attempts} + 1`
  try {
    await transport.send({
      from: settings.MAIL_FROM,
      to: recipient,
      messageId: completeMessageId(messageId, settings),
      ...runInRecipientLanguage(settings, mail.language, () => renderQueuedMail(context, mail)),
    })
  } catch (error) {
    const { code: lastError, isFinal } = error as MailFailure
    const status = isFinal ? 'refused' : 'failed'
    await db.update(mailOutbox).set({ status, attempts, lastError }).where(eq(mailOutbox.id, id))
    log.warn(
      { mail: id, kind, code: lastError, status },
      'mail: the mail server did not accept a mail; code and status tell whether it is retried',
    )
    if (!isFinal) throw error
    return
  }
  await db
    .update(mailOutbox)
    .set({ status: 'sent', attempts, lastError: null, sentAt: sql`now()` })
    .where(eq(mailOutbox.id, id))
}

export async function sendMail(context: MailContext, id: number): Promise<void> {
  const { db, transport } = context
  if (!transport) return
  const [mail] = await findUnsentMails(db, [id])
  if (mail) await sendMailAndRecordResult(context, transport, mail)
}
