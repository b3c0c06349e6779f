// Reads sorted rows of the member list. The access paths differ in which index PostgreSQL can use.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { type UserSort, userStatuses } from '#shared/constants.ts'
import { hasKey, inOrder, keyOfRow, orderedColumns, rowColumns, upTo } from './users.queries.ts'

export interface Slice {
  where: SQL | undefined
  sort: UserSort
  limit: number
  offset?: number
}

export async function readRows(db: Db, { where, sort, limit, offset = 0 }: Slice) {
  return db
    .select(rowColumns)
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(where)
    .orderBy(...inOrder(sort))
    .limit(limit)
    .offset(offset)
}

/**
 * Rewrites a slice without a status filter as a union of one sorted query per status.
 * The indexes have the status before the sort column, so each of these queries reads its rows in index order.
 */
export function merged({ where, sort, limit, offset = 0 }: Slice): Slice {
  const order = sql.join(inOrder(sort), sql`, `)
  const parts = userStatuses.map(
    status => sql`(select ${orderedColumns} from ${users}
      where ${and(where, eq(users.status, status))} order by ${order} limit ${sql.raw(String(limit + offset))})`,
  )
  const candidates = sql`(${sql.join(parts, sql` union all `)}) as users`
  const pageQuery = sql`select id from ${candidates} order by ${order} limit ${limit} offset ${offset}`
  return { where: sql`${users.id} = any(array(${pageQuery}))`, sort, limit }
}

export async function mergeRows(db: Db, slice: Slice) {
  return readRows(db, merged(slice))
}

/** Finds all matching ids by any index, sorts them, and reads only the rows of the requested page. */
export async function gatherRows(db: Db, { where, sort, limit, offset = 0 }: Slice) {
  const candidates = sql`(select ctid, ${orderedColumns} from ${users} where ${where} offset 0) as users`
  const pageQuery = sql`select ctid from ${candidates} order by ${sql.join(inOrder(sort), sql`, `)} limit ${limit} offset ${offset}`
  return readRows(db, { where: sql`${users}.ctid = any(array(${pageQuery}))`, sort, limit })
}

/** Number of rows a search scans in sort order before it falls back to the search index. */
const scannedRows = 2000

/**
 * Searches in sort order. `everybody` is the same filter without the search text.
 * The search first scans the beginning of the sorted list, which fills a page when the search text is common.
 * When the scan does not fill a page, all matches are collected by the search index and sorted afterwards.
 */
export async function searchRows(db: Db, { everybody, ...slice }: Slice & { everybody: SQL | undefined }) {
  const { sort } = slice
  if (!hasKey(sort)) return gatherRows(db, slice)
  const { id, fullName, createdAt, membershipNumber, institution } = users
  const [edge] = await db
    .select({ id, fullName, createdAt, membershipNumber, institution })
    .from(users)
    .where(everybody)
    .orderBy(...inOrder(sort))
    .limit(1)
    .offset(scannedRows)
  if (!edge) return readRows(db, slice)
  const isWithinScan = and(slice.where, upTo(sort, keyOfRow(sort, edge)))
  const rows = await readRows(db, { ...slice, where: isWithinScan })
  return rows.length === slice.limit ? rows : gatherRows(db, slice)
}

export type SealedRow = Awaited<ReturnType<typeof readRows>>[number]
