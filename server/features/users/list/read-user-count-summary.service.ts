import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { type Role, roles } from '#shared/constants.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { buildUserVisibilitySqlCondition, countVisibleUsersByStatus } from './users.queries.ts'

/**
 * Counts pending applicants.
 * Reads materialized counters (table `summaries`), because every screen of an approver requests the count.
 */
export async function countPendingUsers({ db, actor }: SignedInContext): Promise<number> {
  return (await countVisibleUsersByStatus(db, actor, 'users.pending')).pending
}

/**
 * Counts users by role.
 * The query counts only users with other roles than member, who are few.
 * All other users of `total` are members.
 */
async function countByRole(db: Db, actor: Actor, total: number): Promise<Record<Role, number>> {
  const rows = await db
    .select({ role: users.role, count: sql<number>`count(*)::int` })
    .from(users)
    .where(
      and(
        buildUserVisibilitySqlCondition(actor, 'users.list'),
        inArray(
          users.role,
          roles.filter(role => role !== 'member'),
        ),
      ),
    )
    .groupBy(users.role)
  const counted = Object.fromEntries(rows.map(({ role, count }) => [role, count]))
  const administrators = rows.reduce((sum, { count }) => sum + count, 0)
  const zeros = Object.fromEntries(roles.map(role => [role, 0]))
  return { ...zeros, ...counted, member: total - administrators } as Record<Role, number>
}

/** Counts the countries or clubs that have active members, from materialized counters (table `summaries`). */
async function countLocations(db: Db, actor: Actor, dimension: 'country' | 'club'): Promise<number> {
  const reach = getPermissionScopeOfActor(actor, 'users.list')
  if (reach.over === 'nobody' || reach.over === 'self') return 0
  const isInCountryScope =
    reach.over === 'country'
      ? dimension === 'country'
        ? eq(summaries.key, reach.country)
        : sql`${summaries.key} in (select id::text from ${clubs} where ${clubs.country} = ${reach.country})`
      : undefined
  const isInClubScope =
    reach.over === 'club'
      ? dimension === 'club'
        ? eq(summaries.key, String(reach.clubId))
        : sql`${summaries.key} in (select country from ${clubs} where ${clubs.id} = ${reach.clubId})`
      : undefined
  const hasActiveMembers = and(
    eq(summaries.entity, 'user'),
    eq(summaries.dimension, dimension),
    eq(summaries.status, 'active'),
    ne(summaries.key, ''),
    sql`${summaries.count} > 0`,
    isInCountryScope,
    isInClubScope,
  )
  return db.$count(summaries, hasActiveMembers)
}

export async function readUserCountSummary({ db, actor }: SignedInContext) {
  const byStatus = await countVisibleUsersByStatus(db, actor, 'users.list')
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  const isNew = and(eq(users.status, 'active'), gte(users.approvedAt, getStartOfMonth(new Date())))
  return {
    total,
    byStatus,
    byRole: await countByRole(db, actor, total),
    newThisMonth: await db.$count(users, and(buildUserVisibilitySqlCondition(actor, 'users.list'), isNew)),
    countries: await countLocations(db, actor, 'country'),
    clubs: await countLocations(db, actor, 'club'),
  }
}
