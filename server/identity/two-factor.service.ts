// Second factor: TOTP codes of an authenticator app (RFC 6238) and one-time recovery codes.
// The TOTP key is stored encrypted, recovery codes are stored as hashes.
import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret as SharedSecret, TOTP } from 'otpauth'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { recoveryCodes, twoFactor } from '#server/db/schema/second-factor.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import type { Secret } from '#server/secret.ts'
import { isRecoveryCode } from '#shared/contracts/auth/two-factor.schemas.ts'
import { getIpNetwork, hashRateLimitKey, type RateLimit } from './rate-limit.service.ts'

/** Encryption context with the user's id, so that a TOTP key copied to another user's row cannot be decrypted there. */
const buildTotpEncryptionContext = (userId: number) => `two_factor:${userId}`

export function encryptTotpKey(secret: Secret, userId: number, key: string): Buffer {
  return secret.encrypt(key, buildTotpEncryptionContext(userId))
}

export function decryptTotpKey(secret: Secret, userId: number, sealed: Buffer): string {
  return secret.decrypt(sealed, buildTotpEncryptionContext(userId))
}

/** TOTP with the defaults of all authenticator apps: six digits, 30 seconds, SHA-1. */
export function createTotpGenerator(key: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: SharedSecret.fromBase32(key) })
}

/**
 * Returns the time step of a valid TOTP code: the current step, the one before or the one after, to tolerate clock
 * differences. Returns undefined for an invalid TOTP code.
 */
export function findMatchingTotpTimeStep(key: string, code: string, at: Date): number | undefined {
  const totp = createTotpGenerator(key)
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export async function hasEnabledTwoFactorAuthentication(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(twoFactor, and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))) > 0
}

async function consumeAppCode({ db, secret }: Context, userId: number, code: string): Promise<boolean> {
  const isOn = and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt))
  const [row] = await db.select({ sealed: twoFactor.secret }).from(twoFactor).where(isOn)
  const step =
    row &&
    findMatchingTotpTimeStep(decryptTotpKey(secret, userId, row.sealed), code, await readDatabaseClock(db))
  if (step === undefined) return false
  // A code is accepted only if its 30-second time step is later than that of every code accepted before.
  // If two concurrent requests send the same authenticator code, the `lastStep` condition rejects one.
  const { rowCount } = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(isOn, lt(twoFactor.lastStep, step)))
  return rowCount === 1
}

/** Recovery codes have 80 random bits, so SHA-256 without salt or server key is sufficient to hash them. */
function hashRecoveryCode(userId: number, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

async function consumeRecoveryCode({ db }: Context, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashRecoveryCode(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return rowCount === 1
}

/**
 * Consumes an app code or recovery code; returns false when it is wrong, used or expired.
 * Must run in the transaction of the action that the code authorizes.
 */
export function consumeSecondFactorCode(tx: Context, userId: number, code: string): Promise<boolean> {
  return isRecoveryCode(code) ? consumeRecoveryCode(tx, userId, code) : consumeAppCode(tx, userId, code)
}

/**
 * Limits guesses of app codes per account, from all IP addresses together, because six digits are few.
 * Recovery codes are limited per IP address, so that a stranger cannot use up the attempts of the owner.
 */
export function buildRateLimitOfSecondFactorCodes(
  { settings }: Context,
  userId: number,
  code: string,
  ipAddress: string,
): RateLimit {
  const { failures: most, minutes } = settings.LOGIN_LIMITS.account
  const parts = isRecoveryCode(code) ? [getIpNetwork(ipAddress)] : []
  return { key: hashRateLimitKey('code', `user ${userId}`, ...parts), most, minutes }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeCount = 10

/** Replaces all recovery codes and returns the new ones in plaintext; only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join(''),
  )
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(codes.map(code => ({ userId, hash: hashRecoveryCode(userId, code) })))
  return codes.map(code => code.replace(/(.{4})(?=.)/g, '$1-'))
}

export async function countUnusedRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}

/** Removes the second factor and the recovery codes. Returns false when two-factor authentication was not active. */
export async function removeTwoFactor(db: Db, userId: number): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const removed = await db
    .delete(twoFactor)
    .where(eq(twoFactor.userId, userId))
    .returning({ confirmedAt: twoFactor.confirmedAt })
  return removed[0]?.confirmedAt != null
}
