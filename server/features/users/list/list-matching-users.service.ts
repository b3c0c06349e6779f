import { asc } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { maxMatchingUsers } from '#shared/constants.ts'
import type { UserFilters } from '#shared/contracts/users/users.schemas.ts'
import { addSegmentConditionToUserFilters } from './add-segment-condition-to-user-filters.service.ts'
import { buildUserFilterSql } from './users.queries.ts'

/** Lists all users who match the filters, so that the client can act on them batch by batch. */
export async function listMatchingUsers(context: SignedInContext, query: UserFilters) {
  const { db, actor } = context
  const filters = await addSegmentConditionToUserFilters(context, query)
  const rows = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(buildUserFilterSql(actor, filters, 'users.list'))
    .orderBy(asc(users.id))
    .limit(maxMatchingUsers + 1)
  return { people: rows.slice(0, maxMatchingUsers), isCapped: rows.length > maxMatchingUsers }
}
