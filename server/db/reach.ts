import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, reachOf } from '#shared/policies.ts'
import { activities } from './schema/activities.ts'
import { announcements } from './schema/announcements.ts'
import { clubs, users } from './schema/core.ts'
import { imports } from './schema/imports.ts'

/** Rows of a place, by the columns that say which: all of them (undefined), those of one country or one club, or none. */
export function placesWithinReach(
  actor: Actor,
  { country, clubId }: { country: AnyColumn | SQL; clubId: AnyColumn | SQL },
): SQL | undefined {
  const reach = reachOf(actor)
  if (reach.over === 'all') return undefined
  if (reach.over === 'country') return sql`${country} = ${reach.country}`
  return reach.over === 'club' ? sql`${clubId} = ${reach.clubId}` : sql`false`
}

/** The third lock: which rows of users this person's role stretches to. */
export function usersWithinReach(actor: Actor): SQL | undefined {
  const reach = reachOf(actor)
  if (reach.over === 'self') return eq(users.id, reach.id)
  return placesWithinReach(actor, { country: users.currentCountry, clubId: users.clubId })
}

/**
 * People of one's own country, or of one's club where there is no country: a club's members are of the club's country.
 * One condition, so that an index has them in order. Undefined: there are none.
 */
export function near({ currentCountry, clubId }: Actor): SQL | undefined {
  if (currentCountry) return sql`${users.currentCountry} = ${currentCountry}`
  return clubId ? eq(users.clubId, clubId) : undefined
}

/** Which activities this person may organise; those of no club are headquarters' own. Needs clubs joined. */
export function activitiesWithinReach(actor: Actor): SQL | undefined {
  return placesWithinReach(actor, { country: clubs.country, clubId: activities.clubId })
}

/** Which announcements this person may look after: those in whose name they may speak, and those of clubs within reach. */
export function announcementsWithinReach(actor: Actor): SQL {
  const reach = reachOf(actor)
  switch (reach.over) {
    case 'all':
      return sql`true`
    case 'country':
      return sql`(${announcements.country} = ${reach.country} or ${announcements.clubId} in (
        select k.id from clubs k where k.country = ${reach.country}))`
    case 'club':
      return eq(announcements.clubId, reach.clubId)
    default:
      return sql`false`
  }
}

/** Which lists of people this person may bring in, or decide about. */
export function importsWithinReach(actor: Actor): SQL | undefined {
  return placesWithinReach(actor, imports)
}
