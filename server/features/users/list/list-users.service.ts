import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { maxCountedRows } from '#server/db/sql/paging.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { AppError } from '#server/errors.ts'
import { addCustomFieldValuesToRows } from '#server/features/custom-fields/custom-field-columns.queries.ts'
import type { UserQuery } from '#shared/contracts/users/users.schemas.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { addSegmentConditionToUserFilters } from './add-segment-condition-to-user-filters.service.ts'
import { readFilteredUserPage } from './filtered-page.queries.ts'
import { maskUserRow } from './mask-user-row.ts'
import { readFirstUserPageByPreparedStatement } from './prepared-first-page.queries.ts'
import {
  readUserRows,
  readUserRowsByUnionOfQueriesPerStatus,
  readUserRowsSortedAfterFiltering,
  type StoredUserRow,
  type UserRowSlice,
} from './user-rows.queries.ts'
import {
  buildConditionForRowsAfterCursor,
  buildTagSegmentAndSearchFilterCondition,
  buildUserColumnFilterCondition,
  canIndexReturnSortedUsers,
  countUsers,
  doesUserFilterNeedSearchOrJoin,
  encodeKeysetCursorOfRow,
  isKeysetPagingSupportedForUserSort,
  type SegmentFilter,
  shouldFilterUsersBeforeSorting,
} from './users.queries.ts'

/** Permission with which a user list is read. The list contains users in the caller's scope for this permission. */
export type ListAction = 'users.list' | 'users.pending'

/** Reads one page of the member list with the access path that is fastest for the query. */
function readUserPage(
  { db, actor }: SignedInContext,
  query: UserQuery & SegmentFilter,
  slice: UserRowSlice,
  action: ListAction,
): Promise<StoredUserRow[]> {
  const { status, institution, sort } = query
  if (shouldFilterUsersBeforeSorting(sort, actor, query, action))
    return readUserRowsSortedAfterFiltering(db, slice)
  // A filter by institution matches few users, so one query reads them instead of one query per status.
  // An index returns users of a single status in sort order, so a filter by status needs only one query.
  if (status || institution || sort.endsWith('status')) return readUserRows(db, slice)
  return readUserRowsByUnionOfQueriesPerStatus(db, slice)
}

async function readAndCountUserPage(context: SignedInContext, requested: UserQuery, action: ListAction) {
  const { db, actor } = context
  const query = await addSegmentConditionToUserFilters(context, requested)
  const { page = 1, pageSize, after, sort } = query
  const offset = after ? 0 : (page - 1) * pageSize
  if (offset + pageSize > maxCountedRows && offset > 0) throw new AppError(400, 'too_deep')
  const isAfter = after ? buildConditionForRowsAfterCursor(sort, after) : undefined
  const limits = { sort, limit: pageSize, offset }
  if (!doesUserFilterNeedSearchOrJoin(query)) {
    const where = and(buildUserColumnFilterCondition(actor, query, action), isAfter)
    const rows = await readUserPage(context, query, { where, ...limits }, action)
    return { rows, ...(await countUsers(db, actor, query, action)) }
  }
  const filtered = await readFilteredUserPage(db, {
    everybody: and(buildUserColumnFilterCondition(actor, query, action), isAfter),
    buildSelection: lookup => buildTagSegmentAndSearchFilterCondition(actor, query, lookup),
    canIndexReturnSortedUsers: canIndexReturnSortedUsers(actor, query, action),
    ...limits,
  })
  // The query for a page after a cursor does not see the users before the cursor, so the total is counted separately.
  return after ? { rows: filtered.rows, ...(await countUsers(db, actor, query, action)) } : filtered
}

export async function listUsers(context: SignedInContext, query: UserQuery, action: ListAction) {
  const { db, actor } = context
  const preparedPage = await readFirstUserPageByPreparedStatement(db, actor, query, action)
  const { rows, ...total } = preparedPage ?? (await readAndCountUserPage(context, query, action))
  const last = rows.at(-1)
  const { sort, pageSize, fields } = query
  const maskedRows = rows.map(row => maskUserRow(context, row))
  return {
    rows: await addCustomFieldValuesToRows(context, maskedRows, fields),
    next:
      last && rows.length === pageSize && isKeysetPagingSupportedForUserSort(sort)
        ? encodeKeysetCursorOfRow(sort, last)
        : undefined,
    ...total,
  }
}

/** Lists the five newest users. Members and users with a role in a club see only active users of their own club. */
export async function listRecentUsers({ db, actor }: SignedInContext) {
  const reach = getPermissionScopeOfActor(actor)
  const isInOwnClub = actor.clubId ? eq(users.clubId, actor.clubId) : sql`false`
  const where =
    reach.over === 'all' || reach.over === 'country'
      ? filterUsersByScope(actor)
      : and(
          isInOwnClub,
          eq(users.status, 'active'),
          isNotNull(users.agreedAt),
          excludeMinorsOutsidePermissionScope(actor),
        )
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
