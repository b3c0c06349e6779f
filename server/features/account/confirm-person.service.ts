import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { badInput, forbidden, tooManyAttempts, unauthenticated } from '#server/errors.ts'
import { inHashingTurn, verifyPassword } from '#server/features/auth/password.ts'
import { countAttempt, forgetAttempts, limitKey, waitFor } from '#server/features/auth/rate-limit.service.ts'
import type { Session } from '#server/features/auth/sessions.service.ts'

/** Lately enough that whoever sits at the device is whoever signed in at Google. */
export const isFresh = sql<boolean>`coalesce(${sessions.confirmedAt} > now() - interval '5 minutes', false)`

async function refuseIfWrong(
  db: Db,
  settings: Settings,
  userId: number,
  stored: string | null,
  given: string,
) {
  const { failures, minutes } = settings.LOGIN_LIMITS.account
  const limit = { key: limitKey('own password', String(userId)), most: failures, minutes }
  const wait = await waitFor(db, limit)
  if (wait > 0) throw tooManyAttempts(wait)
  if (await inHashingTurn(() => verifyPassword(stored, given))) return forgetAttempts(db, limit.key)
  await countAttempt(db, limit)
  throw badInput({ currentPassword: 'Kata laluan semasa tidak betul' })
}

/**
 * Before what an open browser alone must not be enough for: the password, or a Google sign-in of the last minutes.
 * Returns the hash that was valid, so that the caller can see that it still is.
 */
export async function confirmPerson(
  db: Db,
  settings: Settings,
  { id, user }: Session,
  password: string | undefined,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: users.password, isFresh })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id))
  if (!row) throw unauthenticated()
  if (password) await refuseIfWrong(db, settings, user.id, row.hash, password)
  else if (!row.isFresh) {
    throw row.hash ? badInput({ currentPassword: 'Kata laluan diperlukan' }) : forbidden('confirm_first')
  }
  return row.hash
}
