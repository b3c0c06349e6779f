import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { imports } from '#server/db/schema/imports.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { recordImportAuditEvent } from '#server/features/imports/management/decide-import.service.ts'
import { saveColumnMapping } from '#server/features/imports/management/import-columns.service.ts'
import {
  requireImport,
  requireImportUploader,
  requireStatus,
} from '#server/features/imports/management/require-import.service.ts'
import { enqueueImportJob } from '#server/features/imports/management/upload-import.service.ts'
import type { ImportTarget } from '#shared/contracts/imports/import-targets.ts'

/** Starts the job that classifies all lines of a locked import again, and increments the version of the import. */
export async function restartImportCheck({ db }: SignedInContext, { id, version }: Import): Promise<void> {
  await db
    .update(imports)
    .set({ status: 'checking', cursor: 0, version: version + 1, updatedAt: sql`now()` })
    .where(eq(imports.id, id))
  await enqueueImportJob(db, id)
}

/** Assigns import columns to fields, remembers the assignment for later files, and checks all lines again. */
export async function assignImportColumns(
  context: SignedInContext,
  id: number,
  columns: (ImportTarget | null)[],
): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready'))
    // Only the uploader maps columns to fields, because a wrong field would reveal identity or phone numbers.
    requireImportUploader(tx, found)
    await saveColumnMapping(tx, found, columns)
    await restartImportCheck(tx, found)
    await recordImportAuditEvent(tx, found, 'import.columns_set')
  })
}
