import { and, eq } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { hashingSemaphore, verifyPassword } from '#server/identity/password.ts'
import {
  clearRateLimitAttempts,
  enforceRateLimits,
  getIpNetwork,
  hashRateLimitKey,
  type RateLimit,
  refundRateLimitAttempt,
  rejectIfRateLimited,
} from '#server/identity/rate-limit.service.ts'
import type { LoginBody } from '#shared/contracts/auth/auth.schemas.ts'
import {
  buildFailedSignInLimitOfIpAddress,
  type SignInClient,
  type SignInResult,
  startSessionOrSecondFactorStep,
} from './complete-sign-in.service.ts'

export function buildSignInRateLimits(
  settings: Settings,
  email: string,
  ipAddress: string,
): { account: RateLimit; address: RateLimit } {
  const block = getIpNetwork(ipAddress)
  const { account } = settings.LOGIN_LIMITS
  return {
    account: {
      key: hashRateLimitKey('login', email, block),
      most: account.failures,
      minutes: account.minutes,
    },
    address: buildFailedSignInLimitOfIpAddress(settings, ipAddress),
  }
}

/**
 * Signs in with the password. Returns a session token, or a ticket when a second step is due.
 * Rate limits are checked before password hashing, so a flood of guesses does not fill the hashing queue.
 * Each guess is counted before its password is verified, so concurrent guesses count like sequential ones.
 * A sign-in with the correct password does not count towards the limit per IP address.
 */
export async function signIn(
  context: Context,
  body: LoginBody,
  visitor: SignInClient,
): Promise<SignInResult> {
  const { db, settings } = context
  const limits = buildSignInRateLimits(settings, body.email, visitor.ipAddress)
  await rejectIfRateLimited(db, [limits.account, limits.address])
  return hashingSemaphore.run(async () => {
    const [, attempt] = await enforceRateLimits(context, limits.account, limits.address)
    const [user] = await db
      .select({
        id: users.id,
        role: users.role,
        password: users.password,
        currentCountry: users.currentCountry,
      })
      .from(users)
      .where(eq(users.email, body.email))
    if (!(await verifyPassword(user?.password, body.password)) || !user) {
      await recordAuditEvent(context, {
        kind: 'auth.login_failed',
        target: user && buildUserAuditTarget(user),
      })
      throw new AppError(401, 'login_failed')
    }
    return context.transaction(async tx => {
      // The sign-in fails when the password was changed while its hash was being verified.
      const [unchanged] = await tx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, user.id), eq(users.password, user.password ?? '')))
        .for('share')
      if (!unchanged) throw new AppError(401, 'login_failed')
      await clearRateLimitAttempts(tx, limits.account.key)
      await refundRateLimitAttempt(tx.db, limits.address.key, attempt)
      return startSessionOrSecondFactorStep(tx, user, visitor, 'password')
    })
  })
}

export async function signOut(context: SignedInContext): Promise<void> {
  await context.changeOwnAccount(async tx => {
    await tx.db.delete(sessions).where(eq(sessions.id, tx.sessionId))
    await recordAuditEvent(tx, { kind: 'auth.logout', target: buildUserAuditTarget(tx.actor) })
  })
}
