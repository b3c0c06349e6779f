import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { Secret } from '#server/secret.ts'
import type { ResetPasswordBody } from '#shared/contracts/password.ts'
import { badLink, consumeToken, createToken, requireToken } from './account-tokens.service.ts'
import { limitsFor } from './auth.service.ts'
import { hashPassword, inHashingTurn } from './password.ts'
import {
  addressBlock,
  countAttempt,
  forgetAttempts,
  limitAttempts,
  limitKey,
  waitFor,
} from './rate-limit.service.ts'
import { refuseCommonPassword } from './register.service.ts'

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
export async function requestReset(db: Db, email: string, address: string): Promise<void> {
  await limitAttempts(db, { key: limitKey('forgot', addressBlock(address)), ...perAddress })
  await enqueue(db, 'send_reset_link', [{ payload: { email }, key: resetJobKey(email) }])
}

export async function sendResetLink(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async tx => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
    if (!user) return
    const limit = { key: limitKey('forgot', `user ${user.id}`), ...perPerson }
    // What is refused does not count, or whoever keeps asking would lock the owner out for good.
    if ((await waitFor(tx, limit)) > 0) return
    await countAttempt(tx, limit)
    const token = await createToken(tx, user, 'reset_password')
    await queueMail(tx, settings, { to: [user], kind: 'password.forgotten', params: { token } })
  })
}

export async function resetPassword(
  { db, settings, secret }: { db: Db; settings: Settings; secret: Secret },
  { token, password }: ResetPasswordBody,
  address: string,
): Promise<void> {
  const found = await requireToken(db, secret, ['reset_password'], token)
  if (found.usedAt) throw badLink()
  refuseCommonPassword(password)
  const hash = await inHashingTurn(() => hashPassword(password))
  await db.transaction(async tx => {
    await consumeToken(tx, found.id)
    // Whoever followed the link reads the mail of this address, so it is confirmed along the way.
    const [user] = await tx
      .update(users)
      .set({ password: hash, emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())` })
      .where(and(eq(users.id, found.userId), eq(users.email, found.email), isNull(users.erasedAt)))
      .returning({ id: users.id, email: users.email, country: users.currentCountry })
    if (!user) throw badLink()
    // Every other link to this account has served its purpose too, and every session was the old password's.
    await tx
      .update(accountTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(accountTokens.userId, user.id), eq(accountTokens.kind, 'reset_password')))
    // Whoever guessed too often before asking for a link gets in with the new password.
    await forgetAttempts(tx, limitsFor(settings, user.email, address).account.key)
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    await recordEvent(tx, {
      kind: 'auth.password_reset',
      actorId: user.id,
      target: { type: 'user', id: user.id, country: user.country },
    })
    await queueMail(tx, settings, { to: [user], kind: 'password.changed' })
  })
}
