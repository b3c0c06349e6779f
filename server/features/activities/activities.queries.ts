// The list of activities in SQL: what a filter matches, in which order, and how many there are.
import { and, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { escapeLike } from '#server/db/like.ts'
import { countOut } from '#server/db/paging.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { findAttachments } from '#server/features/files/attachments.queries.ts'
import { type ActivityScope, type ActivityStatus, activityStatuses, statusesOf } from '#shared/constants.ts'
import type { ActivityQuery, ActivitySummary } from '#shared/contracts/activities.ts'
import { toLocal } from '#shared/planned-times.ts'
import type { Actor } from '#shared/policies.ts'

/** What of a scope is left to ask the database for; undefined: it is empty, for whoever has no club or country. */
export function resolveScope(actor: Actor, scope?: ActivityScope): Scope | undefined {
  const club = actor.clubId ? { clubId: actor.clubId } : undefined
  if (scope === 'club') return club
  if (scope === 'country') return actor.currentCountry ? { country: actor.currentCountry } : undefined
  return scope === 'home' ? (club ?? {}) : {}
}

export interface Scope {
  clubId?: number
  country?: string
}

function inScope({ clubId, country }: Scope): SQL | undefined {
  return and(
    clubId ? eq(activities.clubId, clubId) : undefined,
    country
      ? sql`${activities.clubId} in (select ${clubs.id} from ${clubs} where ${clubs.country} = ${country})`
      : undefined,
  )
}

export function matching(actor: Actor, query: ActivityQuery): SQL | undefined {
  const { search, status, clubId, country, time, from, to } = query
  const scope = resolveScope(actor, query.scope)
  if (!scope) return sql`false`
  const pattern = search && `%${escapeLike(search)}%`
  return and(
    status && eq(activities.status, status),
    inScope(scope),
    inScope({ clubId, country }),
    time && inArray(activities.status, [...statusesOf[time]]),
    from ? gte(activities.startDate, new Date(from)) : undefined,
    to ? lt(activities.startDate, new Date(to)) : undefined,
    pattern ? or(ilike(activities.title, pattern), ilike(activities.location, pattern)) : undefined,
  )
}

/** Where somebody who waits stands in the queue, which is in the order of asking; null for everybody else. */
export function waitingPosition(ofActivity: SQL | number | typeof activities.id, userId: number) {
  return sql<number | null>`
    (select count(*)::int from activity_participants mine
       join activity_participants waiting on waiting.activity_id = mine.activity_id and waiting.id <= mine.id
      where mine.activity_id = ${ofActivity} and mine.user_id = ${userId}
        and mine.status = 'waiting' and waiting.status = 'waiting'
     having count(*) > 0)`
}

/** How many have a place and how many wait, and what of it is mine. */
function countsFor(db: Db, userId: number) {
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
const { timeZone, seriesId, status, maxParticipants, images, documents, questions } = activities
const { startWall, endWall, allowsWalkIns, createdAt, updatedAt } = activities

/** In the order of the list, as this person sees them. */
export function selectActivities(db: Db, userId: number, where: SQL | undefined) {
  const counts = countsFor(db, userId)
  return db
    .select({
      id,
      title,
      description,
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
      waitingPosition: waitingPosition(activities.id, userId),
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

type Row = Awaited<ReturnType<typeof selectActivities>>[number]

/** Ids become what can be shown; one look for all rows. */
export async function withFiles(db: Db, rows: Row[]) {
  const known = await findAttachments(
    db,
    rows.flatMap(row => [...row.images, ...row.documents]),
  )
  const show = (ids: string[]) => ids.flatMap(fileId => known.get(fileId) ?? [])
  return rows.map(row => ({
    ...row,
    startWall: row.startWall && toLocal(row.startWall),
    endWall: row.endWall && toLocal(row.endWall),
    images: show(row.images),
    documents: show(row.documents),
  }))
}

/** Kept figures: of one club, of those of a country, or of all. */
export async function countByStatus(db: Db, { clubId: ofClub, country }: Scope): Promise<ActivitySummary> {
  const rows = await db
    .select({ status: summaries.status, count: sql<number>`sum(${summaries.count})::int` })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, 'activity'),
        eq(summaries.dimension, ofClub || country ? 'club' : 'all'),
        ofClub ? eq(summaries.key, String(ofClub)) : undefined,
        country
          ? sql`${summaries.key} in (select ${clubs.id}::text from ${clubs} where ${clubs.country} = ${country})`
          : undefined,
      ),
    )
    .groupBy(summaries.status)
  const kept = Object.fromEntries(rows.map(row => [row.status, row.count]))
  return Object.fromEntries(activityStatuses.map(one => [one, kept[one] ?? 0])) as ActivitySummary
}

/** Where the kept figures tell; undefined: it has to be counted out. */
function keptScope(actor: Actor, query: ActivityQuery): Scope | undefined {
  if (query.search || query.from || query.to) return undefined
  const scope = resolveScope(actor, query.scope)
  const asked = { clubId: query.clubId, country: query.country }
  if (!scope || (scope.clubId && (asked.clubId || asked.country))) return undefined
  if (scope.country && (asked.clubId || asked.country)) return undefined
  if (asked.clubId && asked.country) return undefined
  return scope.clubId || scope.country ? scope : asked
}

export async function countActivities(
  db: Db,
  actor: Actor,
  query: ActivityQuery,
): Promise<{ total: number; isCapped: boolean }> {
  const scope = keptScope(actor, query)
  if (scope) {
    const counts = await countByStatus(db, scope)
    const inTime: readonly ActivityStatus[] = query.time ? statusesOf[query.time] : activityStatuses
    const wanted = inTime.filter(one => !query.status || one === query.status)
    return { total: wanted.reduce((sum, one) => sum + counts[one], 0), isCapped: false }
  }
  return countOut(db, db.select({ id }).from(activities).where(matching(actor, query)).$dynamic(), query)
}
