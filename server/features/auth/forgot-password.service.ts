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

/** From one address, which a campus may share; and to one person, whose inbox is not to be filled. */
const perAddress = { most: 50, minutes: 60 }
const perPerson = { most: 3, minutes: 60 }

/** Names the request without naming anybody, so that it can be found again. */
export function resetJobKey(email: string): string {
  return `reset:${limitKey('reset', email)}`
}

/**
 * The same work whether or not there is such an account: a note for later. Whoever measures the answer learns
 * nothing; the account is looked up by the job.
 */
export async function requestReset(context: Context, email: string, address: string): Promise<void> {
  await limitAttempts(context, { key: limitKey('forgot', addressBlock(address)), ...perAddress })
  await enqueue(context.db, 'send_reset_link', [{ payload: { email }, key: resetJobKey(email) }])
}

export async function sendResetLink(context: Context, email: string): Promise<void> {
  await context.transaction(async ({ db }) => {
    const [user] = await db
      .select({ id: users.id, email: users.email, agreedAt: users.agreedAt })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
    if (!user) return
    const limit = { key: limitKey('forgot', `user ${user.id}`), ...perPerson }
    // What is refused does not count, or whoever keeps asking would lock the owner out for good.
    if (!(await takeAttempt(db, limit))) return
    // Whoever others entered reads the terms first, and sets a password along the way.
    if (!user.agreedAt) return inviteToJoin(db, user)
    const token = await createToken(db, user, 'reset_password')
    await queueMail(db, { to: [user], kind: 'password.forgotten', params: { token } })
  })
}

export async function resetPassword(
  context: Context,
  { token, password }: ResetPasswordBody,
  address: string,
): Promise<void> {
  const found = await limitBadLinks(context, address, () => requireToken(context, ['reset_password'], token))
  if (found.usedAt) throw badLink()
  refuseCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.transaction(async tx => {
    const { db, settings } = tx
    await consumeToken(db, found.id)
    // Whoever followed the link reads the mail of this address, so it is confirmed along the way.
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
    // Every other link to this account has served its purpose too, and every session was the old password's.
    await dropTokens(db, user.id, 'reset_password')
    // Whoever guessed too often before asking for a link gets in with the new password.
    await forgetAttempts(tx, limitsFor(settings, user.email, address).account.key)
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
