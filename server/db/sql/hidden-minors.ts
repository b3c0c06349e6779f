import { or, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { filterUsersByScope } from './scope-filters.ts'

/**
 * SQL condition: the user is an adult. Only the year of birth is stored unencrypted.
 * A user who turns eighteen therefore counts as a minor until the end of that year.
 * Users without a known year of birth count as adults.
 */
const isOfAge = sql`coalesce(${users.birthYear} < extract(year from now() at time zone 'Asia/Kuala_Lumpur') - 18, true)`

/**
 * SQL condition that hides minors from search and member directory, except from themselves and users whose scope covers
 * them.
 */
export function excludeMinorsOutsidePermissionScope(actor: Actor): SQL | undefined {
  return getPermissionScopeOfActor(actor).over === 'all' ? undefined : or(isOfAge, filterUsersByScope(actor))
}
