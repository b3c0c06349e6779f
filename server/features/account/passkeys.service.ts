import { and, asc, eq, inArray } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { violatedRule } from '#server/db/database-errors.ts'
import { users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { AppError, conflict, notFound } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import {
  countPasskeys,
  handleOf,
  relyingParty,
  removePasskeys,
  webauthn,
} from '#server/identity/passkeys.service.ts'
import { hasTwoFactor } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { NewPasskeyBody } from '#shared/contracts/passkeys.ts'
import type { ProofBody } from '#shared/contracts/password.ts'

const most = 10

const { id, credentialId, name, isSynced, createdAt, usedAt } = passkeys
const shown = { id, credentialId, name, isSynced, createdAt, usedAt }

export async function listPasskeys({ db, actor }: SignedIn) {
  return db.select(shown).from(passkeys).where(eq(passkeys.userId, actor.id)).orderBy(asc(id))
}

/** What is asked of a new one. Those there are, for whatever purpose, are named: no device makes a second. */
export async function beginPasskey(context: SignedIn, { currentPassword }: ProofBody) {
  await confirmPerson(context, currentPassword)
  const { db, actor, settings } = context
  const own = await db
    .select({ id: credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
  if (own.length >= most) throw conflict('too_many_passkeys')
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: settings.APP_NAME,
    rpID: relyingParty(settings),
    userID: handleOf(actor.id),
    userName: actor.email,
    userDisplayName: actor.fullName,
    attestationType: 'none',
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Undefined: not an answer to this question, not from here, or its person was not verified. */
async function verify(
  { settings }: SignedIn,
  origins: readonly string[],
  challenge: string,
  body: NewPasskeyBody,
) {
  const { clientDataJSON, attestationObject, transports } = body
  const { verifyRegistrationResponse } = await webauthn()
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
      expectedRPID: relyingParty(settings),
      requireUserVerification: true,
    })
    return registrationInfo
  } catch {
    // The library throws for whatever is wrong with it, however it came about.
    return undefined
  }
}

/** `challenge`: what this person was asked in this browser, after they had proved who they are. */
export async function addPasskey(
  context: SignedIn,
  origins: readonly string[],
  challenge: string | undefined,
  body: NewPasskeyBody,
  deviceName: string,
) {
  const info = challenge && (await verify(context, origins, challenge, body))
  if (!info) throw new AppError(400, 'passkey_failed')
  const { credential, credentialDeviceType } = info
  return context.changeSelf(async tx => {
    const { db, actor } = tx
    if ((await countPasskeys(db, actor.id)) >= most) throw conflict('too_many_passkeys')
    const [made] = await db
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
      .returning(shown)
      .catch(error => {
        throw violatedRule(error) === undefined ? error : conflict('passkey_known')
      })
    if (!made) throw new Error('the passkey was not kept')
    await recordEvent(tx, { kind: 'auth.passkey_added', target: userTarget(actor) })
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'passkey.added' })
    return made
  })
}

export async function namePasskey(context: SignedIn, passkeyId: number, newName: string): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const { rowCount } = await db
      .update(passkeys)
      .set({ name: newName })
      .where(and(eq(id, passkeyId), eq(passkeys.userId, actor.id)))
    if (rowCount === 0) throw notFound()
    await recordEvent(tx, { kind: 'auth.passkey_renamed', target: userTarget(actor) })
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}

/** Never the last way in, nor the last second factor of whoever must have one. */
async function keepOneWay({ db, actor, settings }: SignedIn): Promise<void> {
  if ((await countPasskeys(db, actor.id)) > 0) return
  const [user] = await db
    .select({ password: users.password, googleId: users.googleId })
    .from(users)
    .where(eq(users.id, actor.id))
  if (!user?.password && !user?.googleId) throw conflict('last_way')
  if (settings.REQUIRE_2FA.includes(actor.role) && !(await hasTwoFactor(db, actor.id)))
    throw conflict('two_factor_needed')
}

/** It opens one's keys no longer, either: it is gone. */
export async function removePasskey(
  context: SignedIn,
  passkeyId: number,
  { currentPassword }: ProofBody,
): Promise<void> {
  const proof = await confirmPerson(context, currentPassword)
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await stillConfirmed(tx, proof)
    const gone = await removePasskeys(db, actor.id, passkeyId)
    if (gone.length === 0) throw notFound()
    await keepOneWay(tx)
    await db.delete(keyWraps).where(and(eq(keyWraps.userId, actor.id), inArray(keyWraps.credentialId, gone)))
    await recordEvent(tx, { kind: 'auth.passkey_removed', target: userTarget(actor) })
    await touch(tx, { topics: ['account', 'keys'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'passkey.removed' })
  })
}
