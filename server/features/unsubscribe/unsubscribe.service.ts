import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { readToken } from '#server/secret.ts'

const kinds = ['mail:announcement.sent', 'mail:announcement.reminder']

/** The same switches as in the settings, where they can be turned on again. */
export async function muteAnnouncementMail(tx: Pick<Context, 'db'>, userId: number): Promise<void> {
  const [user] = await tx.db
    .update(users)
    .set({
      muted: sql`array(select distinct unnest(${users.muted} || ${sql.param(kinds)}::text[]))`,
    })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.erasedAt),
        sql`not ${users.muted} @> ${sql.param(kinds)}::text[]`,
      ),
    )
    .returning()
  if (!user) return
  await recordEvent(tx, {
    kind: 'account.preference_changed',
    actorId: userId,
    target: userTarget(user),
    details: { preference: 'mail:announcement', isOn: false },
  })
  await touch(tx, { topics: ['preferences'], to: { users: [userId] } })
}

/** Also for somebody who is signed in nowhere: who has the mail has the proof. Said again it changes nothing. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const [, mailId] = readToken(context.secret, token)?.match(/^mail-(\d{1,15})$/) ?? []
  if (!mailId) throw new AppError(400, 'bad_link')
  await context.transaction(async tx => {
    const [mail] = await tx.db
      .select({ userId: mailOutbox.userId })
      .from(mailOutbox)
      .where(eq(mailOutbox.id, Number(mailId)))
    // Erased meanwhile: nobody is written to any more.
    if (mail?.userId) await muteAnnouncementMail(tx, mail.userId)
  })
}
