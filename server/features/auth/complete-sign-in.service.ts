// Last part of every sign-in method: requests the second step if one is required, then creates the session.
import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import {
  clearRateLimitAttempts,
  enforceRateLimits,
  getIpNetwork,
  hashRateLimitKey,
  type RateLimit,
  refundRateLimitAttempt,
} from '#server/identity/rate-limit.service.ts'
import { findTrustedDevice, trustDevice } from '#server/identity/trusted-devices.service.ts'
import {
  buildRateLimitOfSecondFactorCodes,
  consumeSecondFactorCode,
  countUnusedRecoveryCodes,
  hasEnabledTwoFactorAuthentication,
} from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createSession, endSession, type SignInMethod } from '#server/sessions/sessions.service.ts'
import type { Role } from '#shared/constants.ts'
import { isRecoveryCode, type SecondStepBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { isFirstSignInOfUser, notifyUserAboutNewDevice } from './new-device.service.ts'

export interface SignInClient {
  ipAddress: string
  userAgent?: string
  /**
   * Token of an earlier session sent by the browser; it is never reused, and its session ends when the sign-in
   * succeeds.
   */
  previousToken?: string
  /** Trusted-device token that the browser holds for the user, if any. */
  readTrustToken?(userId: number): string | undefined
  /** Timestamp of the last sign-in of the user in this browser, from the known-device cookie. */
  readLastSignIn?(userId: number): Date | undefined
}

interface SignInUser {
  id: number
  role: Role
  currentCountry: string | null
  password: string | null
}

/** Sign-in ticket: result of the first sign-in step, kept in an encrypted cookie until the second step. */
export interface SecondStepTicket {
  userId: number
  method: SignInMethod
  /** Hash of the stored password hash; a sign-in ticket is invalid once the password has changed. */
  mark: string
}

export type SignInResult = { kind: 'in'; token: string } | { kind: 'second-step'; ticket: SecondStepTicket }

function hashPasswordMark(password: string | null): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url')
}

async function createSignInSession(
  tx: Context,
  user: SignInUser,
  { userAgent, previousToken, readLastSignIn }: SignInClient,
  { method, trustedId, secondStep }: { method: SignInMethod; trustedId?: number; secondStep?: string },
): Promise<string> {
  if (previousToken) await endSession(tx.db, previousToken)
  const isFirst = await isFirstSignInOfUser(tx.db, user.id)
  await recordAuditEvent(tx, {
    kind: 'auth.login',
    actorId: user.id,
    target: buildUserAuditTarget(user),
    details: { method, ...(secondStep && { secondStep }) },
  })
  const { id: sessionId, token } = await createSession(tx.db, tx.settings, user.id, {
    method,
    userAgent,
    trustedId,
    // Google may sign a user in without a prompt; only a second-step code entered now counts as re-authentication.
    isConfirmed: secondStep === 'code' || secondStep === 'recovery',
  })
  if (!isFirst)
    await notifyUserAboutNewDevice(tx, user.id, readLastSignIn?.(user.id), { sessionId, method, userAgent })
  return token
}

/** Creates the session after a passkey sign-in. A passkey replaces both password and second step. */
export function createSessionAfterPasskeySignIn(
  tx: Context,
  user: SignInUser,
  visitor: SignInClient,
): Promise<string> {
  return createSignInSession(tx, user, visitor, { method: 'passkey' })
}

/**
 * A second step is required for users with an authenticator app.
 * A second step is also required for users with a passkey whose role requires a second factor.
 * Without this rule the password alone would open the session of such a user.
 */
async function needsSecondStep({ db, settings }: Context, { id, role }: SignInUser): Promise<boolean> {
  if (await hasEnabledTwoFactorAuthentication(db, id)) return true
  return settings.REQUIRE_2FA.includes(role) && (await countPasskeys(db, id)) > 0
}

/**
 * Creates the session, or returns a sign-in ticket when a second step is due.
 * Must run in the transaction that verified the first step.
 */
export async function startSessionOrSecondFactorStep(
  tx: Context,
  user: SignInUser,
  visitor: SignInClient,
  method: SignInMethod,
): Promise<SignInResult> {
  const { db } = tx
  if (!(await needsSecondStep(tx, user))) {
    return { kind: 'in', token: await createSignInSession(tx, user, visitor, { method }) }
  }
  const trustedId = await findTrustedDevice(db, user.id, visitor.readTrustToken?.(user.id))
  if (trustedId === undefined) {
    return { kind: 'second-step', ticket: { userId: user.id, method, mark: hashPasswordMark(user.password) } }
  }
  const token = await createSignInSession(tx, user, visitor, { method, trustedId, secondStep: 'trusted' })
  return { kind: 'in', token }
}

/** Limit of failed sign-ins per IP address, counted together for passwords, codes and passkeys. */
export function buildFailedSignInLimitOfIpAddress(settings: Settings, ipAddress: string): RateLimit {
  const { failures: most, minutes } = settings.LOGIN_LIMITS.address
  return { key: hashRateLimitKey('login', getIpNetwork(ipAddress)), most, minutes }
}

const createSecondStepExpiredError = () => new AppError(401, 'second_step_over')

/**
 * Completes a sign-in with an app code or a recovery code.
 * Each attempt is counted before it is checked, so concurrent guesses are limited like sequential ones.
 */
export async function completeSecondFactorStep(
  context: Context,
  ticket: SecondStepTicket | undefined,
  { code, trust }: SecondStepBody,
  visitor: SignInClient,
): Promise<{ token: string; userId: number; trusted?: string }> {
  if (!ticket) throw createSecondStepExpiredError()
  const { userId, method } = ticket
  const accountLimit = buildRateLimitOfSecondFactorCodes(context, userId, code, visitor.ipAddress)
  const ipLimit = buildFailedSignInLimitOfIpAddress(context.settings, visitor.ipAddress)
  const [, attempt] = await enforceRateLimits(context, accountLimit, ipLimit)
  const signedIn = await context.transaction(async tx => {
    const { db } = tx
    const [user] = await db
      .select({
        id: users.id,
        email: users.email,
        password: users.password,
        role: users.role,
        currentCountry: users.currentCountry,
      })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .for('share')
    if (
      !user ||
      hashPasswordMark(user.password) !== ticket.mark ||
      !(await hasEnabledTwoFactorAuthentication(db, userId))
    )
      throw createSecondStepExpiredError()
    if (!(await consumeSecondFactorCode(tx, userId, code))) {
      await recordAuditEvent(tx, { kind: 'auth.second_step_failed', target: buildUserAuditTarget(user) })
      return undefined
    }
    await clearRateLimitAttempts(tx, accountLimit.key)
    await refundRateLimitAttempt(db, ipLimit.key, attempt)
    const secondStep = isRecoveryCode(code) ? 'recovery' : 'code'
    if (secondStep === 'recovery') {
      const params = { left: await countUnusedRecoveryCodes(db, userId) }
      await queueMail(db, { to: [user], kind: 'two_factor.recovery', params })
    }
    const trusted = trust ? await trustDevice(db, userId) : undefined
    const token = await createSignInSession(tx, user, visitor, { method, trustedId: trusted?.id, secondStep })
    return { token, userId, trusted: trusted?.token }
  })
  if (!signedIn) throw new AppError(401, 'wrong_code')
  return signedIn
}
