import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, reachOf } from '#shared/policies.ts'
import { users } from './schema/core.ts'

/** The people an actor reaches, as a condition on `users`; part of every list and every single record. */
export function usersWithinReach(actor: Actor): SQL {
  const reach = reachOf(actor)
  switch (reach.over) {
    case 'all':
      return sql`true`
    case 'country':
      return sql`${users.currentCountry} = ${reach.country}`
    case 'club':
      return eq(users.clubId, reach.clubId)
    case 'self':
      return eq(users.id, reach.id)
    case 'nobody':
      return sql`false`
  }
}
