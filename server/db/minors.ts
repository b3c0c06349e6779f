import { or, type SQL, sql } from 'drizzle-orm'
import { type Actor, reachOf } from '#shared/policies.ts'
import { usersWithinReach } from './reach.ts'
import { users } from './schema/core.ts'

/**
 * Of age at the moment it is asked. The day of birth is sealed, only its year stands beside it: whoever turns eighteen is
 * taken for a minor to the end of that year. Of whom nobody knows, nobody can say.
 */
const isOfAge = sql`coalesce(${users.birthYear} < extract(year from now() at time zone 'Asia/Kuala_Lumpur') - 18, true)`

/** Minors are seen by themselves and by those who look after them, and are in no search and no directory of others. */
export function isNoHiddenMinor(actor: Actor): SQL | undefined {
  return reachOf(actor).over === 'all' ? undefined : or(isOfAge, usersWithinReach(actor))
}
