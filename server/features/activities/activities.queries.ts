// SQL of the activity list: filters, order and counts.
import { and, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { countRowsUpToCap } from '#server/db/sql/paging.ts'
import { findAttachments } from '#server/features/files/attachments.queries.ts'
import {
  type ActivityScope,
  type ActivityStatus,
  activityStatuses,
  activityStatusesByTime,
} from '#shared/constants.ts'
import type { ActivityQuery, ActivitySummary } from '#shared/contracts/activities/activities.schemas.ts'
import type { Actor } from '#shared/policies.ts'
import { normalizeWallTime } from '#shared/time/planned-times.ts'

/** Resolves the scope of an activity list to the actor's club or country. Undefined when the actor has none. */
export function resolveActivityScopeToClubOrCountry(
  actor: Actor,
  scope?: ActivityScope,
): ClubOrCountry | undefined {
  const club = actor.clubId ? { clubId: actor.clubId } : undefined
  if (scope === 'club') return club
  if (scope === 'country') return actor.currentCountry ? { country: actor.currentCountry } : undefined
  return scope === 'home' ? (club ?? {}) : {}
}

export interface ClubOrCountry {
  clubId?: number
  country?: string
}

function buildActivityScopeCondition({ clubId, country }: ClubOrCountry): SQL | undefined {
  return and(
    clubId ? eq(activities.clubId, clubId) : undefined,
    country
      ? sql`${activities.clubId} in (select ${clubs.id} from ${clubs} where ${clubs.country} = ${country})`
      : undefined,
  )
}

export function buildActivityFilterSql(
  actor: Actor,
  query: Omit<ActivityQuery, 'pageSize'>,
): SQL | undefined {
  const { search, status, clubId, country, time, from, to } = query
  const scope = resolveActivityScopeToClubOrCountry(actor, query.scope)
  if (!scope) return sql`false`
  const pattern = search && `%${escapeLikePattern(search)}%`
  return and(
    status && eq(activities.status, status),
    buildActivityScopeCondition(scope),
    buildActivityScopeCondition({ clubId, country }),
    time && inArray(activities.status, [...activityStatusesByTime[time]]),
    from ? gte(activities.startDate, new Date(from)) : undefined,
    to ? lt(activities.startDate, new Date(to)) : undefined,
    pattern
      ? or(
          ilike(activities.title, pattern),
          ilike(activities.location, pattern),
          ilike(activities.secondTitle, pattern),
        )
      : undefined,
  )
}

/** SQL: position of the user on an activity's waiting list, by time of joining. Null for users who are not waiting. */
export function buildWaitingListPositionSql(activity: SQL | number | typeof activities.id, userId: number) {
  return sql<number | null>`
    (select count(*)::int from activity_participants mine
       join activity_participants waiting on waiting.activity_id = mine.activity_id and waiting.id <= mine.id
      where mine.activity_id = ${activity} and mine.user_id = ${userId}
        and mine.status = 'waiting' and waiting.status = 'waiting'
     having count(*) > 0)`
}

/** Selects the numbers of confirmed and waiting participants of an activity, and the user's own participation status. */
function selectParticipantCounts(db: Db, userId: number) {
  const { status, activityId } = activityParticipants
  return db
    .select({
      participantCount: sql<number>`(count(*) filter (where ${status} <> 'waiting'))::int`.as('confirmed'),
      waitingCount: sql<number>`(count(*) filter (where ${status} = 'waiting'))::int`.as('waiting'),
      myStatus: sql<(typeof activityParticipants.$inferSelect)['status'] | null>`
        max(${status}) filter (where ${activityParticipants.userId} = ${userId})`.as('mine'),
    })
    .from(activityParticipants)
    .where(eq(activityId, activities.id))
    .as('counts')
}

const { id, title, description, clubId, organizerId, startDate, endDate, location } = activities
const { language, secondLanguage, secondTitle, secondDescription } = activities
const { timeZone, seriesId, status, maxParticipants, images, documents, questions } = activities
const { startWall, endWall, allowsWalkIns, createdAt, updatedAt } = activities

/** Selects activities in the order of the activity list, with the participation status of the user. */
export function buildActivityListQuery(db: Db, userId: number, where: SQL | undefined) {
  const counts = selectParticipantCounts(db, userId)
  return db
    .select({
      id,
      title,
      description,
      language,
      secondLanguage,
      secondTitle,
      secondDescription,
      clubId,
      organizerId,
      startDate,
      endDate,
      startWall,
      endWall,
      timeZone,
      seriesId,
      location,
      status,
      maxParticipants,
      images,
      documents,
      questions,
      allowsWalkIns,
      createdAt,
      updatedAt,
      clubName: clubs.name,
      clubCountry: clubs.country,
      organizerName: users.fullName,
      participantCount: counts.participantCount,
      waitingCount: counts.waitingCount,
      myStatus: counts.myStatus,
      waitingPosition: buildWaitingListPositionSql(activities.id, userId),
      listOrder: activities.listOrder,
      publicKey: activities.publicKey,
    })
    .from(activities)
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .leftJoin(users, eq(users.id, activities.organizerId))
    .innerJoinLateral(counts, sql`true`)
    .where(where)
    .orderBy(activities.listOrder, activities.id)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof buildActivityListQuery>>[number]

/** Replaces the file ids of activities by attachment details, with one query for all activities. */
export async function addAttachmentDetailsToActivities(db: Db, rows: Row[]) {
  const attachments = await findAttachments(
    db,
    rows.flatMap(row => [...row.images, ...row.documents]),
  )
  const resolveFiles = (ids: string[]) => ids.flatMap(fileId => attachments.get(fileId) ?? [])
  return rows.map(row => ({
    ...row,
    startWall: row.startWall && normalizeWallTime(row.startWall),
    endWall: row.endWall && normalizeWallTime(row.endWall),
    images: resolveFiles(row.images),
    documents: resolveFiles(row.documents),
  }))
}

/** Counts activities by status for one club, one country or all clubs, by adding up stored counters. */
export async function countActivitiesByStatus(
  db: Db,
  { clubId: scopeClubId, country }: ClubOrCountry,
): Promise<ActivitySummary> {
  const rows = await db
    .select({ status: summaries.status, count: sql<number>`sum(${summaries.count})::int` })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, 'activity'),
        eq(summaries.dimension, scopeClubId || country ? 'club' : 'all'),
        scopeClubId ? eq(summaries.key, String(scopeClubId)) : undefined,
        country
          ? sql`${summaries.key} in (select ${clubs.id}::text from ${clubs} where ${clubs.country} = ${country})`
          : undefined,
      ),
    )
    .groupBy(summaries.status)
  const counts = Object.fromEntries(rows.map(row => [row.status, row.count]))
  return Object.fromEntries(activityStatuses.map(name => [name, counts[name] ?? 0])) as ActivitySummary
}

/**
 * Returns the club or country whose materialized counters answer an activity query.
 * Returns undefined when no counter fits, so that the matching activities must be counted one by one.
 */
function findCounterScope(actor: Actor, query: ActivityQuery): ClubOrCountry | undefined {
  if (query.search || query.from || query.to) return undefined
  const scope = resolveActivityScopeToClubOrCountry(actor, query.scope)
  const requested = { clubId: query.clubId, country: query.country }
  if (!scope || (scope.clubId && (requested.clubId || requested.country))) return undefined
  if (scope.country && (requested.clubId || requested.country)) return undefined
  if (requested.clubId && requested.country) return undefined
  return scope.clubId || scope.country ? scope : requested
}

export async function countActivities(
  db: Db,
  actor: Actor,
  query: ActivityQuery,
): Promise<{ total: number; isCapped: boolean }> {
  const scope = findCounterScope(actor, query)
  if (scope) {
    const counts = await countActivitiesByStatus(db, scope)
    const statusesInTime: readonly ActivityStatus[] = query.time
      ? activityStatusesByTime[query.time]
      : activityStatuses
    const matched = statusesInTime.filter(name => !query.status || name === query.status)
    return { total: matched.reduce((sum, name) => sum + counts[name], 0), isCapped: false }
  }
  return countRowsUpToCap(
    db,
    db.select({ id }).from(activities).where(buildActivityFilterSql(actor, query)).$dynamic(),
    query,
  )
}
