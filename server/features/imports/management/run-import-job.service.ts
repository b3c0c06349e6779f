import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { imports } from '#server/db/schema/imports.ts'
import { applyImport } from '#server/features/imports/applying/apply-import.service.ts'
import { runImportUndo } from '#server/features/imports/applying/run-import-undo.service.ts'
import { checkImportInBatches } from '#server/features/imports/checking/check-import-in-batches.service.ts'
import { enqueueImportJob } from './upload-import.service.ts'

/** Job that checks, applies or undoes an import, depending on the import's status. The job can be repeated safely. */
export async function runImportJob(context: Context, id: number): Promise<void> {
  const [found] = await context.db.select({ status: imports.status }).from(imports).where(eq(imports.id, id))
  if (found?.status === 'checking') await checkImportInBatches(context, id)
  if (found?.status === 'applying') await applyImport(context, id)
  if (found?.status === 'undoing') await runImportUndo(context, id)
}

/**
 * Enqueues jobs for imports without progress in the last 30 seconds, whose server instance was probably killed.
 * At server start (`isStart`) all unfinished imports are enqueued; a second job for an import is harmless.
 */
export async function enqueueJobsOfStalledImports(
  { db }: Pick<Context, 'db'>,
  { isStart = false }: { isStart?: boolean } = {},
): Promise<void> {
  const stuck = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        inArray(imports.status, ['checking', 'applying', 'undoing']),
        isStart ? undefined : lt(imports.updatedAt, sql`now() - interval '30 seconds'`),
      ),
    )
  for (const { id } of stuck) await enqueueImportJob(db, id)
}

/** Retention job: deletes imports after 30 days without change. A deleted import can no longer be undone. */
export async function deleteExpiredImports({ db }: Context): Promise<void> {
  const isOld = lt(imports.updatedAt, sql`now() - interval '30 days'`)
  await db.delete(imports).where(and(isOld, notInArray(imports.status, ['checking', 'applying', 'undoing'])))
}
