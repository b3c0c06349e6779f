import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { files } from '#server/db/schema/core.ts'
import { nameFor } from '#shared/document-types.ts'

/** Ids become what can be shown, by id; one that is gone is not among them. */
export async function findAttachments(db: Db, ids: string[]) {
  const found = ids.length > 0 ? await db.select().from(files).where(inArray(files.id, ids)) : []
  return new Map(found.map(file => [file.id, { ...file, name: nameFor(file), url: `/api/files/${file.id}` }]))
}
