import { and, desc, eq, gte, ilike, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { countRowsUpToCap } from '#server/db/sql/paging.ts'
import { selectTitleInReaderLanguage } from '#server/db/sql/versions.ts'
import { findMergedAccountIds } from '#server/features/users/details/merged-accounts.queries.ts'
import {
  buildUserSearchCondition,
  buildUserVisibilitySqlCondition,
} from '#server/features/users/list/users.queries.ts'
import { type AuditKind, auditKinds, signInKinds } from '#shared/audit/audit-kinds.ts'
import type { AuditQuery } from '#shared/contracts/audit/audit.schemas.ts'
import { getChatGroupName } from '#shared/names/stored-names.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { auditKindLabels } from '#texts/audit-kinds.ts'
import { addUserAndClubNamesToAuditEvents } from './referenced-names.queries.ts'

const actors = alias(users, 'actors')

/** SQL condition: country administrators see audit events about people, clubs and activities of their country. */
function buildAuditScopeCondition(actor: Actor): SQL {
  const scope = getPermissionScopeOfActor(actor)
  if (scope.over === 'all') return sql`true`
  return scope.over === 'country' ? sql`${auditEvents.country} = ${scope.country}` : sql`false`
}

/** Maximum number of users, clubs and activities that match an audit log search and whose audit events are listed. */
const maxSearchMatches = 200

/** SQL condition: the search text matches actor, target user, club or activity, or kind of an audit event. */
function buildAuditSearchCondition({ db, actor }: SignedInContext, search: string): SQL | undefined {
  const pattern = `%${escapeLikePattern(search)}%`
  // The audit log search matches email addresses only of people whom the administrator may see.
  const userIds = db
    .select({ id: users.id })
    .from(users)
    .where(and(buildUserSearchCondition(search), buildUserVisibilitySqlCondition(actor, 'audit.read')))
    .limit(maxSearchMatches)
  const clubIds = db
    .select({ id: clubs.id })
    .from(clubs)
    .where(ilike(clubs.name, pattern))
    .limit(maxSearchMatches)
  const activityIds = db
    .select({ id: activities.id })
    .from(activities)
    .where(or(ilike(activities.title, pattern), ilike(activities.secondTitle, pattern)))
    .limit(maxSearchMatches)
  const buildTargetCondition = (type: string, ids: typeof userIds | typeof clubIds | typeof activityIds) =>
    and(
      eq(auditEvents.targetType, type),
      sql`${auditEvents.targetId} in (select id::text from (${ids}) as found)`,
    )
  const kinds = auditKinds.filter(auditKind =>
    auditKindLabels[auditKind].toLowerCase().includes(search.toLowerCase()),
  )
  return or(
    inArray(auditEvents.actorId, userIds),
    buildTargetCondition('user', userIds),
    buildTargetCondition('club', clubIds),
    buildTargetCondition('activity', activityIds),
    kinds.length > 0 ? inArray(auditEvents.kind, kinds) : undefined,
  )
}

/** Builds the audit log filter. `people` contains the requested user's id and the ids of accounts merged into it. */
function buildAuditEventFilter(
  context: SignedInContext,
  { kind, search, signIns, from, to }: AuditQuery,
  people: number[],
): SQL | undefined {
  const byPerson =
    people.length > 0 &&
    or(
      inArray(auditEvents.actorId, people),
      and(eq(auditEvents.targetType, 'user'), inArray(auditEvents.targetId, people.map(String))),
    )
  return and(
    buildAuditScopeCondition(context.actor),
    kind && eq(auditEvents.kind, kind),
    signIns === 'hidden' ? notInArray(auditEvents.kind, [...signInKinds]) : undefined,
    byPerson || undefined,
    search ? buildAuditSearchCondition(context, search) : undefined,
    from ? gte(auditEvents.createdAt, new Date(from)) : undefined,
    to ? lt(auditEvents.createdAt, new Date(to)) : undefined,
  )
}

/** SQL: target id of an audit event if its target has the type `type` (user, club …), otherwise null. */
const selectTargetIdOfType = (type: string) =>
  sql`case when ${auditEvents.targetType} = ${sql.raw(`'${type}'`)} then ${auditEvents.targetId}::int end`

export async function listAuditEvents(context: SignedInContext, query: AuditQuery) {
  const { db } = context
  const { person } = query
  const where = buildAuditEventFilter(
    context,
    query,
    person ? [person, ...(await findMergedAccountIds(db, person))] : [],
  )
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
      >`coalesce(${clubs.name}, ${selectTitleInReaderLanguage(activities)}, ${selectTitleInReaderLanguage(announcements)})`,
      userName: users.fullName,
      group: {
        name: messageGroups.name,
        type: messageGroups.type,
        country: messageGroups.country,
        isDirect: sql<boolean>`${messageGroups.directKey} is not null`,
      },
      details: auditEvents.details,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .leftJoin(actors, eq(actors.id, auditEvents.actorId))
    .leftJoin(users, eq(users.id, selectTargetIdOfType('user')))
    .leftJoin(clubs, eq(clubs.id, selectTargetIdOfType('club')))
    .leftJoin(activities, eq(activities.id, selectTargetIdOfType('activity')))
    .leftJoin(messageGroups, eq(messageGroups.id, selectTargetIdOfType('group')))
    .leftJoin(announcements, eq(announcements.id, selectTargetIdOfType('announcement')))
    .where(where)
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const countQuery = db.select({ id: auditEvents.id }).from(auditEvents).where(where).$dynamic()
  // Audit events of kinds unknown to this release, which another release has recorded, are skipped.
  const known = rows.filter(({ kind }) => auditKinds.includes(kind))
  return {
    events: (await addUserAndClubNamesToAuditEvents(context, known)).map(
      ({ actorId, actorName, targetType, targetId, targetName, userName, group, ...event }) => ({
        ...event,
        actor: actorId && actorName ? { id: actorId, fullName: actorName } : null,
        target:
          targetType && targetId
            ? {
                type: targetType,
                id: targetId,
                name: userName ?? targetName ?? (group && getChatGroupName(group)),
              }
            : null,
      }),
    ),
    ...(await countRowsUpToCap(db, countQuery, query)),
  }
}
