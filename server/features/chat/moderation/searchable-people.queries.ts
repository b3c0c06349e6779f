import { and, eq, or, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'

/**
 * SQL condition for users the actor may contact: same club, same country or within the actor's scope.
 * Minors are excluded for actors who may not see them. The condition is undefined for actors who may contact all users.
 */
export function buildSearchablePeopleFilter(actor: Actor) {
  if (getPermissionScopeOfActor(actor).over === 'all') return undefined
  const isNear = or(
    actor.clubId ? eq(users.clubId, actor.clubId) : undefined,
    actor.currentCountry ? sql`${users.currentCountry} = ${actor.currentCountry}` : undefined,
    filterUsersByScope(actor),
  )
  return and(isNear, excludeMinorsOutsidePermissionScope(actor))
}
