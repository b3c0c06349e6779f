import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, conflict, forbidden, unauthenticated } from '#server/errors.ts'
import { buildIsRecentSql } from '#server/sessions/sessions.service.ts'
import { fieldTexts } from '#texts/errors.ts'
import { hashingSemaphore, verifyPassword } from './password.ts'
import { clearRateLimitAttempts, enforceRateLimits, hashRateLimitKey } from './rate-limit.service.ts'

/**
 * SQL condition: within the last ten minutes the user re-authenticated in the session or opened the session with a
 * passkey.
 */
export const isRecentlyReauthenticated = sql<boolean>`(${sql.raw(buildIsRecentSql('sessions.confirmed_at'))}
  or (${sessions.method} is not distinct from 'passkey' and ${sql.raw(buildIsRecentSql('sessions.created_at'))}))`

/** Verifies the current password. Each attempt is counted before the check, so concurrent guesses are limited too. */
async function verifyCurrentPassword(
  context: SignedInContext,
  stored: string | null,
  password: string,
): Promise<void> {
  const { failures, minutes } = context.settings.LOGIN_LIMITS.account
  const limit = { key: hashRateLimitKey('own password', String(context.actor.id)), most: failures, minutes }
  await enforceRateLimits(context, limit)
  const isRight = await hashingSemaphore.run(() => verifyPassword(stored, password))
  if (!isRight) throw badInput({ currentPassword: fieldTexts.wrongPassword })
  await clearRateLimitAttempts(context, limit.key)
}

/**
 * Requires the current password, or a re-authentication within the last ten minutes.
 * Returns the stored password hash, so that the caller can detect a concurrent change.
 */
export async function requireReauthentication(
  context: SignedInContext,
  password: string | undefined,
): Promise<string | null> {
  const [row] = await context.db
    .select({ hash: users.password, isFresh: isRecentlyReauthenticated })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, context.sessionId))
  if (!row) throw unauthenticated()
  if (password) await context.reauthenticate(() => verifyCurrentPassword(context, row.hash, password))
  else if (!row.isFresh) {
    throw row.hash ? badInput({ currentPassword: fieldTexts.passwordMissing }) : forbidden('confirm_first')
  }
  return row.hash
}

/**
 * Throws 409 when the password was changed since requireReauthentication.
 * Must run in the transaction of the change that needed the re-authentication.
 */
export async function requirePasswordUnchangedSinceReauthentication(
  { db, actor }: SignedInContext,
  hash: string | null,
): Promise<void> {
  const isUnchanged = sql`${users.password} is not distinct from ${hash}`
  const count = await db.$count(users, and(eq(users.id, actor.id), isUnchanged))
  if (count === 0) throw conflict()
}
