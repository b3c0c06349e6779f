// SQL conditions that limit lists to the scope of a user: everything, one country, one club, or the user alone.
// Each condition for an action also includes clubs and countries for which an office permits the action.
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { imports } from '#server/db/schema/imports.ts'
import { type Action, type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'

/** Limits rows that have a country and a club to the ones the actor may see. Undefined: the actor may see all rows. */
export function filterByCountryAndClubScope(
  actor: Actor,
  { country, clubId }: { country: AnyColumn | SQL; clubId: AnyColumn | SQL },
  action?: Action,
): SQL | undefined {
  const scope = getPermissionScopeOfActor(actor, action)
  if (scope.over === 'all') return undefined
  if (scope.over === 'country') return sql`${country} = ${scope.country}`
  return scope.over === 'club' ? sql`${clubId} = ${scope.clubId}` : sql`false`
}

/** Limits users to the ones that the actor may see. Undefined: the actor may see all users. */
export function filterUsersByScope(actor: Actor, action?: Action): SQL | undefined {
  const scope = getPermissionScopeOfActor(actor, action)
  if (scope.over === 'self') return eq(users.id, scope.id)
  return filterByCountryAndClubScope(actor, { country: users.currentCountry, clubId: users.clubId }, action)
}

/**
 * Matches users of the actor's country, or of the actor's club when the actor has no country.
 * The condition is a single comparison, so that an index returns the rows in order.
 * Undefined when the actor has neither.
 */
export function filterUsersOfSameCountryOrClub({ currentCountry, clubId }: Actor): SQL | undefined {
  if (currentCountry) return sql`${users.currentCountry} = ${currentCountry}`
  return clubId ? eq(users.clubId, clubId) : undefined
}

/**
 * Limits activities to those that the actor may organise. The query must join clubs. Activities without a club belong
 * to headquarters.
 */
export function filterActivitiesByScope(actor: Actor): SQL | undefined {
  const place = { country: clubs.country, clubId: activities.clubId }
  return filterByCountryAndClubScope(actor, place, 'activities.manage')
}

/** Country and club columns of a record that belongs to a club, a country, or headquarters when both are null. */
export interface OwnerColumns {
  country: AnyColumn | SQL
  clubId: AnyColumn | SQL
}

/** Limits records to those owned by the actor's country or club. A country's scope includes records of its clubs. */
export function filterByOwningClubOrCountry(
  actor: Actor,
  { country, clubId }: OwnerColumns,
  action?: Action,
): SQL {
  const scope = getPermissionScopeOfActor(actor, action)
  switch (scope.over) {
    case 'all':
      return sql`true`
    case 'country':
      return sql`(${country} = ${scope.country} or ${clubId} in (
        select k.id from clubs k where k.country = ${scope.country}))`
    case 'club':
      return sql`${clubId} = ${scope.clubId}`
    default:
      return sql`false`
  }
}

/** Limits announcements to those sent by the actor's country or club. A country's scope includes those of its clubs. */
export function filterAnnouncementsByScope(actor: Actor): SQL {
  return filterByOwningClubOrCountry(actor, announcements)
}

/** SQL condition that limits member imports to those that the actor may upload or decide about. */
export function filterImportsByScope(actor: Actor): SQL | undefined {
  return filterByCountryAndClubScope(actor, imports)
}
