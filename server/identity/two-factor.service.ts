import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret as SharedSecret, TOTP } from 'otpauth'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { readClock } from '#server/db/clock.ts'
import { recoveryCodes, twoFactor } from '#server/db/schema/second-factor.ts'
import type { Secret } from '#server/secret.ts'
import { isRecoveryCode } from '#shared/contracts/two-factor.ts'
import { addressBlock, type Limit, limitKey } from './rate-limit.service.ts'

/** Names the row, so that a secret copied to another row does not open there. */
const sealContext = (userId: number) => `two_factor:${userId}`

export function sealKey(secret: Secret, userId: number, key: string): Buffer {
  return secret.encrypt(key, sealContext(userId))
}

export function openKey(secret: Secret, userId: number, sealed: Buffer): string {
  return secret.decrypt(sealed, sealContext(userId))
}

/** As every app knows it: six digits, new every thirty seconds, by SHA-1. */
export function totpOf(key: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: SharedSecret.fromBase32(key) })
}

/** The step of time this code belongs to: that of `at`, or one beside it for clocks that differ a little. */
export function stepOf(key: string, code: string, at: Date): number | undefined {
  const totp = totpOf(key)
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export async function hasTwoFactor(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(twoFactor, and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))) > 0
}

async function takeAppCode({ db, secret }: Context, userId: number, code: string): Promise<boolean> {
  const isOn = and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt))
  const [row] = await db.select({ sealed: twoFactor.secret }).from(twoFactor).where(isOn)
  const step = row && stepOf(openKey(secret, userId, row.sealed), code, await readClock(db))
  if (step === undefined) return false
  // Each step once, and none before one that was taken: of two that come with the same code one is right.
  const { rowCount } = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(isOn, lt(twoFactor.lastStep, step)))
  return rowCount === 1
}

/** Eighty random bits: nobody finds a code by its hash, and it holds whatever becomes of our key. */
function hashOf(userId: number, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

async function takeRecoveryCode({ db }: Context, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashOf(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return rowCount === 1
}

/** Uses it up; false: wrong, used before, or of a time that is over. Within the transaction of what it opens. */
export function takeCode(tx: Context, userId: number, code: string): Promise<boolean> {
  return isRecoveryCode(code) ? takeRecoveryCode(tx, userId, code) : takeAppCode(tx, userId, code)
}

/**
 * Six digits are few, so guesses count from wherever they come. A recovery code cannot be guessed; counted by address,
 * it stays open to an owner whose count of the others somebody else used up.
 */
export function codeLimit({ settings }: Context, userId: number, code: string, address: string): Limit {
  const { failures: most, minutes } = settings.LOGIN_LIMITS.account
  const parts = isRecoveryCode(code) ? [addressBlock(address)] : []
  return { key: limitKey('code', `user ${userId}`, ...parts), most, minutes }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const howMany = 10

/** In place of all there were. Shown once: only their hashes are kept. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () =>
    Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join(''),
  )
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(codes.map(one => ({ userId, hash: hashOf(userId, one) })))
  return codes.map(one => one.replace(/(.{4})(?=.)/g, '$1-'))
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}

/** False: there was none. */
export async function removeTwoFactor(db: Db, userId: number): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const gone = await db
    .delete(twoFactor)
    .where(eq(twoFactor.userId, userId))
    .returning({ confirmedAt: twoFactor.confirmedAt })
  return gone[0]?.confirmedAt != null
}
