import { and, asc, eq, inArray } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { AppError, conflict, notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import {
  countPasskeys,
  encodePasskeyUserHandle,
  getRelyingPartyId,
  loadWebauthn,
  removePasskeys,
} from '#server/identity/passkeys.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import { hasEnabledTwoFactorAuthentication } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { NewPasskeyBody } from '#shared/contracts/auth/passkeys.schemas.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'

const maxPasskeys = 10

const { id, credentialId, name, isSynced, createdAt, usedAt } = passkeys
const passkeyColumns = { id, credentialId, name, isSynced, createdAt, usedAt }

export async function listPasskeys({ db, actor }: SignedInContext) {
  return db.select(passkeyColumns).from(passkeys).where(eq(passkeys.userId, actor.id)).orderBy(asc(id))
}

/**
 * Returns WebAuthn registration options for a new passkey, after re-authentication.
 * Existing passkeys are excluded, so that no device registers a second passkey.
 */
export async function beginPasskeyRegistration(
  context: SignedInContext,
  { currentPassword }: ReauthenticationBody,
) {
  await requireReauthentication(context, currentPassword)
  const { db, actor, settings } = context
  const existing = await db
    .select({ id: credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
  if (existing.length >= maxPasskeys) throw conflict('too_many_passkeys')
  const { generateRegistrationOptions } = await loadWebauthn()
  return generateRegistrationOptions({
    rpName: settings.APP_NAME,
    rpID: getRelyingPartyId(settings),
    userID: encodePasskeyUserHandle(actor.id),
    userName: actor.email,
    userDisplayName: actor.fullName,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Verifies a passkey registration. Returns undefined when challenge, origin or user verification is wrong. */
async function verifyPasskeyRegistration(
  { settings }: SignedInContext,
  origins: readonly string[],
  challenge: string,
  body: NewPasskeyBody,
) {
  const { clientDataJSON, attestationObject, transports } = body
  const { verifyRegistrationResponse } = await loadWebauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: body.credentialId,
        rawId: body.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: getRelyingPartyId(settings),
      requireUserVerification: true,
    })
    return registrationInfo
  } catch {
    // The WebAuthn library throws on invalid input. The result undefined makes the passkey registration fail.
    return undefined
  }
}

/** Adds a passkey. `challenge` is the WebAuthn challenge issued after re-authentication; undefined if already used. */
export async function addPasskey(
  context: SignedInContext,
  origins: readonly string[],
  challenge: string | undefined,
  body: NewPasskeyBody,
  deviceName: string,
) {
  const info = challenge && (await verifyPasskeyRegistration(context, origins, challenge, body))
  if (!info) throw new AppError(400, 'passkey_failed')
  const { credential, credentialDeviceType } = info
  return context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    if ((await countPasskeys(db, actor.id)) >= maxPasskeys) throw conflict('too_many_passkeys')
    const [created] = await db
      .insert(passkeys)
      .values({
        userId: actor.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: body.transports,
        name: body.name || deviceName,
        isSynced: credentialDeviceType === 'multiDevice',
      })
      .returning(passkeyColumns)
      .catch(error => {
        throw findViolatedUniqueConstraint(error) === undefined ? error : conflict('passkey_known')
      })
    if (!created) throw new Error('addPasskey: inserting the passkey returned no row')
    await recordAuditEvent(tx, { kind: 'auth.passkey_added', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'passkey.added' })
    return created
  })
}

export async function renamePasskey(
  context: SignedInContext,
  passkeyId: number,
  newName: string,
): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const { rowCount } = await db
      .update(passkeys)
      .set({ name: newName })
      .where(and(eq(id, passkeyId), eq(passkeys.userId, actor.id)))
    if (rowCount === 0) throw notFound()
    await recordAuditEvent(tx, { kind: 'auth.passkey_renamed', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}

/** Throws 409 when the removed passkey was the last sign-in method or a second factor that the role requires. */
async function requireOtherSignInMethod({ db, actor, settings }: SignedInContext): Promise<void> {
  if ((await countPasskeys(db, actor.id)) > 0) return
  const [user] = await db
    .select({ password: users.password, googleId: users.googleId })
    .from(users)
    .where(eq(users.id, actor.id))
  if (!user?.password && !user?.googleId) throw conflict('last_way')
  if (settings.REQUIRE_2FA.includes(actor.role) && !(await hasEnabledTwoFactorAuthentication(db, actor.id)))
    throw conflict('two_factor_needed')
}

/** Removes the passkey and the encryption keys wrapped with it. */
export async function removePasskey(
  context: SignedInContext,
  passkeyId: number,
  { currentPassword }: ReauthenticationBody,
): Promise<void> {
  const passwordHash = await requireReauthentication(context, currentPassword)
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, passwordHash)
    const removed = await removePasskeys(db, actor.id, passkeyId)
    if (removed.length === 0) throw notFound()
    await requireOtherSignInMethod(tx)
    await db
      .delete(keyWraps)
      .where(and(eq(keyWraps.userId, actor.id), inArray(keyWraps.credentialId, removed)))
    await recordAuditEvent(tx, { kind: 'auth.passkey_removed', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['account', 'keys'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'passkey.removed' })
  })
}
