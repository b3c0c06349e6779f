import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { sendJoinInvitation } from '#server/features/registration/join-by-link.service.ts'
import {
  consumeAccountToken,
  createAccountToken,
  createInvalidLinkError,
  invalidateAccountTokens,
  limitAttemptsWithInvalidMailedLinks,
  requireUnusedAccountToken,
} from '#server/identity/account-tokens.service.ts'
import { rejectCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import {
  clearRateLimitAttempts,
  countAttemptIfAllowed,
  enforceRateLimits,
  getIpNetwork,
  hashRateLimitKey,
} from '#server/identity/rate-limit.service.ts'
import { removeTrustedDevices } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ResetPasswordBody } from '#shared/contracts/auth/password.schemas.ts'
import { buildSignInRateLimits } from './auth.service.ts'

/** Password reset requests allowed per IP address; generous, because a whole campus may share one IP address. */
const requestsPerIp = { most: 50, minutes: 60 }
/** Reset mails allowed per user, so that nobody can fill another user's mailbox. */
const mailsPerUser = { most: 3, minutes: 60 }

/** Job key of a password reset: a hash of the email address, so that only one job per email address is queued. */
export function buildPasswordResetJobKey(email: string): string {
  return `reset:${hashRateLimitKey('reset', email)}`
}

/**
 * Requests a password reset: queues a job, in the same time for known and unknown email addresses.
 * The job looks up the account, so the response time does not reveal whether an account exists.
 */
export async function requestPasswordReset(
  context: Context,
  email: string,
  ipAddress: string,
): Promise<void> {
  await enforceRateLimits(context, {
    key: hashRateLimitKey('forgot', getIpNetwork(ipAddress)),
    ...requestsPerIp,
  })
  await enqueueJobs(context.db, 'send_reset_link', [
    { payload: { email }, key: buildPasswordResetJobKey(email) },
  ])
}

export async function sendPasswordResetLink(context: Context, email: string): Promise<void> {
  await context.transaction(async ({ db }) => {
    const [user] = await db
      .select({ id: users.id, email: users.email, agreedAt: users.agreedAt })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
    if (!user) return
    const limit = { key: hashRateLimitKey('forgot', `user ${user.id}`), ...mailsPerUser }
    // Refused password reset requests are not counted, so that a stranger cannot prolong the limit by repeating them.
    if (!(await countAttemptIfAllowed(db, limit))) return
    // A user who has not accepted the terms yet gets an invitation to join, where the user sets a password.
    if (!user.agreedAt) return sendJoinInvitation(db, user)
    const token = await createAccountToken(db, user, 'reset_password')
    await queueMail(db, { to: [user], kind: 'password.forgotten', params: { token } })
  })
}

export async function resetPassword(
  context: Context,
  { token, password }: ResetPasswordBody,
  ipAddress: string,
): Promise<void> {
  const found = await limitAttemptsWithInvalidMailedLinks(context, ipAddress, () =>
    requireUnusedAccountToken(context, ['reset_password'], token),
  )
  if (found.usedAt) throw createInvalidLinkError()
  rejectCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.transaction(async tx => {
    const { db, settings } = tx
    await consumeAccountToken(db, found.id)
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
    if (!user) throw createInvalidLinkError()
    // A password reset invalidates the user's other reset links and ends the sessions opened with the old password.
    await invalidateAccountTokens(db, user.id, 'reset_password')
    // A user who was locked out by failed guesses can sign in with the new password at once.
    await clearRateLimitAttempts(tx, buildSignInRateLimits(settings, user.email, ipAddress).account.key)
    await db.delete(sessions).where(eq(sessions.userId, user.id))
    await removeTrustedDevices(db, user.id)
    await recordAuditEvent(tx, {
      kind: 'auth.password_reset',
      actorId: user.id,
      target: { type: 'user', id: user.id, country: user.country },
    })
    await queueMail(db, { to: [user], kind: 'password.changed' })
  })
}
