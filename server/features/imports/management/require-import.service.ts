import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { imports } from '#server/db/schema/imports.ts'
import { filterImportsByScope } from '#server/db/sql/scope-filters.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { ImportStatus } from '#shared/contracts/imports/imports.schemas.ts'
import { type Action, can } from '#shared/policies.ts'

const busyStatuses: ImportStatus[] = ['checking', 'applying', 'undoing']

/** Builds a check that throws 409 unless the import has one of the allowed statuses. */
export const requireStatus =
  (...allowed: ImportStatus[]) =>
  ({ status }: Import): void => {
    if (!allowed.includes(status))
      throw conflict(busyStatuses.includes(status) ? 'import_busy' : 'import_over')
  }

const selectImport = ({ db, actor }: SignedInContext, id: number) =>
  db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), filterImportsByScope(actor)))

function authorizeImport({ actor }: SignedInContext, action: Action, [found]: Import[]): Import {
  if (!found) throw notFound()
  if (!can(actor, action, { place: found })) throw forbidden()
  return found
}

/** Loads and authorizes an import without a lock, so that readers do not wait for the running import job. */
export async function findImport(tx: SignedInContext, id: number, action: Action): Promise<Import> {
  return authorizeImport(tx, action, await selectImport(tx, id))
}

/**
 * Loads, authorizes and locks an import. `check` throws when the status of the import excludes the action.
 * A first check runs before the lock is taken, so that a rejection does not wait for the job.
 */
export async function requireImport(
  tx: SignedInContext,
  id: number,
  action: Action,
  check: (found: Import) => void,
): Promise<Import> {
  check(await findImport(tx, id, action))
  const found = authorizeImport(tx, action, await selectImport(tx, id).for('update'))
  check(found)
  return found
}

/**
 * Loads and locks an import whose preview the caller wants to change.
 * After an import was proposed, only users who may confirm it can change its preview.
 */
export async function requireEditableImport(tx: SignedInContext, id: number): Promise<Import> {
  const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready', 'proposed'))
  if (found.status === 'proposed' && !can(tx.actor, 'imports.confirm', { place: found })) throw forbidden()
  return found
}

/** Throws 409 when the import has changed since the version that the user saw. */
export function requireUnchangedImport(found: Import, version: number): void {
  if (found.version !== version) throw conflict('import_changed')
}

/**
 * Throws 403 unless the caller uploaded the import file. Only the uploader may read columns that have no
 * assigned field.
 */
export function requireImportUploader({ actor }: SignedInContext, { createdBy }: Import): void {
  if (createdBy !== actor.id) throw forbidden()
}
