import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { imports } from '#server/db/schema/imports.ts'
import { applyImport } from './apply-import.service.ts'
import { checkImport } from './check-import.service.ts'
import { takeBack } from './undo-import.service.ts'
import { startWork } from './upload-import.service.ts'

/** The job. What there is to do follows from the status, so it can be begun again at any moment. */
export async function workOnImport(context: Context, id: number): Promise<void> {
  const [found] = await context.db.select({ status: imports.status }).from(imports).where(eq(imports.id, id))
  if (found?.status === 'checking') await checkImport(context, id)
  if (found?.status === 'applying') await applyImport(context, id)
  if (found?.status === 'undoing') await takeBack(context, id)
}

/**
 * What stands still while it should go on: whoever worked on it was killed. A program that starts does not wait to see
 * whether it does; that another one may be at it costs nothing.
 */
export async function resumeImports(
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
  for (const { id } of stuck) await startWork(db, id)
}

/** Whatever stood in the files is not kept for good: after a month an import can no longer be taken back. */
export async function sweepImports({ db }: Context): Promise<void> {
  const isOld = lt(imports.updatedAt, sql`now() - interval '30 days'`)
  await db.delete(imports).where(and(isOld, notInArray(imports.status, ['checking', 'applying', 'undoing'])))
}
