// Who one is, once more, before what an open browser alone must not be enough for.
import { and, eq, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { AppError, badInput, conflict, unauthenticated } from '#server/errors.ts'
import { type Change, recordEvent, userTarget } from '#server/events/events.service.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import { countPasskeys, handleOf, relyingParty, webauthn } from '#server/identity/passkeys.service.ts'
import { forgetAttempts, limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { codeLimit, hasTwoFactor, takeCode } from '#server/identity/two-factor.service.ts'
import { isProvedFor, type Session } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { PasskeyProofBody, ProofWays } from '#shared/contracts/proof.ts'
import { fieldTexts } from '#shared/errors.ts'
import { findPasskey, verifyPasskey } from './passkey.service.ts'

async function waysOf(db: Db, userId: number): Promise<Omit<ProofWays, 'isProved'>> {
  const [row] = await db
    .select({ password: users.password, googleId: users.googleId })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw unauthenticated()
  const hasPassword = row.password !== null
  const hasCode = await hasTwoFactor(db, userId)
  const hasPasskey = (await countPasskeys(db, userId)) > 0
  const isAlone = !hasPassword && !hasCode && !hasPasskey
  return { hasPassword, hasCode, hasPasskey, hasGoogle: isAlone && row.googleId !== null }
}

export async function readProof({ db, actor, sessionId }: SignedIn): Promise<ProofWays> {
  return { isProved: await isProvedFor(db, sessionId, 1), ...(await waysOf(db, actor.id)) }
}

/** In this session and no other. */
async function note(
  tx: Change,
  sessionId: number,
  person: CurrentUser,
  method: 'password' | 'code' | 'passkey' | 'google',
): Promise<void> {
  const isThis = eq(sessions.id, sessionId)
  const { rowCount } = await tx.db.update(sessions).set({ confirmedAt: sql`now()` }).where(isThis)
  if (rowCount === 0) throw unauthenticated()
  await recordEvent(tx, {
    kind: 'auth.proved',
    actorId: person.id,
    target: userTarget(person),
    details: { method },
    touches: { topics: ['account'], to: { users: [person.id] } },
  })
}

export async function proveByPassword(context: SignedIn, password: string): Promise<void> {
  const hash = await confirmPerson(context, password)
  await context.changeSelf(async tx => {
    await stillConfirmed(tx, hash)
    await note(tx, tx.sessionId, tx.actor, 'password')
  })
}

/** False: there is another way, which asks for more than an open browser in which Google is open as well. */
export async function proveByGoogle(context: Context, { id, user }: Session): Promise<boolean> {
  return context.transaction(async tx => {
    if (!(await waysOf(tx.db, user.id)).hasGoogle) return false
    await note(tx, id, user, 'google')
    return true
  })
}

/** Each guess is counted before it is looked at. */
export async function proveByCode(context: SignedIn, code: string, address: string): Promise<void> {
  const limit = codeLimit(context, context.actor.id, code, address)
  await limitAttempts(context, limit)
  await context.changeSelf(async tx => {
    if (!(await hasTwoFactor(tx.db, tx.actor.id))) throw conflict('two_factor_off')
    if (!(await takeCode(tx, tx.actor.id, code))) throw badInput({ code: fieldTexts.wrongCode })
    await forgetAttempts(tx, limit.key)
    await note(tx, tx.sessionId, tx.actor, 'code')
  })
}

/** Those of this person are named: no other will do. */
export async function askForOwnPasskey({ db, actor, settings }: SignedIn) {
  const own = await db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(settings),
    userVerification: 'required',
    allowCredentials: own,
  })
}

/** `challenge`: what this person was asked in this browser. */
export async function proveByPasskey(
  context: SignedIn,
  origins: readonly string[],
  challenge: string | undefined,
  body: PasskeyProofBody,
): Promise<void> {
  const { failures: most, minutes } = context.settings.LOGIN_LIMITS.account
  const limit = { key: limitKey('own passkey', String(context.actor.id)), most, minutes }
  await limitAttempts(context, limit)
  const found = challenge ? await findPasskey(context, body.credentialId) : undefined
  const isOwn = found?.passkey.userId === context.actor.id
  const handle = Buffer.from(handleOf(context.actor.id)).toString('base64url')
  const said = { ...body, userHandle: body.userHandle ?? handle }
  const counter =
    isOwn && challenge ? await verifyPasskey(context, origins, found, challenge, said) : undefined
  if (!found || counter === undefined) throw new AppError(400, 'passkey_failed')
  await context.changeSelf(async tx => {
    // Removed meanwhile, or used at the same moment with the same count: it shows nothing.
    const { rowCount } = await tx.db
      .update(passkeys)
      .set({ counter, usedAt: sql`now()` })
      .where(and(eq(passkeys.id, found.passkey.id), eq(passkeys.counter, found.passkey.counter)))
    if (rowCount === 0) throw new AppError(400, 'passkey_failed')
    await forgetAttempts(tx, limit.key)
    await note(tx, tx.sessionId, tx.actor, 'passkey')
  })
}
