import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError, tooManyAttempts } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { LoginBody } from '#shared/contracts/auth.ts'
import { inHashingTurn, verifyPassword } from './password.ts'
import {
  addressBlock,
  countAttempt,
  forgetAttempts,
  type Limit,
  limitKey,
  waitFor,
} from './rate-limit.service.ts'
import { createSession, endSession, type Session } from './sessions.service.ts'

interface Visitor {
  address: string
  userAgent?: string
  /** What the browser brought along; never adopted, and ended when the login succeeds. */
  oldToken?: string
}

interface Limits {
  account: Limit
  address: Limit
}

export function limitsFor(settings: Settings, email: string, address: string): Limits {
  const block = addressBlock(address)
  const { account, address: perAddress } = settings.LOGIN_LIMITS
  return {
    account: { key: limitKey('login', email, block), most: account.failures, minutes: account.minutes },
    address: { key: limitKey('login', block), most: perAddress.failures, minutes: perAddress.minutes },
  }
}

async function refuseIfLimited(db: Db, limits: Limits): Promise<void> {
  const wait = Math.max(await waitFor(db, limits.account), await waitFor(db, limits.address))
  if (wait > 0) throw tooManyAttempts(wait)
}

/**
 * The token of a new session. The limits are looked at before getting in line, so that a flood of guesses does
 * not fill it, and again when the turn has come, so that guesses sent at once count like guesses sent in a row.
 */
export async function signIn(db: Db, settings: Settings, body: LoginBody, visitor: Visitor): Promise<string> {
  const limits = limitsFor(settings, body.email, visitor.address)
  await refuseIfLimited(db, limits)
  return inHashingTurn(async () => {
    await refuseIfLimited(db, limits)
    const [user] = await db
      .select({ id: users.id, password: users.password, currentCountry: users.currentCountry })
      .from(users)
      .where(eq(users.email, body.email))
    if (!(await verifyPassword(user?.password, body.password)) || !user) {
      await countFailure(db, limits, user)
      throw new AppError(401, 'login_failed')
    }
    return db.transaction(async tx => {
      // A password that was changed while this one was being checked opens nothing any more.
      const [unchanged] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, user.id), eq(users.password, user.password ?? '')))
        .for('share')
      if (!unchanged) throw new AppError(401, 'login_failed')
      if (visitor.oldToken) await endSession(tx, visitor.oldToken)
      await forgetAttempts(tx, limits.account.key)
      await recordEvent(tx, { kind: 'auth.login', actorId: user.id, target: userTarget(user) })
      return createSession(tx, settings, user.id, visitor.userAgent)
    })
  })
}

async function countFailure(
  db: Db,
  limits: Limits,
  user: { id: number; currentCountry: string | null } | undefined,
): Promise<void> {
  const isTooMany = await db.transaction(async tx => {
    await recordEvent(tx, { kind: 'auth.login_failed', target: user && userTarget(user) })
    const ofAccount = await countAttempt(tx, limits.account)
    const ofAddress = await countAttempt(tx, limits.address)
    return ofAccount || ofAddress
  })
  if (isTooMany) await refuseIfLimited(db, limits)
}

export async function signOut(db: Db, session: Session, token: string): Promise<void> {
  await db.transaction(async tx => {
    await endSession(tx, token)
    await recordEvent(tx, { kind: 'auth.logout', actorId: session.user.id, target: userTarget(session.user) })
  })
}
