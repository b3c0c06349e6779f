import { and, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedIn } from '#server/context.ts'
import { escapeLike } from '#server/db/like.ts'
import { countOut } from '#server/db/paging.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { findMerged } from '#server/features/users/merged.queries.ts'
import { matchesSearch, withinSight } from '#server/features/users/users.queries.ts'
import { type AuditKind, auditKindLabels, auditKinds } from '#shared/audit-kinds.ts'
import type { AuditQuery } from '#shared/contracts/audit.ts'
import { type Actor, reachOf } from '#shared/policies.ts'
import { withNames } from './names.queries.ts'

const actors = alias(users, 'actors')

/** A country's administrator sees what happened to the country's people, clubs and activities. */
function withinReach(actor: Actor): SQL {
  const reach = reachOf(actor)
  if (reach.over === 'all') return sql`true`
  return reach.over === 'country' ? sql`${auditEvents.country} = ${reach.country}` : sql`false`
}

/** Of so many things that a word may mean the first are enough: who means one of them types more of it. */
const mostMeant = 200

/** Done by or to somebody of this name, to a club or an activity of this name, or called so itself. */
function meaning({ db, actor }: SignedIn, search: string): SQL | undefined {
  const pattern = `%${escapeLike(search)}%`
  // By an address one may ask for people within reach alone.
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(and(matchesSearch(search), withinSight(actor)))
    .limit(mostMeant)
  const named = db.select({ id: clubs.id }).from(clubs).where(ilike(clubs.name, pattern)).limit(mostMeant)
  const planned = db
    .select({ id: activities.id })
    .from(activities)
    .where(ilike(activities.title, pattern))
    .limit(mostMeant)
  const isTarget = (type: string, ids: typeof people | typeof named | typeof planned) =>
    and(
      eq(auditEvents.targetType, type),
      sql`${auditEvents.targetId} in (select id::text from (${ids}) as found)`,
    )
  const kinds = auditKinds.filter(one => auditKindLabels[one].toLowerCase().includes(search.toLowerCase()))
  return or(
    inArray(auditEvents.actorId, people),
    isTarget('user', people),
    isTarget('club', named),
    isTarget('activity', planned),
    kinds.length > 0 ? inArray(auditEvents.kind, kinds) : undefined,
  )
}

/** `people`: whoever is looked for, and the accounts that became part of theirs. */
function matching(
  context: SignedIn,
  { kind, search, from, to }: AuditQuery,
  people: number[],
): SQL | undefined {
  const byPerson =
    people.length > 0 &&
    or(
      inArray(auditEvents.actorId, people),
      and(eq(auditEvents.targetType, 'user'), inArray(auditEvents.targetId, people.map(String))),
    )
  return and(
    withinReach(context.actor),
    kind && eq(auditEvents.kind, kind),
    byPerson || undefined,
    search ? meaning(context, search) : undefined,
    from ? gte(auditEvents.createdAt, new Date(from)) : undefined,
    to ? lt(auditEvents.createdAt, new Date(to)) : undefined,
  )
}

/** The id that a target of this type has; anything else joins nothing. */
const targetOf = (type: string) =>
  sql`case when ${auditEvents.targetType} = ${sql.raw(`'${type}'`)} then ${auditEvents.targetId}::int end`

export async function listAudit(context: SignedIn, query: AuditQuery) {
  const { db } = context
  const { person } = query
  const where = matching(context, query, person ? [person, ...(await findMerged(db, person))] : [])
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
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const counted = db.select({ id: auditEvents.id }).from(auditEvents).where(where).$dynamic()
  // Another release may have recorded kinds that this one does not know.
  const known = rows.filter(({ kind }) => auditKinds.includes(kind))
  return {
    events: (await withNames(context, known)).map(
      ({ actorId, actorName, targetType, targetId, targetName, ...event }) => ({
        ...event,
        actor: actorId && actorName ? { id: actorId, fullName: actorName } : null,
        target: targetType && targetId ? { type: targetType, id: targetId, name: targetName } : null,
      }),
    ),
    ...(await countOut(db, counted, query)),
  }
}
