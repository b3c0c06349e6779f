import { and, inArray } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { buildUserVisibilitySqlCondition } from '#server/features/users/list/users.queries.ts'
import {
  type AuditDetails,
  buildNameKey,
  getRecordTypeReferencedByAuditDetail,
  parseIdsInAuditEventDetail,
} from '#shared/audit/audit-details.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'

interface RecordedEvent {
  kind: AuditKind
  details: AuditDetails
}

function listReferencesOfEvent({ kind, details }: RecordedEvent) {
  return Object.entries(details).flatMap(([name, value]) => {
    const type = getRecordTypeReferencedByAuditDetail(kind, name)
    return type ? parseIdsInAuditEventDetail(value).map(id => ({ type, id })) : []
  })
}

/**
 * Adds the names of users and clubs that the event details reference by id.
 * Names are looked up when the audit log is read, and only for users within the reader's scope.
 * Erased users and users outside that scope are shown by id only; club names are public.
 */
export async function addUserAndClubNamesToAuditEvents<Event extends RecordedEvent>(
  { db, actor }: SignedInContext,
  events: Event[],
) {
  const all = events.flatMap(listReferencesOfEvent)
  const listReferencedIds = (wanted: 'user' | 'club') => [
    ...new Set(all.filter(({ type }) => type === wanted).map(({ id }) => id)),
  ]
  const userIds = listReferencedIds('user')
  const clubIds = listReferencedIds('club')
  const names = new Map<string, string>()
  if (userIds.length > 0) {
    const found = await db
      .select({ id: users.id, name: users.fullName })
      .from(users)
      .where(and(inArray(users.id, userIds), buildUserVisibilitySqlCondition(actor, 'audit.read')))
    for (const { id, name } of found) names.set(buildNameKey('user', id), name)
  }
  if (clubIds.length > 0) {
    const found = await db
      .select({ id: clubs.id, name: clubs.name })
      .from(clubs)
      .where(inArray(clubs.id, clubIds))
    for (const { id, name } of found) names.set(buildNameKey('club', id), name)
  }
  return events.map(event => {
    const keys = listReferencesOfEvent(event).map(({ type, id }) => buildNameKey(type, id))
    const entries = keys.flatMap(key => {
      const name = names.get(key)
      return name ? [[key, name] as const] : []
    })
    return { ...event, names: Object.fromEntries(entries) }
  })
}
