import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Where a picture is fetched; null where there is none. */
export function imageUrl(fileId: AnyPgColumn) {
  return sql<string | null>`'/api/files/' || ${fileId}`
}
