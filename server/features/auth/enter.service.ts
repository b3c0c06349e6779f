// Where every way in ends: the second step where one is due, and the session.
import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import {
  addressBlock,
  forgetAttempts,
  giveBackAttempt,
  type Limit,
  limitAttempts,
  limitKey,
} from '#server/identity/rate-limit.service.ts'
import { findTrusted, trustDevice } from '#server/identity/trusted-devices.service.ts'
import { codeLimit, countRecoveryCodes, hasTwoFactor, takeCode } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createSession, type EntryMethod, endSession } from '#server/sessions/sessions.service.ts'
import type { Role } from '#shared/constants.ts'
import { isRecoveryCode, type SecondStepBody } from '#shared/contracts/two-factor.ts'
import { isFirstEntry, tellOfNewDevice } from './new-device.service.ts'

export interface Visitor {
  address: string
  userAgent?: string
  /** What the browser brought along; never adopted, and ended when the login succeeds. */
  oldToken?: string
  /** What the browser brought along of this person's trust in it. */
  trustOf?(userId: number): string | undefined
  /** When this browser last let this person in. */
  knownAt?(userId: number): Date | undefined
}

interface Person {
  id: number
  role: Role
  currentCountry: string | null
  password: string | null
}

/** What the first step has shown, kept in the browser that took it until the second. */
export interface Ticket {
  userId: number
  method: EntryMethod
  /** Of the password as it was then: one that was changed meanwhile opens nothing. */
  mark: string
}

export type Entrance = { kind: 'in'; token: string } | { kind: 'second-step'; ticket: Ticket }

function markOf(password: string | null): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url')
}

async function open(
  tx: Context,
  user: Person,
  { userAgent, oldToken, knownAt }: Visitor,
  { method, trustedId, secondStep }: { method: EntryMethod; trustedId?: number; secondStep?: string },
): Promise<string> {
  if (oldToken) await endSession(tx.db, oldToken)
  const isFirst = await isFirstEntry(tx.db, user.id)
  await recordEvent(tx, {
    kind: 'auth.login',
    actorId: user.id,
    target: userTarget(user),
    details: { method, ...(secondStep && { secondStep }) },
  })
  const { id: sessionId, token } = await createSession(tx.db, tx.settings, user.id, {
    method,
    userAgent,
    trustedId,
    // Google may have asked nothing; a code was given just now.
    isConfirmed: secondStep === 'code' || secondStep === 'recovery',
  })
  if (!isFirst) await tellOfNewDevice(tx, user.id, knownAt?.(user.id), { sessionId, method, userAgent })
  return token
}

/** By what is both steps at once. */
export function openWhole(tx: Context, user: Person, visitor: Visitor): Promise<string> {
  return open(tx, user, visitor, { method: 'passkey' })
}

/**
 * Whoever has an authenticator app; and whoever's role must have a second factor and has a passkey for it, which would
 * be none if the password alone opened everything.
 */
async function needsSecondStep({ db, settings }: Context, { id, role }: Person): Promise<boolean> {
  if (await hasTwoFactor(db, id)) return true
  return settings.REQUIRE_2FA.includes(role) && (await countPasskeys(db, id)) > 0
}

/** Within the transaction in which the first step was found to be right. */
export async function enter(
  tx: Context,
  user: Person,
  visitor: Visitor,
  method: EntryMethod,
): Promise<Entrance> {
  const { db } = tx
  if (!(await needsSecondStep(tx, user))) {
    return { kind: 'in', token: await open(tx, user, visitor, { method }) }
  }
  const trustedId = await findTrusted(db, user.id, visitor.trustOf?.(user.id))
  if (trustedId === undefined) {
    return { kind: 'second-step', ticket: { userId: user.id, method, mark: markOf(user.password) } }
  }
  const token = await open(tx, user, visitor, { method, trustedId, secondStep: 'trusted' })
  return { kind: 'in', token }
}

/** From one address, whatever the account: the same count as that of passwords. */
export function addressLimit(settings: Settings, address: string): Limit {
  const { failures: most, minutes } = settings.LOGIN_LIMITS.address
  return { key: limitKey('login', addressBlock(address)), most, minutes }
}

const over = () => new AppError(401, 'second_step_over')

/** Each code is counted before it is looked at: sixty sent at once are let through like sixty in a row. */
export async function takeSecondStep(
  context: Context,
  ticket: Ticket | undefined,
  { code, trust }: SecondStepBody,
  visitor: Visitor,
): Promise<{ token: string; userId: number; trusted?: string }> {
  if (!ticket) throw over()
  const { userId, method } = ticket
  const ofAccount = codeLimit(context, userId, code, visitor.address)
  const ofAddress = addressLimit(context.settings, visitor.address)
  const [, attempt] = await limitAttempts(context, ofAccount, ofAddress)
  const entered = await context.transaction(async tx => {
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
    if (!user || markOf(user.password) !== ticket.mark || !(await hasTwoFactor(db, userId))) throw over()
    if (!(await takeCode(tx, userId, code))) {
      await recordEvent(tx, { kind: 'auth.second_step_failed', target: userTarget(user) })
      return undefined
    }
    await forgetAttempts(tx, ofAccount.key)
    await giveBackAttempt(db, ofAddress.key, attempt)
    const secondStep = isRecoveryCode(code) ? 'recovery' : 'code'
    if (secondStep === 'recovery') {
      const params = { left: await countRecoveryCodes(db, userId) }
      await queueMail(db, { to: [user], kind: 'two_factor.recovery', params })
    }
    const trusted = trust ? await trustDevice(db, userId) : undefined
    const token = await open(tx, user, visitor, { method, trustedId: trusted?.id, secondStep })
    return { token, userId, trusted: trusted?.token }
  })
  if (!entered) throw new AppError(401, 'wrong_code')
  return entered
}
