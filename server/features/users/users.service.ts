import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { isNoHiddenMinor } from '#server/db/minors.ts'
import { highestTotal } from '#server/db/paging.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import { AppError } from '#server/errors.ts'
import type { UserQuery } from '#shared/contracts/users.ts'
import { reachOf } from '#shared/policies.ts'
import { readFirstPage } from './first-page.queries.ts'
import { openRow } from './open-row.ts'
import { gatherRows, mergeRows, readRows, type SealedRow, type Slice, searchRows } from './rows.queries.ts'
import { behind, countUsers, hasKey, isGathered, keyOfRow, matching } from './users.queries.ts'

/** Reads one page with the access path that is fastest for the query. */
function readPage({ db, actor }: SignedIn, query: UserQuery, slice: Slice): Promise<SealedRow[]> {
  const { search, after, status, institution, sort } = query
  if (search && !after) {
    return searchRows(db, { ...slice, everybody: matching(actor, { ...query, search: undefined }) })
  }
  if (isGathered(sort, actor, query)) return gatherRows(db, slice)
  // Institution filters match few rows, and rows of one status are already sorted by the index.
  if (status || institution || sort.endsWith('status')) return readRows(db, slice)
  return mergeRows(db, slice)
}

async function readAndCountPage(context: SignedIn, query: UserQuery) {
  const { db, actor } = context
  const { page = 1, pageSize, after, sort } = query
  const offset = after ? 0 : (page - 1) * pageSize
  if (offset + pageSize > highestTotal && offset > 0) throw new AppError(400, 'too_deep')
  const where = and(matching(actor, query), after ? behind(sort, after) : undefined)
  const rows = await readPage(context, query, { where, sort, limit: pageSize, offset })
  return { rows, ...(await countUsers(db, actor, query)) }
}

export async function listUsers(context: SignedIn, query: UserQuery) {
  const { db, actor } = context
  const preparedPage = await readFirstPage(db, actor, query)
  const { rows, ...total } = preparedPage ?? (await readAndCountPage(context, query))
  const last = rows.at(-1)
  const { sort, pageSize } = query
  return {
    rows: rows.map(row => openRow(context, row)),
    next: last && rows.length === pageSize && hasKey(sort) ? keyOfRow(sort, last) : undefined,
    ...total,
  }
}

/** Lists the five newest users. Members and club roles see only active users of their own club. */
export async function listRecentUsers({ db, actor }: SignedIn) {
  const reach = reachOf(actor)
  const isInOwnClub = actor.clubId ? eq(users.clubId, actor.clubId) : sql`false`
  const where =
    reach.over === 'all' || reach.over === 'country'
      ? usersWithinReach(actor)
      : and(isInOwnClub, eq(users.status, 'active'), isNotNull(users.agreedAt), isNoHiddenMinor(actor))
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      institution: users.institution,
      createdAt: users.createdAt,
      status: users.status,
    })
    .from(users)
    .where(and(isNull(users.erasedAt), where))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(5)
}
