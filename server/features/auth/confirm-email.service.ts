import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { changeEmail } from '#server/features/account/change-email.service.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { Secret } from '#server/secret.ts'
import { badLink, createToken, requireToken } from './account-tokens.service.ts'
import { limitAttempts, limitKey } from './rate-limit.service.ts'

interface Parts {
  db: Db
  settings: Settings
  secret: Secret
}

/** The address of an account, or a new one that is to take its place. */
export async function confirmEmail({ db, settings, secret }: Parts, token: string): Promise<void> {
  const found = await requireToken(db, secret, ['confirm_email', 'change_email'], token)
  if (found.kind === 'change_email') await changeEmail(db, settings, found)
  else await confirmAddress(db, found)
}

/** A link that is followed twice finds the address confirmed already, which is what it was for. */
async function confirmAddress(db: Db, { userId, email }: { userId: number; email: string }): Promise<void> {
  await db.transaction(async tx => {
    const [user] = await tx
      .select({ email: users.email, country: users.currentCountry, clubId: users.clubId })
      .from(users)
      .where(eq(users.id, userId))
    if (user?.email !== email) throw badLink()
    const { rowCount } = await tx
      .update(users)
      .set({ emailConfirmedAt: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    if (rowCount === 0) return
    const { country, clubId } = user
    await recordEvent(tx, {
      kind: 'user.email_confirmed',
      actorId: userId,
      target: { type: 'user', id: userId, country },
      refresh: { urls: ['/api/users', '/api/profile'], to: { users: [userId], reach: { country, clubId } } },
    })
  })
}

/** Another link, where the first was lost or has run out; three an hour, so that no inbox is filled. */
export async function resendConfirmation(db: Db, settings: Settings, userId: number): Promise<void> {
  await limitAttempts(db, { key: limitKey('confirm', String(userId)), most: 3, minutes: 60 })
  await db.transaction(async tx => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    if (!user) return
    const token = await createToken(tx, user, 'confirm_email')
    await queueMail(tx, settings, { to: [user], kind: 'email.confirm', params: { token } })
  })
}
