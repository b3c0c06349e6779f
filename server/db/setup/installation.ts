import type { Db } from '#server/db/connection/client.ts'
import { installation } from '#server/db/schema/accounts.ts'
import type { Settings } from '#server/env.ts'
import {
  completeSecretKeyRotation,
  getSecretKeyPath,
  loadOrCreateSecretKey,
  type Secret,
} from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { currentTermsVersion } from '#shared/terms.ts'

/**
 * Loads the secret key and verifies that the database was written with it. With another key no identity card number
 * could be decrypted, and the same person could register twice.
 */
export async function loadAndVerifySecretKey(db: Db, settings: Settings): Promise<Secret> {
  const secret = loadOrCreateSecretKey(settings)
  await db
    .insert(installation)
    .values({ keyFingerprint: secret.fingerprint, firstTerms: currentTermsVersion })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation).for('share')
  if (row?.keyFingerprint === secret.fingerprint) return secret
  const next = completeSecretKeyRotation(settings, row?.keyFingerprint ?? '')
  if (!next) {
    throw new StartupError(
      settings.SECRET_KEY
        ? 'SECRET_KEY is not the key this database was written with; set the original key.'
        : `${getSecretKeyPath(settings.DATA_DIR)} is not the key this database was written with; restore the original file from a backup.`,
    )
  }
  return next
}

/**
 * Returns the version number of the current terms of use as screens show it. The terms at the first start of this
 * installation have number 1.
 */
export async function readTermsVersionShownToUsers(db: Db): Promise<number> {
  const [row] = await db.select({ firstTerms: installation.firstTerms }).from(installation)
  return currentTermsVersion - (row?.firstTerms ?? currentTermsVersion) + 1
}
