import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { inviteToJoin } from '#server/features/registration/join.service.ts'
import {
  badLink,
  consumeToken,
  createToken,
  dropTokens,
  limitBadLinks,
  requireToken,
} from '#server/identity/account-tokens.service.ts'
import { refuseCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import {
  addressBlock,
  forgetAttempts,
  limitAttempts,
  limitKey,
  takeAttempt,
} from '#server/identity/rate-limit.service.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ResetPasswordBody } from '#shared/contracts/password.ts'
import { limitsFor } from './auth.service.ts'

/** Reset requests allowed per IP address; generous, because a campus may share one. */
const requestsPerIp = { most: 50, minutes: 60 }
/** Reset mails allowed per user, so that nobody can fill another user's mailbox. */
const mailsPerUser = { most: 3, minutes: 60 }

/** Key of the reset job: contains a hash instead of the email address, and finds the queued job again. */
export function resetJobKey(email: string): string {
  return `reset:${limitKey('reset', email)}`
}

/**
 * Requests a password reset: queues a job, in the same time for known and unknown email addresses.
 * The job looks up the account, so the response time does not reveal whether an account exists.
 */
export async function requestReset(context: Context, email: string, ipAddress: string): Promise<void> {
  await limitAttempts(context, { key: limitKey('forgot', addressBlock(ipAddress)), ...requestsPerIp })
  await enqueue(context.db, 'send_reset_link', [{ payload: { email }, key: resetJobKey(email) }])
}

export async function sendResetLink(context: Context, email: string): Promise<void> {
  await context.transaction(async ({ db }) => {
    const [user] = await db
      .select({ id: users.id, email: users.email, agreedAt: users.agreedAt })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
    if (!user) return
    const limit = { key: limitKey('forgot', `user ${user.id}`), ...mailsPerUser }
    // Refused reset requests are not counted; otherwise a stranger could lock the owner out by repeating them.
    if (!(await takeAttempt(db, limit))) return
    // A user entered by an administrator has to accept the terms first, and sets a password while doing so.
    if (!user.agreedAt) return inviteToJoin(db, user)
    const token = await createToken(db, user, 'reset_password')
    await queueMail(db, { to: [user], kind: 'password.forgotten', params: { token } })
  })
}

export async function resetPassword(
  context: Context,
  { token, password }: ResetPasswordBody,
  ipAddress: string,
): Promise<void> {
  const found = await limitBadLinks(context, ipAddress, () =>
    requireToken(context, ['reset_password'], token),
  )
  if (found.usedAt) throw badLink()
  refuseCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.transaction(async tx => {
    const { db, settings } = tx
    await consumeToken(db, found.id)
    // Following the reset link proves access to the mailbox, so the email address is confirmed as well.
    const [user] = await db
      .update(users)
      .set({ password: hash, emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())` })

      .where(
        and(
          eq(users.id, found.userId),
          eq(users.email, found.email),
          isNull(users.erasedAt),
          isNotNull(users.agreedAt),
        ),
      )
      .returning({ id: users.id, email: users.email, country: users.currentCountry })
    if (!user) throw badLink()
    // Other reset links become invalid. All sessions end, because they were opened with the old password.
    await dropTokens(db, user.id, 'reset_password')
    // A user who was locked out by failed guesses can sign in with the new password at once.
    await forgetAttempts(tx, limitsFor(settings, user.email, ipAddress).account.key)
    await db.delete(sessions).where(eq(sessions.userId, user.id))
    await distrustAll(db, user.id)
    await recordEvent(tx, {
      kind: 'auth.password_reset',
      actorId: user.id,
      target: { type: 'user', id: user.id, country: user.country },
    })
    await queueMail(db, { to: [user], kind: 'password.changed' })
  })
}
