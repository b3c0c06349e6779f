import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, reachOf } from '#shared/policies.ts'
import { activities } from './schema/activities.ts'
import { announcements } from './schema/announcements.ts'
import { clubs, users } from './schema/core.ts'
import { imports } from './schema/imports.ts'

/** The third lock: which rows of users this person's role stretches to. */
export function usersWithinReach(actor: Actor): SQL | undefined {
  const reach = reachOf(actor)
  switch (reach.over) {
    case 'all':
      return undefined
    case 'country':
      return eq(users.currentCountry, reach.country as (typeof users.$inferSelect)['currentCountry'] & string)
    case 'club':
      return eq(users.clubId, reach.clubId)
    case 'self':
      return eq(users.id, reach.id)
    case 'nobody':
      return sql`false`
  }
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
  const reach = reachOf(actor)
  switch (reach.over) {
    case 'all':
      return undefined
    case 'country':
      return sql`${clubs.country} = ${reach.country}`
    case 'club':
      return eq(activities.clubId, reach.clubId)
    default:
      return sql`false`
  }
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
  const reach = reachOf(actor)
  switch (reach.over) {
    case 'all':
      return undefined
    case 'country':
      return sql`${imports.country} = ${reach.country}`
    case 'club':
      return eq(imports.clubId, reach.clubId)
    default:
      return sql`false`
  }
}
