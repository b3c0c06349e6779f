import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** SQL expression for the URL of a stored image, or null when the file id is null. */
export function buildImageUrlSql(fileId: AnyPgColumn) {
  return sql<string | null>`'/api/files/' || ${fileId}`
}
