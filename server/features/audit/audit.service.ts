import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedIn } from '#server/context.ts'
import { countOut } from '#server/db/paging.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { findMerged } from '#server/features/users/merged.queries.ts'
import { type AuditKind, auditKinds } from '#shared/audit-kinds.ts'
import type { AuditQuery } from '#shared/contracts/audit.ts'
import { type Actor, reachOf } from '#shared/policies.ts'

const actors = alias(users, 'actors')

/** A country's administrator sees what happened to the country's people, clubs and activities. */
function withinReach(actor: Actor): SQL {
  const reach = reachOf(actor)
  if (reach.over === 'all') return sql`true`
  return reach.over === 'country' ? sql`${auditEvents.country} = ${reach.country}` : sql`false`
}

/** `people`: whoever is looked for, and the accounts that became part of theirs. */
function matching(actor: Actor, { kind, from, to }: AuditQuery, people: number[]): SQL | undefined {
  const byPerson =
    people.length > 0 &&
    or(
      inArray(auditEvents.actorId, people),
      and(eq(auditEvents.targetType, 'user'), inArray(auditEvents.targetId, people.map(String))),
    )
  return and(
    withinReach(actor),
    kind && eq(auditEvents.kind, kind),
    byPerson || undefined,
    from ? gte(auditEvents.createdAt, new Date(from)) : undefined,
    to ? lt(auditEvents.createdAt, new Date(to)) : undefined,
  )
}

/** The id that a target of this type has; anything else joins nothing. */
const targetOf = (type: string) =>
  sql`case when ${auditEvents.targetType} = ${sql.raw(`'${type}'`)} then ${auditEvents.targetId}::int end`

export async function listAudit({ db, actor }: SignedIn, query: AuditQuery) {
  const { person } = query
  const where = matching(actor, query, person ? [person, ...(await findMerged(db, person))] : [])
  const rows = await db
    .select({
      id: auditEvents.id,
      kind: sql<AuditKind>`${auditEvents.kind}`,
      actorId: actors.id,
      actorName: actors.fullName,
      targetType: auditEvents.targetType,
      targetId: auditEvents.targetId,
      targetName: sql<
        string | null
      >`coalesce(${users.fullName}, ${clubs.name}, ${activities.title}, ${messageGroups.name}, ${announcements.title})`,
      details: auditEvents.details,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .leftJoin(actors, eq(actors.id, auditEvents.actorId))
    .leftJoin(users, eq(users.id, targetOf('user')))
    .leftJoin(clubs, eq(clubs.id, targetOf('club')))
    .leftJoin(activities, eq(activities.id, targetOf('activity')))
    .leftJoin(messageGroups, eq(messageGroups.id, targetOf('group')))
    .leftJoin(announcements, eq(announcements.id, targetOf('announcement')))
    .where(where)
    .orderBy(desc(auditEvents.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const counted = db.select({ id: auditEvents.id }).from(auditEvents).where(where).$dynamic()
  return {
    // Another release may have recorded kinds that this one does not know.
    events: rows
      .filter(({ kind }) => auditKinds.includes(kind))
      .map(({ actorId, actorName, targetType, targetId, targetName, ...event }) => ({
        ...event,
        actor: actorId && actorName ? { id: actorId, fullName: actorName } : null,
        target: targetType && targetId ? { type: targetType, id: targetId, name: targetName } : null,
      })),
    ...(await countOut(db, counted)),
  }
}
