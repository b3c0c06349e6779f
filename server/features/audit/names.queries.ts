import { and, inArray } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { withinSight } from '#server/features/users/users.queries.ts'
import { type AuditDetails, idsOf, nameKey, typeOfId } from '#shared/audit-details.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'

interface Recorded {
  kind: AuditKind
  details: AuditDetails
}

function namedIn({ kind, details }: Recorded) {
  return Object.entries(details).flatMap(([name, value]) => {
    const type = typeOfId(kind, name)
    return type ? idsOf(value).map(id => ({ type, id })) : []
  })
}

/**
 * The names of those whom the details hold by their ids, looked up when they are read: of people only those within
 * reach, so that an erased or distant one stays a number. Clubs are known to everybody.
 */
export async function withNames<Event extends Recorded>({ db, actor }: SignedIn, events: Event[]) {
  const all = events.flatMap(namedIn)
  const idsFor = (wanted: 'user' | 'club') => [
    ...new Set(all.filter(({ type }) => type === wanted).map(({ id }) => id)),
  ]
  const people = idsFor('user')
  const places = idsFor('club')
  const names = new Map<string, string>()
  if (people.length > 0) {
    const found = await db
      .select({ id: users.id, name: users.fullName })
      .from(users)
      .where(and(inArray(users.id, people), withinSight(actor)))
    for (const { id, name } of found) names.set(nameKey('user', id), name)
  }
  if (places.length > 0) {
    const found = await db
      .select({ id: clubs.id, name: clubs.name })
      .from(clubs)
      .where(inArray(clubs.id, places))
    for (const { id, name } of found) names.set(nameKey('club', id), name)
  }
  return events.map(event => {
    const keys = namedIn(event).map(({ type, id }) => nameKey(type, id))
    const own = keys.flatMap(key => {
      const name = names.get(key)
      return name ? [[key, name] as const] : []
    })
    return { ...event, names: Object.fromEntries(own) }
  })
}
