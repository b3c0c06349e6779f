import { and, eq } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError, tooManyAttempts } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { hashingSemaphore, verifyPassword } from '#server/identity/password.ts'
import {
  addressBlock,
  forgetAttempts,
  giveBackAttempt,
  limitKey,
  waitFor,
} from '#server/identity/rate-limit.service.ts'
import type { LoginBody } from '#shared/contracts/auth.ts'
import {
  addressLimit,
  type Entrance,
  enter,
  type Limits,
  takeAttempts,
  type Visitor,
} from './enter.service.ts'

export function limitsFor(settings: Settings, email: string, address: string): Limits {
  const block = addressBlock(address)
  const { account } = settings.LOGIN_LIMITS
  return {
    account: { key: limitKey('login', email, block), most: account.failures, minutes: account.minutes },
    address: addressLimit(settings, address),
  }
}

async function refuseIfLimited(db: Db, limits: Limits): Promise<void> {
  const wait = Math.max(await waitFor(db, limits.account), await waitFor(db, limits.address))
  if (wait > 0) throw tooManyAttempts(wait)
}

/**
 * A new session, or what is left to be shown for one. The limits are looked at before getting in line, so that a flood of guesses does
 * not fill it. Each guess is counted when its turn has come and before it is looked at, so that guesses sent at
 * once count like guesses sent in a row; one that was right is given back.
 */
export async function signIn(context: Context, body: LoginBody, visitor: Visitor): Promise<Entrance> {
  const { db, settings } = context
  const limits = limitsFor(settings, body.email, visitor.address)
  await refuseIfLimited(db, limits)
  return hashingSemaphore.run(async () => {
    const { ofAddress } = await takeAttempts(context, limits)
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
      await giveBackAttempt(tx.db, limits.address.key, ofAddress)
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
