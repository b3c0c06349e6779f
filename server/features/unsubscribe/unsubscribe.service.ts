import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { AppError } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { verifyLinkToken } from '#server/secret.ts'

const mutedKeys = ['mail:announcement.sent', 'mail:announcement.reminder']

/** Turns announcement mails off in the user's notification preferences, where they can be turned on again. */
export async function turnOffAnnouncementMailsOfUser(tx: Pick<Context, 'db'>, userId: number): Promise<void> {
  const [user] = await tx.db
    .update(users)
    .set({
      muted: sql`array(select distinct unnest(${users.muted} || ${sql.param(mutedKeys)}::text[]))`,
    })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.erasedAt),
        sql`not ${users.muted} @> ${sql.param(mutedKeys)}::text[]`,
      ),
    )
    .returning()
  if (!user) return
  await recordAuditEvent(tx, {
    kind: 'account.preference_changed',
    actorId: userId,
    target: buildUserAuditTarget(user),
    details: { preference: 'mail:announcement', isOn: false },
  })
  await invalidateClientCache(tx, { topics: ['preferences'], to: { users: [userId] } })
}

/**
 * Unsubscribes the recipient of a mail, without a session: the signed token from the mail suffices.
 * Unsubscribing again changes nothing.
 */
export async function unsubscribeFromAnnouncements(context: Context, token: string): Promise<void> {
  const [, mailId] = verifyLinkToken(context.secret, token)?.match(/^mail-(\d{1,15})$/) ?? []
  if (!mailId) throw new AppError(400, 'bad_link')
  await context.transaction(async tx => {
    const [mail] = await tx.db
      .select({ userId: mailOutbox.userId })
      .from(mailOutbox)
      .where(eq(mailOutbox.id, Number(mailId)))
    // The mail of an erased user has no user id, so there are no notification preferences to change.
    if (mail?.userId) await turnOffAnnouncementMailsOfUser(tx, mail.userId)
  })
}
