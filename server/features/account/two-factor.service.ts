import { and, eq, isNull, sql } from 'drizzle-orm'
import { Secret as SharedSecret } from 'otpauth'
import type { SignedInContext } from '#server/context.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { badInput, conflict } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import { clearRateLimitAttempts, enforceRateLimits } from '#server/identity/rate-limit.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import { removeTrustedDevices } from '#server/identity/trusted-devices.service.ts'
import {
  buildRateLimitOfSecondFactorCodes,
  consumeSecondFactorCode,
  countUnusedRecoveryCodes,
  createTotpGenerator,
  decryptTotpKey,
  encryptTotpKey,
  findMatchingTotpTimeStep,
  hasEnabledTwoFactorAuthentication,
  removeTwoFactor,
  replaceRecoveryCodes,
} from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { ChangeTwoFactorBody, TurnOnBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { fieldTexts } from '#texts/errors.ts'

export async function readTwoFactorStatus({ db, actor }: SignedInContext) {
  const [row] = await db
    .select({ since: twoFactor.confirmedAt })
    .from(twoFactor)
    .where(eq(twoFactor.userId, actor.id))
  const since = row?.since ?? null
  return { isOn: since !== null, since, codesLeft: since ? await countUnusedRecoveryCodes(db, actor.id) : 0 }
}

/**
 * Creates a TOTP key that takes effect once turnOnTwoFactor confirms it with a code.
 * A repeated call replaces the unconfirmed TOTP key.
 */
export async function beginTwoFactorSetup(
  context: SignedInContext,
  { currentPassword }: ReauthenticationBody,
) {
  const passwordHash = await requireReauthentication(context, currentPassword)
  if (passwordHash === null) throw conflict('no_password')
  return context.changeOwnAccount(async tx => {
    const { db, actor, settings, secret } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, passwordHash)
    if (await hasEnabledTwoFactorAuthentication(db, actor.id)) throw conflict('two_factor_on')
    const key = new SharedSecret({ size: 20 }).base32
    const encryptedKey = encryptTotpKey(secret, actor.id, key)
    await db
      .insert(twoFactor)
      .values({ userId: actor.id, secret: encryptedKey })
      .onConflictDoUpdate({ target: twoFactor.userId, set: { secret: encryptedKey, createdAt: sql`now()` } })
    const names = { label: actor.email, issuer: settings.APP_NAME }
    return { key, uri: createTotpGenerator(key, names).toString() }
  })
}

const createInvalidCodeError = () => badInput({ code: fieldTexts.wrongCode })

/** Turns on two-factor authentication after a code has proved that the authenticator app has the TOTP key. */
export async function turnOnTwoFactor(
  context: SignedInContext,
  { code }: TurnOnBody,
  ipAddress: string,
): Promise<{ codes: string[] }> {
  const limit = buildRateLimitOfSecondFactorCodes(context, context.actor.id, code, ipAddress)
  await enforceRateLimits(context, limit)
  return context.changeOwnAccount(async tx => {
    const { db, actor, secret } = tx
    const isUnconfirmed = and(eq(twoFactor.userId, actor.id), isNull(twoFactor.confirmedAt))
    const [row] = await db.select().from(twoFactor).where(isUnconfirmed).for('update')
    if (!row)
      throw conflict((await hasEnabledTwoFactorAuthentication(db, actor.id)) ? 'two_factor_on' : 'conflict')
    const step = findMatchingTotpTimeStep(
      decryptTotpKey(secret, actor.id, row.secret),
      code,
      await readDatabaseClock(db),
    )
    if (step === undefined) throw createInvalidCodeError()
    await db.update(twoFactor).set({ confirmedAt: sql`now()`, lastStep: step }).where(isUnconfirmed)
    await clearRateLimitAttempts(tx, limit.key)
    await recordAuditEvent(tx, { kind: 'auth.two_factor_on', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'two_factor.on' })
    return { codes: await replaceRecoveryCodes(db, actor.id) }
  })
}

/** Verifies password and two-factor code, with limited attempts, then runs the change `work` in one transaction. */
async function changeTwoFactorAfterVerification<T>(
  context: SignedInContext,
  { currentPassword, code }: ChangeTwoFactorBody,
  ipAddress: string,
  work: (tx: SignedInContext) => Promise<T>,
): Promise<T> {
  const passwordHash = await requireReauthentication(context, currentPassword)
  const limit = buildRateLimitOfSecondFactorCodes(context, context.actor.id, code, ipAddress)
  await enforceRateLimits(context, limit)
  return context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, passwordHash)
    if (!(await hasEnabledTwoFactorAuthentication(db, actor.id))) throw conflict('two_factor_off')
    if (!(await consumeSecondFactorCode(tx, actor.id, code))) throw createInvalidCodeError()
    await clearRateLimitAttempts(tx, limit.key)
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
    return work(tx)
  })
}

export async function turnOffTwoFactor(
  context: SignedInContext,
  body: ChangeTwoFactorBody,
  ipAddress: string,
): Promise<void> {
  await changeTwoFactorAfterVerification(context, body, ipAddress, async tx => {
    const { db, actor, settings } = tx
    if (settings.REQUIRE_2FA.includes(actor.role) && (await countPasskeys(db, actor.id)) === 0)
      throw conflict('two_factor_needed')
    await removeTwoFactor(db, actor.id)
    await removeTrustedDevices(db, actor.id)
    await recordAuditEvent(tx, { kind: 'auth.two_factor_off', target: buildUserAuditTarget(actor) })
    await queueMail(db, { to: [actor], kind: 'two_factor.off' })
  })
}

export async function regenerateRecoveryCodes(
  context: SignedInContext,
  body: ChangeTwoFactorBody,
  ipAddress: string,
): Promise<{ codes: string[] }> {
  return changeTwoFactorAfterVerification(context, body, ipAddress, async tx => {
    await recordAuditEvent(tx, { kind: 'auth.recovery_codes_made', target: buildUserAuditTarget(tx.actor) })
    return { codes: await replaceRecoveryCodes(tx.db, tx.actor.id) }
  })
}
