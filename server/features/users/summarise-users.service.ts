import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { startOfMonth } from '#shared/calendar.ts'
import { type Role, roles } from '#shared/constants.ts'
import { type Actor, reachOf } from '#shared/policies.ts'
import { countByStatus, withinSight } from './users.queries.ts'

/** From the kept figures: asked for by every screen an approver opens. */
export async function countPendingUsers({ db, actor }: SignedIn): Promise<number> {
  return (await countByStatus(db, actor))?.pending ?? 0
}

/** Those who administer are few and counted; the rest of the total are members. */
async function countByRole(db: Db, actor: Actor, total: number): Promise<Record<Role, number>> {
  const rows = await db
    .select({ role: users.role, count: sql<number>`count(*)::int` })
    .from(users)
    .where(
      and(
        withinSight(actor),
        inArray(
          users.role,
          roles.filter(role => role !== 'member'),
        ),
      ),
    )
    .groupBy(users.role)
  const counted = Object.fromEntries(rows.map(({ role, count }) => [role, count]))
  const administering = rows.reduce((sum, { count }) => sum + count, 0)
  const none = Object.fromEntries(roles.map(role => [role, 0]))
  return { ...none, ...counted, member: total - administering } as Record<Role, number>
}

/** How many countries, or clubs, have active members; from the kept figures. */
async function countPlaces(db: Db, actor: Actor, dimension: 'country' | 'club'): Promise<number> {
  const reach = reachOf(actor)
  if (reach.over === 'nobody' || reach.over === 'self') return 0
  const ofCountry =
    reach.over === 'country'
      ? dimension === 'country'
        ? eq(summaries.key, reach.country)
        : sql`${summaries.key} in (select id::text from ${clubs} where ${clubs.country} = ${reach.country})`
      : undefined
  const ofClub =
    reach.over === 'club'
      ? dimension === 'club'
        ? eq(summaries.key, String(reach.clubId))
        : sql`${summaries.key} in (select country from ${clubs} where ${clubs.id} = ${reach.clubId})`
      : undefined
  const isThere = and(
    eq(summaries.entity, 'user'),
    eq(summaries.dimension, dimension),
    eq(summaries.status, 'active'),
    ne(summaries.key, ''),
    sql`${summaries.count} > 0`,
    ofCountry,
    ofClub,
  )
  return db.$count(summaries, isThere)
}

export async function summariseUsers({ db, actor }: SignedIn) {
  const byStatus = (await countByStatus(db, actor)) ?? { pending: 0, active: 0, inactive: 0, rejected: 0 }
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  const isNew = and(eq(users.status, 'active'), gte(users.approvedAt, startOfMonth(new Date())))
  return {
    total,
    byStatus,
    byRole: await countByRole(db, actor, total),
    newThisMonth: await db.$count(users, and(withinSight(actor), isNew)),
    countries: await countPlaces(db, actor, 'country'),
    clubs: await countPlaces(db, actor, 'club'),
  }
}
