import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { installation } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { imports } from '#server/db/schema/imports.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { openKey, sealKey } from '#server/identity/two-factor.service.ts'
import type { Secret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { openIcNumber, sealIcNumber } from './person.service.ts'

const chunk = 1000

/** An instance that runs would go on writing with the old key. */
async function refuseWhileRunning(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'perantau%' and pid <> pg_backend_pid() limit 1`)
  if (rows.length > 0) throw new StartupError('Stop every running instance first, then rotate the key.')
}

/** Which one it is, and what to do: until then the key cannot change. */
function openOrName(old: Secret, userId: number, sealed: Buffer): string {
  try {
    return openIcNumber(old, userId, sealed)
  } catch {
    throw new StartupError(
      `The identity number of user ${userId} cannot be read, so nothing was changed. Bring the row back from a ` +
        `backup, or clear its ic_encrypted and ic_hash, and try again.`,
    )
  }
}

async function sealAgain(db: Db, old: Secret, next: Secret, after: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id, sealed: users.icEncrypted })
    .from(users)
    .where(and(gt(users.id, after), isNotNull(users.icEncrypted)))
    .orderBy(asc(users.id))
    .limit(chunk)
  const sealed = rows.map(row => ({
    id: row.id,
    ...sealIcNumber(next, row.id, openOrName(old, row.id, row.sealed as Buffer)),
  }))
  const hex = (buffer: Buffer | null) => buffer?.toString('hex')
  const values = JSON.stringify(
    sealed.map(({ id, icEncrypted, icHash }) => ({ id, sealed: hex(icEncrypted), hash: hex(icHash) })),
  )
  await db.execute(sql`
    update users set ic_encrypted = decode(v.sealed, 'hex'), ic_hash = decode(v.hash, 'hex')
      from json_to_recordset(${values}::json) as v(id int, sealed text, hash text)
     where users.id = v.id`)
  return rows.map(({ id }) => id)
}

/** What authenticator apps share with us: few, and each opened with the old key. */
async function sealTwoFactorAgain(db: Db, old: Secret, next: Secret): Promise<void> {
  const rows = await db.select({ userId: twoFactor.userId, sealed: twoFactor.secret }).from(twoFactor)
  for (const { userId, sealed } of rows) {
    const secret = sealKey(next, userId, openKey(old, userId, sealed))
    await db.update(twoFactor).set({ secret }).where(eq(twoFactor.userId, userId))
  }
}

/** All numbers or none: one that does not open stops it and leaves everything as it was. */
export async function rotateKey(db: Db, old: Secret, next: Secret): Promise<number> {
  return db.transaction(async tx => {
    // Whoever starts from now on waits here, and then finds the new key.
    await tx.select().from(installation).for('update')
    await refuseWhileRunning(tx)
    await tx.execute(sql`lock table users in share row exclusive mode`)
    let count = 0
    for (let last = 0; ; ) {
      const ids = await sealAgain(tx, old, next, last)
      count += ids.length
      if (ids.length < chunk) break
      last = ids.at(-1) ?? last
    }
    await sealTwoFactorAgain(tx, old, next)
    // What stood in files is with whoever brought them; sealed with a key that is gone it is nothing.
    await tx.delete(imports)
    await tx.update(installation).set({ keyFingerprint: next.fingerprint })
    return count
  })
}
