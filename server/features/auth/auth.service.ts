import { and, eq } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { hashingSemaphore, verifyPassword } from '#server/identity/password.ts'
import {
  addressBlock,
  forgetAttempts,
  giveBackAttempt,
  type Limit,
  limitAttempts,
  limitKey,
  refuseIfLimited,
} from '#server/identity/rate-limit.service.ts'
import type { LoginBody } from '#shared/contracts/auth.ts'
import { addressLimit, type Entrance, enter, type Visitor } from './enter.service.ts'

export function limitsFor(
  settings: Settings,
  email: string,
  ipAddress: string,
): { account: Limit; address: Limit } {
  const block = addressBlock(ipAddress)
  const { account } = settings.LOGIN_LIMITS
  return {
    account: { key: limitKey('login', email, block), most: account.failures, minutes: account.minutes },
    address: addressLimit(settings, ipAddress),
  }
}

/**
 * Returns a session token, or a ticket when a second step is due.
 * The limits are checked before queueing for the hash, so a flood of guesses does not fill the queue.
 * Each guess is counted before its password is verified, so concurrent guesses count like sequential ones.
 * A sign-in with the correct password does not count towards the limit per IP address.
 */
export async function signIn(context: Context, body: LoginBody, visitor: Visitor): Promise<Entrance> {
  const { db, settings } = context
  const limits = limitsFor(settings, body.email, visitor.address)
  await refuseIfLimited(db, [limits.account, limits.address])
  return hashingSemaphore.run(async () => {
    const [, attempt] = await limitAttempts(context, limits.account, limits.address)
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
      await recordEvent(context, { kind: 'auth.login_failed', target: user && userTarget(user) })
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
      await forgetAttempts(tx, limits.account.key)
      await giveBackAttempt(tx.db, limits.address.key, attempt)
      return enter(tx, user, visitor, 'password')
    })
  })
}

export async function signOut(context: SignedIn): Promise<void> {
  await context.changeSelf(async tx => {
    await tx.db.delete(sessions).where(eq(sessions.id, tx.sessionId))
    await recordEvent(tx, { kind: 'auth.logout', target: userTarget(tx.actor) })
  })
}
