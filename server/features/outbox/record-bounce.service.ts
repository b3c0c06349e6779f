// Webhook for bounce and complaint reports of the mail provider.
// Bounce reports are signed by HMAC-SHA256 with MAIL_WEBHOOK_SECRET.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import { turnOffAnnouncementMailsOfUser } from '#server/features/unsubscribe/unsubscribe.service.ts'
import type { BounceBody } from '#shared/contracts/outbox/outbox.schemas.ts'

/** Maximum age of a signed bounce report in seconds, to limit replays. */
const maxAgeSeconds = 300

/** Checks the HMAC-SHA256 of a bounce report over timestamp and body, with the mail provider's secret. */
function hasValidSignature(key: string, headers: IncomingHttpHeaders, text: string): boolean {
  const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = headers
  if (
    !/^\d{1,12}$/.test(String(timestamp)) ||
    Math.abs(Date.now() / 1000 - Number(timestamp)) > maxAgeSeconds
  )
    return false
  const expected = createHmac('sha256', key).update(`${timestamp}.${text}`).digest()
  const actual = Buffer.from(String(signature), 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Marks a mail as bounced; a repeated report changes nothing.
 * Without MAIL_WEBHOOK_SECRET the bounce endpoint returns 404.
 */
export async function recordMailBounce(
  context: Context,
  { messageId, kind, code }: BounceBody,
  { headers, text }: { headers: IncomingHttpHeaders; text: string },
): Promise<void> {
  const { MAIL_WEBHOOK_SECRET } = context.settings
  if (!MAIL_WEBHOOK_SECRET) throw notFound()
  if (!hasValidSignature(MAIL_WEBHOOK_SECRET, headers, text)) throw unauthenticated()
  const [localPart = ''] = messageId.replace(/^<|>$/g, '').split('@')
  await context.transaction(async tx => {
    const [mail] = await tx.db
      .update(mailOutbox)
      .set({ status: 'bounced', lastError: code ? `${kind} ${code}` : kind })
      .where(sql`${mailOutbox.messageId} in (${localPart}, ${messageId})`)
      .returning({ userId: mailOutbox.userId })
    // A spam complaint unsubscribes the user. A bounce does not, because the outbox skips bounced email addresses.
    if (mail?.userId && kind === 'complaint') await turnOffAnnouncementMailsOfUser(tx, mail.userId)
  })
}
