// Reads sorted rows of the member list, in several ways for which PostgreSQL uses different indexes.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { type UserSort, userStatuses } from '#shared/constants.ts'
import {
  buildConditionForRowsUpToCursor,
  buildUserOrderBySql,
  encodeKeysetCursorOfRow,
  isKeysetPagingSupportedForUserSort,
  sortColumns,
  userRowColumns,
} from './users.queries.ts'

export interface UserRowSlice {
  where: SQL | undefined
  sort: UserSort
  limit: number
  offset?: number
}

export async function readUserRows(db: Db, { where, sort, limit, offset = 0 }: UserRowSlice) {
  return db
    .select(userRowColumns)
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(where)
    .orderBy(...buildUserOrderBySql(sort))
    .limit(limit)
    .offset(offset)
}

/**
 * Rewrites a member list query without a status filter as a union of one sorted query per status.
 * Indexes have the status before the sort column, so each query per status reads its rows in index order.
 */
export function rewriteUserQueryAsUnionOfQueriesPerStatus({
  where,
  sort,
  limit,
  offset = 0,
}: UserRowSlice): UserRowSlice {
  const order = sql.join(buildUserOrderBySql(sort), sql`, `)
  const parts = userStatuses.map(
    status => sql`(select ${sortColumns} from ${users}
      where ${and(where, eq(users.status, status))} order by ${order} limit ${sql.raw(String(limit + offset))})`,
  )
  const candidates = sql`(${sql.join(parts, sql` union all `)}) as users`
  const pageQuery = sql`select id from ${candidates} order by ${order} limit ${limit} offset ${offset}`
  return { where: sql`${users.id} = any(array(${pageQuery}))`, sort, limit }
}

export async function readUserRowsByUnionOfQueriesPerStatus(db: Db, slice: UserRowSlice) {
  return readUserRows(db, rewriteUserQueryAsUnionOfQueriesPerStatus(slice))
}

/** Finds and sorts all matching users first, whichever index PostgreSQL uses, and then reads the requested page. */
export async function readUserRowsSortedAfterFiltering(
  db: Db,
  { where, sort, limit, offset = 0 }: UserRowSlice,
) {
  const candidates = sql`(select ctid, ${sortColumns} from ${users} where ${where} offset 0) as users`
  const pageQuery = sql`select ctid from ${candidates} order by ${sql.join(buildUserOrderBySql(sort), sql`, `)} limit ${limit} offset ${offset}`
  return readUserRows(db, { where: sql`${users}.ctid = any(array(${pageQuery}))`, sort, limit })
}

/** Number of members that a search scans in sort order before it falls back to the search index. */
const scannedRows = 2000

/**
 * Searches members in sort order. `everybody` is the same filter without the search text.
 * The search first scans the beginning of the sorted list, which fills a page when the search text is common.
 * When the scan does not fill a page, all matches are collected by the search index and sorted afterwards.
 */
export async function searchUserRows(
  db: Db,
  { everybody, ...slice }: UserRowSlice & { everybody: SQL | undefined },
) {
  const { sort } = slice
  if (!isKeysetPagingSupportedForUserSort(sort)) return readUserRowsSortedAfterFiltering(db, slice)
  const { id, fullName, createdAt, membershipNumber, institution } = users
  const [edge] = await db
    .select({ id, fullName, createdAt, membershipNumber, institution })
    .from(users)
    .where(everybody)
    .orderBy(...buildUserOrderBySql(sort))
    .limit(1)
    .offset(scannedRows)
  if (!edge) return readUserRows(db, slice)
  const isWithinScan = and(
    slice.where,
    buildConditionForRowsUpToCursor(sort, encodeKeysetCursorOfRow(sort, edge)),
  )
  const rows = await readUserRows(db, { ...slice, where: isWithinScan })
  return rows.length === slice.limit ? rows : readUserRowsSortedAfterFiltering(db, slice)
}

export type StoredUserRow = Awaited<ReturnType<typeof readUserRows>>[number]
