import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { activities, activityHelpers } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { readRowsInChunks } from '#server/db/sql/paging.ts'
import { filterActivitiesByScope } from '#server/db/sql/scope-filters.ts'
import { activityTitleColumns } from '#server/db/sql/versions.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { type ActivityScope, activityStatusesByTime } from '#shared/constants.ts'
import type { ActivityQuery, ActivitySummary } from '#shared/contracts/activities/activities.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { type Actor, can } from '#shared/policies.ts'
import {
  addAttachmentDetailsToActivities,
  buildActivityFilterSql,
  buildActivityListQuery,
  countActivities,
  countActivitiesByStatus,
  resolveActivityScopeToClubOrCountry,
} from './activities.queries.ts'

/** Activity plus the country of its club. Administrators of that country may read the activity's audit events. */
export type Activity = typeof activities.$inferSelect & { country: string | null }

/** Topics (kinds of cached data) that clients of all users reload after an activity has changed. */
export const touches = { topics: ['activity' as const], to: { everybody: true as const } }

/** Columns set with every change of an activity. Calendar apps detect changes by timestamp and revision. */
export const revisionColumns = { updatedAt: sql`now()`, revision: sql`${activities.revision} + 1` }

export function buildActivityAuditTarget({ id, country }: Pick<Activity, 'id' | 'country'>) {
  return { type: 'activity' as const, id, country }
}

export async function listActivities(
  { db, actor }: SignedInContext,
  query: ActivityQuery & { page: number },
) {
  const { page, pageSize } = query
  const rows = await buildActivityListQuery(db, actor.id, buildActivityFilterSql(actor, query))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    rows: await addAttachmentDetailsToActivities(db, rows),
    ...(await countActivities(db, actor, query)),
  }
}

/** Streams all matching activities in chunks with keyset paging. The actor's permissions are checked for each chunk. */
export async function* streamActivities(context: SignedInContext, query: ActivityQuery) {
  type Row = Awaited<ReturnType<typeof buildActivityListQuery>>[number]
  const parts = readRowsInChunks<Row>(async (last, limit) => {
    const { db, actor } = await context.reauthorize()
    const afterLast =
      last && sql`(${activities.listOrder}, ${activities.id}) > (${last.listOrder}, ${last.id})`
    return buildActivityListQuery(db, actor.id, and(buildActivityFilterSql(actor, query), afterLast)).limit(
      limit,
    )
  })
  for await (const rows of parts) yield await addAttachmentDetailsToActivities(context.db, rows)
}

export async function readActivityCountSummary(
  { db, actor }: SignedInContext,
  { clubId, scope }: { clubId?: number; scope?: ActivityScope },
): Promise<ActivitySummary> {
  const resolved = resolveActivityScopeToClubOrCountry(actor, scope)
  // Activity counts are zero for an unknown club, and when the actor has no club or country to count activities of.
  return countActivitiesByStatus(db, clubId || !resolved ? { clubId: clubId ?? -1 } : resolved)
}

/** Counts the upcoming activities of the actor's club, of the actor's country and of all clubs. */
export async function countActivitiesByScope({ db, actor }: SignedInContext) {
  const countActivitiesInScope = async (scope: ActivityScope) => {
    const resolved = resolveActivityScopeToClubOrCountry(actor, scope)
    if (!resolved) return null
    const counts = await countActivitiesByStatus(db, resolved)
    return activityStatusesByTime.upcoming.reduce((sum, status) => sum + counts[status], 0)
  }
  return {
    club: await countActivitiesInScope('club'),
    country: await countActivitiesInScope('country'),
    all: (await countActivitiesInScope('all')) ?? 0,
  }
}

/** Lists the five activities that were created last. */
export async function listRecentActivities({ db }: SignedInContext) {
  const { id, startDate, timeZone, status } = activities
  const rows = await db
    .select({ id, ...activityTitleColumns, startDate, timeZone, status })
    .from(activities)
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(5)
  return rows.map(row => putTranslationInReaderLanguageFirst(row))
}

/** SQL condition: the user is a helper of the activity, even if the user's role gives no right to manage it. */
function buildHelpedByCondition({ id }: Actor) {
  return sql`exists (select from ${activityHelpers} h where h.activity_id = ${activities.id} and h.user_id = ${id})`
}

function buildManagedActivitiesCondition(organizer: Actor, orHelper: boolean) {
  const isInScope = filterActivitiesByScope(organizer)
  return isInScope && orHelper ? or(isInScope, buildHelpedByCondition(organizer)) : isInScope
}

interface RequireOptions {
  /** User who must be allowed to organize the activity. Omitted for reads, because every user may read activities. */
  organizer?: Actor
  /** True when helpers of the activity also pass the permission check for `organizer`. */
  orHelper?: boolean
  /** Locks the activity until the transaction ends, which serializes joining, leaving and changes. */
  isLocked: boolean
}

/** Loads an activity. Throws 404 if it does not exist, and 404 or 403 if `organizer` may not manage it. */
export async function requireActivity(
  { db }: Context,
  id: number,
  { organizer, orHelper = false, isLocked }: RequireOptions,
): Promise<Activity> {
  const query = db
    .select({ activity: activities, country: clubs.country })
    .from(activities)
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .where(and(eq(activities.id, id), organizer && buildManagedActivitiesCondition(organizer, orHelper)))
  const [found] = await (isLocked ? query.for('no key update', { of: activities }) : query)
  if (found) return { ...found.activity, country: found.country }
  // A user who may manage no activities gets 403 instead of 404, because all users may know which activities exist.
  if (organizer && !can(organizer, 'activities.manage')) {
    const [existing] = await db.select({ id: activities.id }).from(activities).where(eq(activities.id, id))
    if (existing) throw forbidden()
  }
  throw notFound()
}
