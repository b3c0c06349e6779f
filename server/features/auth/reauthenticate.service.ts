// Re-authentication (step-up) for actions for which an open session alone is not sufficient.
// The user re-authenticates by password, app code or passkey, or by Google if there is no other method.
import { and, eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { AppError, badInput, conflict, unauthenticated } from '#server/errors.ts'
import { buildUserAuditTarget, type ChangeContext, recordAuditEvent } from '#server/events/events.service.ts'
import {
  countPasskeys,
  encodePasskeyUserHandle,
  getRelyingPartyId,
  loadWebauthn,
} from '#server/identity/passkeys.service.ts'
import {
  clearRateLimitAttempts,
  enforceRateLimits,
  hashRateLimitKey,
} from '#server/identity/rate-limit.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import {
  buildRateLimitOfSecondFactorCodes,
  consumeSecondFactorCode,
  hasEnabledTwoFactorAuthentication,
} from '#server/identity/two-factor.service.ts'
import { isReauthenticationValidForMinutes, type Session } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type {
  PasskeyReauthenticationBody,
  ReauthenticationMethods,
} from '#shared/contracts/auth/reauthentication.schemas.ts'
import { fieldTexts } from '#texts/errors.ts'
import { findPasskeyByCredentialId, verifyPasskeyAssertion } from './passkey-sign-in.service.ts'

async function readReauthenticationMethods(
  db: Db,
  userId: number,
): Promise<Omit<ReauthenticationMethods, 'isProved'>> {
  const [row] = await db
    .select({ password: users.password, googleId: users.googleId })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw unauthenticated()
  const hasPassword = row.password !== null
  const hasCode = await hasEnabledTwoFactorAuthentication(db, userId)
  const hasPasskey = (await countPasskeys(db, userId)) > 0
  const hasNoOtherMethod = !hasPassword && !hasCode && !hasPasskey
  return { hasPassword, hasCode, hasPasskey, hasGoogle: hasNoOtherMethod && row.googleId !== null }
}

export async function readReauthenticationStatus({
  db,
  actor,
  sessionId,
}: SignedInContext): Promise<ReauthenticationMethods> {
  return {
    isProved: await isReauthenticationValidForMinutes(db, sessionId, 1),
    ...(await readReauthenticationMethods(db, actor.id)),
  }
}

/** Marks the session of the request as re-authenticated, and no other session of the user. */
async function recordReauthentication(
  tx: ChangeContext,
  sessionId: number,
  person: CurrentUser,
  method: 'password' | 'code' | 'passkey' | 'google',
): Promise<void> {
  const isOwnSession = eq(sessions.id, sessionId)
  const { rowCount } = await tx.db.update(sessions).set({ confirmedAt: sql`now()` }).where(isOwnSession)
  if (rowCount === 0) throw unauthenticated()
  await recordAuditEvent(tx, {
    kind: 'auth.proved',
    actorId: person.id,
    target: buildUserAuditTarget(person),
    details: { method },
    touches: { topics: ['account'], to: { users: [person.id] } },
  })
}

export async function reauthenticateWithPassword(context: SignedInContext, password: string): Promise<void> {
  const hash = await requireReauthentication(context, password)
  await context.changeOwnAccount(async tx => {
    await requirePasswordUnchangedSinceReauthentication(tx, hash)
    await recordReauthentication(tx, tx.sessionId, tx.actor, 'password')
  })
}

/**
 * Returns false when the user has another re-authentication method than Google.
 * Google may already be signed in within the same browser, so it proves less than a password.
 */
export async function recordGoogleReauthentication(
  context: Context,
  { id, user }: Session,
): Promise<boolean> {
  return context.transaction(async tx => {
    if (!(await readReauthenticationMethods(tx.db, user.id)).hasGoogle) return false
    await recordReauthentication(tx, id, user, 'google')
    return true
  })
}

/** Re-authenticates with an app code or recovery code. Each attempt is counted before the code is checked. */
export async function reauthenticateWithCode(
  context: SignedInContext,
  code: string,
  ipAddress: string,
): Promise<void> {
  const limit = buildRateLimitOfSecondFactorCodes(context, context.actor.id, code, ipAddress)
  await enforceRateLimits(context, limit)
  await context.changeOwnAccount(async tx => {
    if (!(await hasEnabledTwoFactorAuthentication(tx.db, tx.actor.id))) throw conflict('two_factor_off')
    if (!(await consumeSecondFactorCode(tx, tx.actor.id, code)))
      throw badInput({ code: fieldTexts.wrongCode })
    await clearRateLimitAttempts(tx, limit.key)
    await recordReauthentication(tx, tx.sessionId, tx.actor, 'code')
  })
}

/** Creates a WebAuthn challenge that only the passkeys of the signed-in user can answer. */
export async function createReauthenticationChallenge({ db, actor, settings }: SignedInContext) {
  const ownPasskeys = await db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: getRelyingPartyId(settings),
    userVerification: 'required',
    allowCredentials: ownPasskeys,
  })
}

/** Re-authenticates with a passkey. `challenge` was issued to this session, and is undefined when already used. */
export async function reauthenticateWithPasskey(
  context: SignedInContext,
  origins: readonly string[],
  challenge: string | undefined,
  body: PasskeyReauthenticationBody,
): Promise<void> {
  const { failures: most, minutes } = context.settings.LOGIN_LIMITS.account
  const limit = { key: hashRateLimitKey('own passkey', String(context.actor.id)), most, minutes }
  await enforceRateLimits(context, limit)
  const found = challenge ? await findPasskeyByCredentialId(context, body.credentialId) : undefined
  const isOwn = found?.passkey.userId === context.actor.id
  const handle = Buffer.from(encodePasskeyUserHandle(context.actor.id)).toString('base64url')
  const assertion = { ...body, userHandle: body.userHandle ?? handle }
  const counter =
    isOwn && challenge
      ? await verifyPasskeyAssertion(context, origins, found, challenge, assertion)
      : undefined
  if (!found || counter === undefined) throw new AppError(400, 'passkey_failed')
  await context.changeOwnAccount(async tx => {
    // No row is updated when the passkey was removed or a concurrent request stored the same signature counter.
    const { rowCount } = await tx.db
      .update(passkeys)
      .set({ counter, usedAt: sql`now()` })
      .where(and(eq(passkeys.id, found.passkey.id), eq(passkeys.counter, found.passkey.counter)))
    if (rowCount === 0) throw new AppError(400, 'passkey_failed')
    await clearRateLimitAttempts(tx, limit.key)
    await recordReauthentication(tx, tx.sessionId, tx.actor, 'passkey')
  })
}
