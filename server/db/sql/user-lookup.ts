import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'

/**
 * How a condition over `users` searches another table. `collect` reads all matching user ids by index, which suits few
 * matches. `probe` looks up one user at a time, which suits the scan of a sorted list that ends early.
 */
export type UserLookup = 'collect' | 'probe'

/**
 * Builds an SQL condition over `users`: the user is among the ids that a query selects. `matching` is the query, which
 * must end with a `where` clause without a top-level `or`; `userId` is its column with the id of the user.
 */
export function buildUserIdInSubqueryCondition(matching: SQL, userId: SQL, lookup: UserLookup): SQL {
  // `offset 0` makes PostgreSQL look up one user at a time, instead of collecting the ids of all matching users first.
  return lookup === 'probe'
    ? sql`exists (${matching} and ${userId} = ${users.id} offset 0)`
    : sql`${users.id} in (${matching})`
}
