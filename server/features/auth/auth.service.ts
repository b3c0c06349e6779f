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
  address: string,
): { account: Limit; address: Limit } {
  const block = addressBlock(address)
  const { account } = settings.LOGIN_LIMITS
  return {
    account: { key: limitKey('login', email, block), most: account.failures, minutes: account.minutes },
    address: addressLimit(settings, address),
  }
}

/**
 * A new session, or what is left to be shown for one. The limits are looked at before getting in line, so that a flood of guesses does
 * not fill it. Each guess is counted when its turn has come and before it is looked at, so that guesses sent at
 * once count like guesses sent in a row; one that was right is given back.
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
      // A password that was changed while this one was being checked opens nothing any more.
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
