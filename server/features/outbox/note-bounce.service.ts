import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import { muteAnnouncementMail } from '#server/features/unsubscribe/unsubscribe.service.ts'
import type { BounceBody } from '#shared/contracts/outbox.ts'

/** A word that is older than this may have been overheard (s). */
const oldest = 300

/** HMAC-SHA256 over the moment and the body, by a secret that the operator gave to both sides. */
function isSigned(key: string, headers: IncomingHttpHeaders, text: string): boolean {
  const { 'x-timestamp': moment = '', 'x-signature': signature = '' } = headers
  if (!/^\d{1,12}$/.test(String(moment)) || Math.abs(Date.now() / 1000 - Number(moment)) > oldest)
    return false
  const right = createHmac('sha256', key).update(`${moment}.${text}`).digest()
  const given = Buffer.from(String(signature), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Without a secret there is no such address. Said again it changes nothing. */
export async function noteBounce(
  context: Context,
  { messageId, kind, code }: BounceBody,
  { headers, text }: { headers: IncomingHttpHeaders; text: string },
): Promise<void> {
  const { MAIL_WEBHOOK_SECRET } = context.settings
  if (!MAIL_WEBHOOK_SECRET) throw notFound()
  if (!isSigned(MAIL_WEBHOOK_SECRET, headers, text)) throw unauthenticated()
  const [bare = ''] = messageId.replace(/^<|>$/g, '').split('@')
  await context.transaction(async tx => {
    const [mail] = await tx.db
      .update(mailOutbox)
      .set({ status: 'bounced', lastError: code ? `${kind} ${code}` : kind })
      .where(sql`${mailOutbox.messageId} in (${bare}, ${messageId})`)
      .returning({ userId: mailOutbox.userId })
    // Whoever calls it unwanted need not be asked again; an address that does not work is passed over by itself.
    if (mail?.userId && kind === 'complaint') await muteAnnouncementMail(tx, mail.userId)
  })
}
