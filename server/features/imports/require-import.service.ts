import { and, eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { importsWithinReach } from '#server/db/reach.ts'
import { imports } from '#server/db/schema/imports.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { type Action, can } from '#shared/policies.ts'
import type { Import } from './check-import.service.ts'

const select = ({ db, actor }: SignedIn, id: number) =>
  db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), importsWithinReach(actor)))

function authorize({ actor }: SignedIn, action: Action, [found]: Import[]): Import {
  if (!found) throw notFound()
  if (!can(actor, action, { place: found })) throw forbidden()
  return found
}

/** Authorizes the caller, without a lock: readers do not wait for the job, which locks the import for a whole batch. */
export async function findImport(tx: SignedIn, id: number, action: Action): Promise<Import> {
  return authorize(tx, action, await select(tx, id))
}

/**
 * Authorizes the caller, locks the import and checks it with `check`, which throws for a status that excludes the action.
 * The first check runs before the lock, so that a refusal does not wait for the job.
 */
export async function requireImport(
  tx: SignedIn,
  id: number,
  action: Action,
  check: (found: Import) => void,
): Promise<Import> {
  check(await findImport(tx, id, action))
  const found = authorize(tx, action, await select(tx, id).for('update'))
  check(found)
  return found
}
