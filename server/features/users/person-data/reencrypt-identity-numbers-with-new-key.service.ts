// Replaces the encryption key: re-encrypts identity numbers and authenticator secrets in one transaction.
// Requires that no server instance is running, because instances keep the old key in memory.
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { installation } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { elections } from '#server/db/schema/elections.ts'
import { imports } from '#server/db/schema/imports.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { decryptServerKey, encryptServerKey } from '#server/features/elections/server-key.ts'
import { decryptTotpKey, encryptTotpKey } from '#server/identity/two-factor.service.ts'
import type { Secret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { decryptIdentityNumber, encryptIdentityNumber } from './person.service.ts'

const batchSize = 1000

/** Throws while a server instance is connected; the instance would continue to encrypt with the old key. */
async function rejectWhileServerIsRunning(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'perantau%' and pid <> pg_backend_pid() limit 1`)
  if (rows.length > 0)
    throw new StartupError(
      'Key rotation: a server instance is still connected. Stop every running instance, then rotate the key again.',
    )
}

/**
 * Decrypts an identity number. The error says which user is affected and what to do, because the rotation must stop.
 */
function decryptIcNumberOrThrow(oldSecret: Secret, userId: number, ciphertext: Buffer): string {
  try {
    return decryptIdentityNumber(oldSecret, userId, ciphertext)
  } catch {
    throw new StartupError(
      `Key rotation: the identity number of user ${userId} cannot be read, so nothing was changed. Restore the row ` +
        `from a backup, or set its ic_encrypted and ic_hash to null, and try again.`,
    )
  }
}

async function reencryptIcNumbers(
  db: Db,
  oldSecret: Secret,
  newSecret: Secret,
  after: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: users.id, sealed: users.icEncrypted })
    .from(users)
    .where(and(gt(users.id, after), isNotNull(users.icEncrypted)))
    .orderBy(asc(users.id))
    .limit(batchSize)
  const reencrypted = rows.map(row => ({
    id: row.id,
    ...encryptIdentityNumber(
      newSecret,
      row.id,
      decryptIcNumberOrThrow(oldSecret, row.id, row.sealed as Buffer),
    ),
  }))
  const encodeHex = (buffer: Buffer | null) => buffer?.toString('hex')
  const values = JSON.stringify(
    reencrypted.map(({ id, icEncrypted, icHash }) => ({
      id,
      sealed: encodeHex(icEncrypted),
      hash: encodeHex(icHash),
    })),
  )
  await db.execute(sql`
    update users set ic_encrypted = decode(v.sealed, 'hex'), ic_hash = decode(v.hash, 'hex')
      from json_to_recordset(${values}::json) as v(id int, sealed text, hash text)
     where users.id = v.id`)
  return rows.map(({ id }) => id)
}

/** Re-encrypts the TOTP secrets of authenticator apps row by row, because there are few of them. */
async function reencryptTwoFactorSecrets(db: Db, oldSecret: Secret, newSecret: Secret): Promise<void> {
  const rows = await db.select({ userId: twoFactor.userId, sealed: twoFactor.secret }).from(twoFactor)
  for (const { userId, sealed } of rows) {
    const secret = encryptTotpKey(newSecret, userId, decryptTotpKey(oldSecret, userId, sealed))
    await db.update(twoFactor).set({ secret }).where(eq(twoFactor.userId, userId))
  }
}

/** Re-encrypts the server's keys of elections, without which a closed election could never be counted. */
async function reencryptElectionKeys(db: Db, oldSecret: Secret, newSecret: Secret): Promise<void> {
  const rows = await db.select({ uuid: elections.uuid, sealed: elections.serverKey }).from(elections)
  for (const { uuid, sealed } of rows) {
    if (!sealed) continue
    const serverKey = encryptServerKey(newSecret, uuid, decryptServerKey(oldSecret, uuid, sealed))
    await db.update(elections).set({ serverKey }).where(eq(elections.uuid, uuid))
  }
}

/**
 * Re-encrypts all identity numbers with the new key and returns their count.
 * A single identity number that fails to decrypt rolls the whole rotation back.
 */
export async function reencryptIdentityNumbersWithNewKey(
  db: Db,
  oldSecret: Secret,
  newSecret: Secret,
): Promise<number> {
  return db.transaction(async tx => {
    // Key rotation locks this table row. A server that starts now waits and reads the new key fingerprint.
    await tx.select().from(installation).for('update')
    await rejectWhileServerIsRunning(tx)
    await tx.execute(sql`lock table users in share row exclusive mode`)
    let count = 0
    for (let last = 0; ; ) {
      const ids = await reencryptIcNumbers(tx, oldSecret, newSecret, last)
      count += ids.length
      if (ids.length < batchSize) break
      last = ids.at(-1) ?? last
    }
    await reencryptTwoFactorSecrets(tx, oldSecret, newSecret)
    await reencryptElectionKeys(tx, oldSecret, newSecret)
    // Imports are deleted instead of re-encrypted; the uploaders still have the original files.
    await tx.delete(imports)
    await tx.update(installation).set({ keyFingerprint: newSecret.fingerprint })
    return count
  })
}
