// Rows of the members' list, in order: as they come, or found by a search.
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
 * Whatever their status: each status by itself, in order, and then put together. The indexes have the status before the
 * name, so that the members of a club or a country come in order; without one they would have to be gathered first.
 */
/** The same slice, by what is chosen from each status. */
export function merged({ where, sort, limit, offset = 0 }: Slice): Slice {
  const order = sql.join(inOrder(sort), sql`, `)
  const parts = userStatuses.map(
    status => sql`(select ${orderedColumns} from ${users}
      where ${and(where, eq(users.status, status))} order by ${order} limit ${sql.raw(String(limit + offset))})`,
  )
  const found = sql`(${sql.join(parts, sql` union all `)}) as users`
  const chosen = sql`select id from ${found} order by ${order} limit ${limit} offset ${offset}`
  return { where: sql`${users.id} = any(array(${chosen}))`, sort, limit }
}

export async function mergeRows(db: Db, slice: Slice) {
  return readRows(db, merged(slice))
}

/** Finds all that match, by whatever index, before putting them in order; and only then reads the few rows asked for. */
export async function gatherRows(db: Db, { where, sort, limit, offset = 0 }: Slice) {
  const found = sql`(select ctid, ${orderedColumns} from ${users} where ${where} offset 0) as users`
  const chosen = sql`select ctid from ${found} order by ${sql.join(inOrder(sort), sql`, `)} limit ${limit} offset ${offset}`
  return readRows(db, { where: sql`${users}.ctid = any(array(${chosen}))`, sort, limit })
}

/** So far a search walks along the list before it gives up on finding enough that way. */
const walk = 2000

/**
 * Those of everybody who match, in order. Nobody can tell beforehand where in the order the matches lie: those of a common word may all stand at the end. So
 * a short walk first, which is enough for what is common; and then what is found by the index, put in order.
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
    .offset(walk)
  if (!edge) return readRows(db, slice)
  const near = and(slice.where, upTo(sort, keyOfRow(sort, edge)))
  const rows = await readRows(db, { ...slice, where: near })
  return rows.length === slice.limit ? rows : gatherRows(db, slice)
}

export type SealedRow = Awaited<ReturnType<typeof readRows>>[number]
