import { and, eq, isNull, sql } from 'drizzle-orm'
import { Secret as SharedSecret } from 'otpauth'
import type { SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import { forgetAttempts, limitAttempts } from '#server/identity/rate-limit.service.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import {
  codeLimit,
  countRecoveryCodes,
  hasTwoFactor,
  openKey,
  removeTwoFactor,
  replaceRecoveryCodes,
  sealKey,
  stepOf,
  takeCode,
  totpOf,
} from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import type { ChangeTwoFactorBody, TurnOnBody } from '#shared/contracts/two-factor.ts'
import { fieldTexts } from '#shared/errors.ts'

export async function readTwoFactor({ db, actor }: SignedIn) {
  const [row] = await db
    .select({ since: twoFactor.confirmedAt })
    .from(twoFactor)
    .where(eq(twoFactor.userId, actor.id))
  const since = row?.since ?? null
  return { isOn: since !== null, since, codesLeft: since ? await countRecoveryCodes(db, actor.id) : 0 }
}

/**
 * Creates a TOTP key that takes effect once turnOnTwoFactor confirms it with a code.
 * A repeated call replaces the unconfirmed TOTP key.
 */
export async function beginTwoFactor(context: SignedIn, { currentPassword }: ProofBody) {
  const passwordHash = await confirmPerson(context, currentPassword)
  if (passwordHash === null) throw conflict('no_password')
  return context.changeSelf(async tx => {
    const { db, actor, settings, secret } = tx
    await stillConfirmed(tx, passwordHash)
    if (await hasTwoFactor(db, actor.id)) throw conflict('two_factor_on')
    const key = new SharedSecret({ size: 20 }).base32
    const encryptedKey = sealKey(secret, actor.id, key)
    await db
      .insert(twoFactor)
      .values({ userId: actor.id, secret: encryptedKey })
      .onConflictDoUpdate({ target: twoFactor.userId, set: { secret: encryptedKey, createdAt: sql`now()` } })
    const names = { label: actor.email, issuer: settings.APP_NAME }
    return { key, uri: totpOf(key, names).toString() }
  })
}

const invalidCode = () => badInput({ code: fieldTexts.wrongCode })

/** Turns two-factor on. The first code proves that the app has the key, and is consumed. */
export async function turnOnTwoFactor(
  context: SignedIn,
  { code }: TurnOnBody,
  ipAddress: string,
): Promise<{ codes: string[] }> {
  const limit = codeLimit(context, context.actor.id, code, ipAddress)
  await limitAttempts(context, limit)
  return context.changeSelf(async tx => {
    const { db, actor, secret } = tx
    const isUnconfirmed = and(eq(twoFactor.userId, actor.id), isNull(twoFactor.confirmedAt))
    const [row] = await db.select().from(twoFactor).where(isUnconfirmed).for('update')
    if (!row) throw conflict((await hasTwoFactor(db, actor.id)) ? 'two_factor_on' : 'conflict')
    const step = stepOf(openKey(secret, actor.id, row.secret), code, await readClock(db))
    if (step === undefined) throw invalidCode()
    await db.update(twoFactor).set({ confirmedAt: sql`now()`, lastStep: step }).where(isUnconfirmed)
    await forgetAttempts(tx, limit.key)
    await recordEvent(tx, { kind: 'auth.two_factor_on', target: userTarget(actor) })
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'two_factor.on' })
    return { codes: await replaceRecoveryCodes(db, actor.id) }
  })
}

/** Verifies password and code, with limited attempts, and runs the work in the same transaction. */
async function changeTwoFactor<T>(
  context: SignedIn,
  { currentPassword, code }: ChangeTwoFactorBody,
  ipAddress: string,
  work: (tx: SignedIn) => Promise<T>,
): Promise<T> {
  const passwordHash = await confirmPerson(context, currentPassword)
  const limit = codeLimit(context, context.actor.id, code, ipAddress)
  await limitAttempts(context, limit)
  return context.changeSelf(async tx => {
    const { db, actor } = tx
    await stillConfirmed(tx, passwordHash)
    if (!(await hasTwoFactor(db, actor.id))) throw conflict('two_factor_off')
    if (!(await takeCode(tx, actor.id, code))) throw invalidCode()
    await forgetAttempts(tx, limit.key)
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
    return work(tx)
  })
}

export async function turnOffTwoFactor(
  context: SignedIn,
  body: ChangeTwoFactorBody,
  ipAddress: string,
): Promise<void> {
  await changeTwoFactor(context, body, ipAddress, async tx => {
    const { db, actor, settings } = tx
    if (settings.REQUIRE_2FA.includes(actor.role) && (await countPasskeys(db, actor.id)) === 0)
      throw conflict('two_factor_needed')
    await removeTwoFactor(db, actor.id)
    await distrustAll(db, actor.id)
    await recordEvent(tx, { kind: 'auth.two_factor_off', target: userTarget(actor) })
    await queueMail(db, { to: [actor], kind: 'two_factor.off' })
  })
}

export async function makeRecoveryCodes(
  context: SignedIn,
  body: ChangeTwoFactorBody,
  ipAddress: string,
): Promise<{ codes: string[] }> {
  return changeTwoFactor(context, body, ipAddress, async tx => {
    await recordEvent(tx, { kind: 'auth.recovery_codes_made', target: userTarget(tx.actor) })
    return { codes: await replaceRecoveryCodes(tx.db, tx.actor.id) }
  })
}
