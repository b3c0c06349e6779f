import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, conflict, forbidden, unauthenticated } from '#server/errors.ts'
import { isLately } from '#server/sessions/sessions.service.ts'
import { fieldTexts } from '#shared/errors.ts'
import { hashingSemaphore, verifyPassword } from './password.ts'
import { forgetAttempts, limitAttempts, limitKey } from './rate-limit.service.ts'

/** They have lately proved who they are while they were in, or come in by a passkey, which verifies its person. */
export const isFresh = sql<boolean>`(${sql.raw(isLately('sessions.confirmed_at'))}
  or (${sessions.method} is not distinct from 'passkey' and ${sql.raw(isLately('sessions.created_at'))}))`

/** Each guess is counted before it is looked at, so that guesses sent at once count like guesses sent in a row. */
async function refuseIfWrong(context: SignedIn, stored: string | null, given: string): Promise<void> {
  const { failures, minutes } = context.settings.LOGIN_LIMITS.account
  const limit = { key: limitKey('own password', String(context.actor.id)), most: failures, minutes }
  await limitAttempts(context, limit)
  const isRight = await hashingSemaphore.run(() => verifyPassword(stored, given))
  if (!isRight) throw badInput({ currentPassword: fieldTexts.wrongPassword })
  await forgetAttempts(context, limit.key)
}

/**
 * Before what an open browser alone must not be enough for: the password, or another proof of the last minutes.
 * Returns the hash that was valid, so that the caller can see that it still is.
 */
export async function confirmPerson(context: SignedIn, password: string | undefined): Promise<string | null> {
  const [row] = await context.db
    .select({ hash: users.password, isFresh })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, context.sessionId))
  if (!row) throw unauthenticated()
  if (password) await context.prove(() => refuseIfWrong(context, row.hash, password))
  else if (!row.isFresh) {
    throw row.hash ? badInput({ currentPassword: fieldTexts.passwordMissing }) : forbidden('confirm_first')
  }
  return row.hash
}

/** In the transaction that follows: the password is still the one that was given. */
export async function stillConfirmed({ db, actor }: SignedIn, hash: string | null): Promise<void> {
  const isSame = sql`${users.password} is not distinct from ${hash}`
  const count = await db.$count(users, and(eq(users.id, actor.id), isSame))
  if (count === 0) throw conflict()
}
