import { and, eq, or, sql } from 'drizzle-orm'
import { isNoHiddenMinor } from '#server/db/minors.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import { type Actor, reachOf } from '#shared/policies.ts'

/** Whom one may talk to, for people whose ids are known: of one's own club or country, or within reach; no strangers to minors. */
export function whomOneMayFind(actor: Actor) {
  if (reachOf(actor).over === 'all') return undefined
  const known = or(
    actor.clubId ? eq(users.clubId, actor.clubId) : undefined,
    actor.currentCountry ? sql`${users.currentCountry} = ${actor.currentCountry}` : undefined,
    usersWithinReach(actor),
  )
  return and(known, isNoHiddenMinor(actor))
}
