// What lists have in common: how far they are counted, and how all of one is read.
import { sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** Beyond this a total is not counted out, and a page is reached by key only: nobody pages there by number. */
export const highestTotal = 10_000

/** Rows of this query, but no more than are ever told. */
export async function countOut(db: Db, rows: PgSelect): Promise<{ total: number; isCapped: boolean }> {
  const counted = rows.limit(highestTotal + 1).as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(counted)
  const total = row?.total ?? 0
  return { total: Math.min(total, highestTotal), isCapped: total > highestTotal }
}

const chunk = 1000

/** All rows, a thousand at a time: `read` is given the last row it gave. No connection is held in between. */
export async function* walk<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await read(last, chunk)
    if (rows.length > 0) yield rows
    last = rows.length === chunk ? rows.at(-1) : undefined
  } while (last)
}
