// Reads pages of the member list for a search, or for a filter that needs tables besides `users`.
// When few users match, all matching users are collected and then sorted, because no index sorts them.
// When many users match, the sorted member list is scanned from its beginning until enough users match.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import type { UserLookup } from '#server/db/sql/user-lookup.ts'
import { type UserSort, userStatuses } from '#shared/constants.ts'
import type { StoredUserRow } from './user-rows.queries.ts'
import {
  buildUserOrderBySql,
  isKeysetPagingSupportedForUserSort,
  sortColumns,
  userRowColumns,
} from './users.queries.ts'

export interface FilteredSlice {
  /** SQL condition for the cursor and for those member list filters that need only columns of `users`. */
  everybody: SQL | undefined
  /** Builds the SQL condition of those member list filters that need other tables or a search. */
  buildSelection: (lookup: UserLookup) => SQL | undefined
  /**
   * True when an index sorts the users of all statuses.
   * False when an index sorts only the users of one status.
   */
  canIndexReturnSortedUsers: boolean
  sort: UserSort
  limit: number
  offset: number
}

interface FilteredPage {
  rows: StoredUserRow[]
  total: number
  /** True when `total` is only a lower bound of the number of matching users. */
  isCapped: boolean
}

/**
 * Maximum cost estimate of the PostgreSQL planner at which all matching users are collected and then sorted.
 * Scanning 2,000 users in sort order costs half as much.
 */
const maxCollectionCost = 15_000
/**
 * Maximum number of matching users that are collected for sorting.
 * When more users match, the estimate of the planner was far too low.
 */
const maxCollected = 3000
/** A scan of the member list counts matches up to the next multiple of this number after the page's end. */
const scannedCountStep = 100
/**
 * Number of rows of the sorted member list that the first and the second scan read: at least `rows`, and `perRow` for
 * each row up to the end of the page, so that deep pages of common filters are found.
 */
const scans = [
  { rows: 500, perRow: 20 },
  { rows: 2000, perRow: 40 },
]

const buildUserOrder = (sort: UserSort) => sql.join(buildUserOrderBySql(sort), sql`, `)

/** Returns the cost that the planner expects for collecting all users who match the filters, without reading them. */
async function estimateCollectionCost(db: Db, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: { 'Total Cost': number } }[] }>(
    sql`explain (format json) select from ${users} where ${where}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0
}

/** Reads one page of the users that the query `matches` selects, in sort order, and counts all of them. */
async function readPageOfMatches(db: Db, matches: SQL, { sort, limit, offset }: FilteredSlice) {
  const order = buildUserOrder(sort)
  const page = sql`(select id, (count(*) over ())::int as total from (${matches}) as users
    order by ${order} limit ${limit} offset ${offset}) as page`
  const found = await db
    .select({ ...userRowColumns, total: sql<number>`page.total` })
    .from(users)
    .innerJoin(page, sql`page.id = ${users.id}`)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .orderBy(...buildUserOrderBySql(sort))
  return { rows: found.map(({ total, ...row }) => row), total: found[0]?.total }
}

/**
 * Collects at most `most` matching users by any index and sorts them.
 * When `most` is null, collects all of them.
 */
async function collectMatchingUserIds(db: Db, slice: FilteredSlice, most: number | null) {
  const where = and(slice.everybody, slice.buildSelection('collect'))
  const matches = sql`select ${sortColumns} from ${users} where ${where} limit ${most}::int offset 0`
  const { rows, total } = await readPageOfMatches(db, matches, slice)
  if (total !== undefined || slice.offset === 0) return { rows, total: total ?? 0 }
  const first = await readPageOfMatches(db, matches, { ...slice, limit: 1, offset: 0 })
  return { rows, total: first.total ?? 0 }
}

/** Scans the beginning of the sorted member list until it has found some more matches than the page needs. */
async function scanMatchesInOrder(db: Db, slice: FilteredSlice, scan: { rows: number; perRow: number }) {
  const { everybody, buildSelection, canIndexReturnSortedUsers, sort, limit, offset } = slice
  const end = offset + limit
  const most = (Math.floor(end / scannedCountStep) + 1) * scannedCountStep
  const order = buildUserOrder(sort)
  const scanned = sql.raw(String(Math.max(scan.rows, scan.perRow * end)))
  const buildScanSql = (where: SQL | undefined) =>
    sql`(select * from ${users} where ${where} order by ${order} limit ${scanned})`
  const sorted = canIndexReturnSortedUsers
    ? buildScanSql(everybody)
    : sql`(select * from (${sql.join(
        userStatuses.map(status => buildScanSql(and(everybody, eq(users.status, status)))),
        sql` union all `,
      )}) as users order by ${order} limit ${scanned})`
  const matches = sql`select ${sortColumns} from ${sorted} as users where ${buildSelection('probe')}
    order by ${order} limit ${sql.raw(String(most + 1))}`
  const { rows, total = 0 } = await readPageOfMatches(db, matches, slice)
  return { rows, total: Math.min(total, most) }
}

/** Reads a page of the filtered member list with the access path that is fastest for the expected number of matches. */
export async function readFilteredUserPage(db: Db, slice: FilteredSlice): Promise<FilteredPage> {
  if (!isKeysetPagingSupportedForUserSort(slice.sort))
    return { ...(await collectMatchingUserIds(db, slice, null)), isCapped: false }
  let counted = 0
  const cost = await estimateCollectionCost(db, and(slice.everybody, slice.buildSelection('collect')))
  if (cost <= maxCollectionCost) {
    const collected = await collectMatchingUserIds(db, slice, maxCollected)
    if (collected.total < maxCollected) return { ...collected, isCapped: false }
    counted = collected.total
  }
  for (const scan of scans) {
    const { rows, total } = await scanMatchesInOrder(db, slice, scan)
    // If the scan found a match after the requested page, a next page exists and no larger scan is needed.
    if (total > slice.offset + slice.limit) return { rows, total: Math.max(total, counted), isCapped: true }
  }
  return { ...(await collectMatchingUserIds(db, slice, null)), isCapped: false }
}
