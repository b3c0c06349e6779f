import { and, eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { importsWithinReach } from '#server/db/reach.ts'
import { imports } from '#server/db/schema/imports.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { type Action, can } from '#shared/policies.ts'
import type { Import } from './check-import.service.ts'

/** Authorised as it is loaded, and held: whoever decides about it at the same time comes after. */
export async function requireImport(tx: SignedIn, id: number, action: Action): Promise<Import> {
  const { db, actor } = tx
  const [found] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), importsWithinReach(actor)))
    .for('update')
  if (!found) throw notFound()
  if (!can(actor, action, { place: found })) throw forbidden()
  return found
}
