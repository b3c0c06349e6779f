// Sign-in with a WebAuthn passkey.
// The server issues a challenge, the authenticator signs the challenge, and the server verifies the signature.
// The signature counter of a passkey is compared with the stored one and saved, to detect copied passkeys.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { AppError } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import {
  encodePasskeyUserHandle,
  getRelyingPartyId,
  loadWebauthn,
} from '#server/identity/passkeys.service.ts'
import { enforceRateLimits, refundRateLimitAttempt } from '#server/identity/rate-limit.service.ts'
import type { PasskeySignInBody } from '#shared/contracts/auth/passkeys.schemas.ts'
import {
  buildFailedSignInLimitOfIpAddress,
  createSessionAfterPasskeySignIn,
  type SignInClient,
} from './complete-sign-in.service.ts'

export async function createPasskeySignInChallenge({ settings }: Context) {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({ rpID: getRelyingPartyId(settings), userVerification: 'required' })
}

export async function findPasskeyByCredentialId({ db }: Context, credentialId: string) {
  const { id, currentCountry, password, role } = users
  const [found] = await db
    .select({ passkey: passkeys, user: { id, currentCountry, password, role } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.erasedAt)))
  return found
}

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskeyByCredentialId>>>

/**
 * Verifies a passkey assertion and returns its new signature counter, or undefined when it is invalid.
 * An assertion is invalid for another user, origin or challenge, or when its counter did not increase.
 */
export async function verifyPasskeyAssertion(
  { settings }: Context,
  origins: readonly string[],
  { passkey }: FoundPasskey,
  challenge: string,
  body: PasskeySignInBody,
): Promise<number | undefined> {
  const { credentialId, clientDataJSON, authenticatorData, signature, userHandle } = body
  if (userHandle !== Buffer.from(encodePasskeyUserHandle(passkey.userId)).toString('base64url'))
    return undefined
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: getRelyingPartyId(settings),
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The WebAuthn library throws on invalid input. The result undefined makes the passkey sign-in fail.
    return undefined
  }
}

const createPasskeyRefusedError = () => new AppError(401, 'passkey_failed')

/**
 * Signs a user in with a passkey.
 * The sign-in attempt is counted before the signature is checked.
 * No second step follows, because the authenticator has verified the user.
 */
export async function signInWithPasskey(
  context: Context,
  origins: readonly string[],
  challenge: string | undefined,
  body: PasskeySignInBody,
  visitor: SignInClient,
): Promise<string> {
  const limit = buildFailedSignInLimitOfIpAddress(context.settings, visitor.ipAddress)
  const [attempt] = await enforceRateLimits(context, limit)
  if (!challenge) throw createPasskeyRefusedError()
  const found = await findPasskeyByCredentialId(context, body.credentialId)
  const counter = found && (await verifyPasskeyAssertion(context, origins, found, challenge, body))
  if (!found || counter === undefined) {
    await recordAuditEvent(context, {
      kind: 'auth.passkey_refused',
      target: found && buildUserAuditTarget(found.user),
    })
    throw createPasskeyRefusedError()
  }
  return context.transaction(async tx => {
    // No row is updated when the passkey was removed or a concurrent sign-in stored the same signature counter.
    const { rowCount } = await tx.db
      .update(passkeys)
      .set({ counter, usedAt: sql`now()` })
      .where(and(eq(passkeys.id, found.passkey.id), eq(passkeys.counter, found.passkey.counter)))
    if (rowCount === 0) throw createPasskeyRefusedError()
    await refundRateLimitAttempt(tx.db, limit.key, attempt)
    return createSessionAfterPasskeySignIn(tx, found.user, visitor)
  })
}
