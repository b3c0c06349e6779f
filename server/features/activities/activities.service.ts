import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import { activitiesWithinReach } from '#server/db/reach.ts'
import { activities, activityHelpers } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { type ActivityScope, statusesOf } from '#shared/constants.ts'
import type { ActivityQuery, ActivitySummary } from '#shared/contracts/activities.ts'
import type { Actor } from '#shared/policies.ts'
import {
  countActivities,
  countByStatus,
  matching,
  resolveScope,
  selectActivities,
  withFiles,
} from './activities.queries.ts'

/** With the country of its club, which decides who may read of what happens to it. */
export type Activity = typeof activities.$inferSelect & { country: string | null }

/** Everybody sees activities, so every screen follows. */
export const touches = { topics: ['activity' as const], to: { everybody: true as const } }

/** Set with every change: calendars compare the two. */
export const changed = { updatedAt: sql`now()`, revision: sql`${activities.revision} + 1` }

export function activityTarget({ id, country }: Pick<Activity, 'id' | 'country'>) {
  return { type: 'activity' as const, id, country }
}

export async function listActivities({ db, actor }: SignedIn, query: ActivityQuery & { page: number }) {
  const { page, pageSize } = query
  const rows = await selectActivities(db, actor.id, matching(actor, query))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows: await withFiles(db, rows), ...(await countActivities(db, actor, query)) }
}

/** All of them by key, each part with the right that the person has by then. */
export async function* walkActivities(context: SignedIn, query: ActivityQuery) {
  type Row = Awaited<ReturnType<typeof selectActivities>>[number]
  const parts = walk<Row>(async (last, limit) => {
    const { db, actor } = await context.judgedAgain()
    const behind = last && sql`(${activities.listOrder}, ${activities.id}) > (${last.listOrder}, ${last.id})`
    return selectActivities(db, actor.id, and(matching(actor, query), behind)).limit(limit)
  })
  for await (const rows of parts) yield await withFiles(context.db, rows)
}

export async function summariseActivities(
  { db, actor }: SignedIn,
  { clubId, scope }: { clubId?: number; scope?: ActivityScope },
): Promise<ActivitySummary> {
  const mine = resolveScope(actor, scope)
  // A club that does not exist has nothing, and neither has a scope that one does not have.
  return countByStatus(db, clubId || !mine ? { clubId: clubId ?? -1 } : mine)
}

/** What is to come in each. */
export async function countScopes({ db, actor }: SignedIn) {
  const count = async (scope: ActivityScope) => {
    const mine = resolveScope(actor, scope)
    if (!mine) return null
    const counts = await countByStatus(db, mine)
    return statusesOf.upcoming.reduce((sum, one) => sum + counts[one], 0)
  }
  return { club: await count('club'), country: await count('country'), all: (await count('all')) ?? 0 }
}

/** The five that were entered last. */
export async function listRecentActivities({ db }: SignedIn) {
  const { id, title, startDate, timeZone, status } = activities
  return db
    .select({ id, title, startDate, timeZone, status })
    .from(activities)
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(5)
}

/** Named to help with it; needs no reach. */
function isHelpedBy({ id }: Actor) {
  return sql`exists (select from ${activityHelpers} h where h.activity_id = ${activities.id} and h.user_id = ${id})`
}

function mayRun(organizer: Actor, orHelper: boolean) {
  const within = activitiesWithinReach(organizer)
  return within && orHelper ? or(within, isHelpedBy(organizer)) : within
}

interface Wanted {
  /** Who organises it within their reach; left out: anybody. */
  organizer?: Actor
  /** Or helps with it. */
  orHelper?: boolean
  /** Until the transaction ends: whoever joins, leaves or changes it at the same time comes after. */
  isHeld: boolean
}

/** One activity, for somebody who may run it, or for anybody when nobody is named. */
export async function requireActivity(
  { db }: Context,
  id: number,
  { organizer, orHelper = false, isHeld }: Wanted,
): Promise<Activity> {
  const query = db
    .select({ activity: activities, country: clubs.country })
    .from(activities)
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .where(and(eq(activities.id, id), organizer && mayRun(organizer, orHelper)))
  const [found] = await (isHeld ? query.for('no key update', { of: activities }) : query)
  if (found) return { ...found.activity, country: found.country }
  // A member runs none but those they were named for: that is no question of where it lies.
  if (organizer?.role === 'member') {
    const [there] = await db.select({ id: activities.id }).from(activities).where(eq(activities.id, id))
    if (there) throw forbidden()
  }
  throw notFound()
}
