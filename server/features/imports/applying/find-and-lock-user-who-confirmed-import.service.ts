import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { can } from '#shared/policies.ts'

type Confirmer = typeof users.$inferSelect

/** Locks and returns the user who confirmed the import; undefined when that user may no longer confirm imports. */
export async function findAndLockUserWhoConfirmedImport(
  db: Db,
  found: Import,
  id: number | null,
): Promise<Confirmer | undefined> {
  if (id === null) return undefined
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('share')
  const canConfirm = person && !person.erasedAt && can(person, 'imports.confirm', { place: found })
  return canConfirm ? person : undefined
}
