// What lists have in common: how far they are counted, and how all of one is read.
import { sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** Beyond this a total is not counted out, and a page is reached by key only: nobody pages there by number. */
export const highestTotal = 10_000

/** Each that is counted has to be looked at: whoever reads the first ten should not wait for ten thousand. */
const countedAtOnce = 1000

/** Rows of this query: up to the thousand behind the page that is open, or as far as anything is counted. */
export async function countOut(
  db: Db,
  rows: PgSelect,
  { page, pageSize }: { page?: number; pageSize: number },
): Promise<{ total: number; isCapped: boolean }> {
  const ahead = page ? (Math.floor((page * pageSize) / countedAtOnce) + 1) * countedAtOnce : highestTotal
  const most = Math.min(ahead, highestTotal)
  const counted = rows.limit(most + 1).as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(counted)
  const total = row?.total ?? 0
  return { total: Math.min(total, most), isCapped: total > most }
}

/**
 * Part by part: `begin` is given the part before, and gives how the next is read. That is read while one is worked on,
 * which is why it has to be begun before; no connection is held in between.
 */
export async function* readAhead<Part>(
  begin: (before: Part | undefined) => Promise<() => Promise<Part>>,
  hasNext: (part: Part) => boolean,
): AsyncGenerator<Part> {
  let read: (() => Promise<Part>) | undefined = await begin(undefined)
  let coming = read()
  while (read) {
    const part = await coming
    read = hasNext(part) ? await begin(part) : undefined
    if (read) coming = read()
    // What goes wrong is heard of when it is waited for; whoever stops before that does not mind.
    coming.catch(() => {})
    yield part
  }
}

const chunk = 1000

/** All rows, a thousand at a time: `read` is given the last row it gave. */
export async function* walk<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const parts = readAhead<Row[]>(
    async before => () => read(before?.at(-1), chunk),
    rows => rows.length === chunk,
  )
  for await (const rows of parts) if (rows.length > 0) yield rows
}
