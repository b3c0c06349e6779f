import type { Settings } from '#server/env.ts'
import { adoptNextSecret, loadSecret, type Secret, secretFile } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { currentTerms } from '#shared/terms.ts'
import type { Db } from './client.ts'
import { installation } from './schema/accounts.ts'

/**
 * Loads the secret key and verifies that the database was written with it.
 * With another key every identity number would be unreadable, and the same person could register twice.
 */
export async function openSecret(db: Db, settings: Settings): Promise<Secret> {
  const secret = loadSecret(settings)
  await db
    .insert(installation)
    .values({ keyFingerprint: secret.fingerprint, firstTerms: currentTerms })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation).for('share')
  if (row?.keyFingerprint === secret.fingerprint) return secret
  const next = adoptNextSecret(settings, row?.keyFingerprint ?? '')
  if (!next) {
    throw new StartupError(
      settings.SECRET_KEY
        ? 'SECRET_KEY is not the key this database was written with; set the original key.'
        : `${secretFile(settings.DATA_DIR)} is not the key this database was written with; restore the original file from a backup.`,
    )
  }
  return next
}

/** Returns the displayed number of the current terms. The first terms of this installation are number 1. */
export async function readShownTerms(db: Db): Promise<number> {
  const [row] = await db.select({ firstTerms: installation.firstTerms }).from(installation)
  return currentTerms - (row?.firstTerms ?? currentTerms) + 1
}
