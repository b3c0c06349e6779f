import type { Secret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import type { Db } from './client.ts'
import { installation } from './schema/accounts.ts'

/** With another key every identity number would be unreadable, and the same person could register twice. */
export async function checkKey(db: Db, secret: Secret): Promise<void> {
  await db.insert(installation).values({ keyFingerprint: secret.fingerprint }).onConflictDoNothing()
  const [row] = await db.select().from(installation)
  if (row?.keyFingerprint !== secret.fingerprint) {
    throw new StartupError('SECRET_KEY is not the key this database was written with; set the one it was.')
  }
}
