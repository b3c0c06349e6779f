import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { files } from '#server/db/schema/core.ts'
import { replaceWrongFileExtension } from '#shared/document-types.ts'

/** Returns attached files with name and URL, as a map by file id. The map lacks deleted files. */
export async function findAttachments(db: Db, ids: string[]) {
  const found = ids.length > 0 ? await db.select().from(files).where(inArray(files.id, ids)) : []
  return new Map(
    found.map(file => [
      file.id,
      { ...file, name: replaceWrongFileExtension(file), url: `/api/files/${file.id}` },
    ]),
  )
}
