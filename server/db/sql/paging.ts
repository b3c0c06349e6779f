// Helpers for long lists: counting up to a cap, and reading all rows in chunks.
import { sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'

/**
 * Highest number of rows that a list counts. Pages beyond it are requested by the key of the last row instead of the
 * page number.
 */
export const maxCountedRows = 10_000

/** Rows of a list are counted up to the next multiple of this number, because an exact count would read every row. */
const countStep = 1000

/** Counts the rows of a query up to the next multiple of 1,000 after the current page, at most `maxCountedRows`. */
export async function countRowsUpToCap(
  db: Db,
  rows: PgSelect,
  { page, pageSize }: { page?: number; pageSize: number },
): Promise<{ total: number; isCapped: boolean }> {
  const nextThousand = page ? (Math.floor((page * pageSize) / countStep) + 1) * countStep : maxCountedRows
  const limit = Math.min(nextThousand, maxCountedRows)
  const counted = rows.limit(limit + 1).as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(counted)
  const total = row?.total ?? 0
  return { total: Math.min(total, limit), isCapped: total > limit }
}

/**
 * Reads the parts of a result in order and prefetches the next part while the caller processes the current one. `begin`
 * receives the previous part and returns the function that reads the next one. Between two parts no database connection
 * is occupied.
 */
export async function* prefetchNextChunk<Part>(
  begin: (before: Part | undefined) => Promise<() => Promise<Part>>,
  hasNext: (part: Part) => boolean,
): AsyncGenerator<Part> {
  let read: (() => Promise<Part>) | undefined = await begin(undefined)
  let pendingPart = read()
  while (read) {
    const part = await pendingPart
    read = hasNext(part) ? await begin(part) : undefined
    if (read) pendingPart = read()
    // When reading the next chunk fails, the error is thrown to the caller only if the caller asks for that chunk.
    pendingPart.catch(() => {})
    yield part
  }
}

const chunkSize = 1000

/**
 * Yields all rows of a query in chunks of 1,000. `read` gets the last row of the previous chunk and returns the next
 * chunk.
 */
export async function* readRowsInChunks<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const parts = prefetchNextChunk<Row[]>(
    async before => () => read(before?.at(-1), chunkSize),
    rows => rows.length === chunkSize,
  )
  for await (const rows of parts) if (rows.length > 0) yield rows
}
