import { and, desc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { AppError, notFound } from '#server/errors.ts'
import { startOfMonth } from '#shared/calendar.ts'
import { type Role, roles } from '#shared/constants.ts'
import type { UserFilters, UserQuery } from '#shared/contracts/users.ts'
import { ageOf } from '#shared/ic-number.ts'
import { type Actor, isApprover, reachOf } from '#shared/policies.ts'
import { showIcNumber } from './read-ic-number.ts'
import { readRows, type SealedRow, searchRows } from './rows.queries.ts'
import {
  behind,
  countByStatus,
  countUsers,
  highestTotal,
  keyOfRow,
  matching,
  rowColumns,
  withinSight,
} from './users.queries.ts'

/** What leaves: the number only for approvers and masked, the age by the year of birth. */
function openRow(context: SignedIn, { icEncrypted, birthYear, ...row }: SealedRow) {
  const isShown = icEncrypted !== null && isApprover(context.actor)
  return {
    ...row,
    icNumber: isShown ? showIcNumber(context, row.id, icEncrypted) : null,
    age: birthYear === null ? null : ageOf(birthYear),
  }
}

export async function listUsers(context: SignedIn, query: UserQuery) {
  const { db, actor } = context
  const { page = 1, pageSize, after, sort } = query
  const offset = after ? 0 : (page - 1) * pageSize
  if (offset + pageSize > highestTotal && offset > 0) throw new AppError(400, 'too_deep')
  const where = and(matching(actor, query), after ? behind(sort, after) : undefined)
  const slice = { where, sort, limit: pageSize, offset }
  const rows = await (query.search && !after
    ? searchRows(db, { ...slice, everybody: matching(actor, { ...query, search: undefined }) })
    : readRows(db, slice))
  const last = rows.at(-1)
  return {
    rows: rows.map(row => openRow(context, row)),
    next: last && rows.length === pageSize ? keyOfRow(sort, last) : undefined,
    ...(await countUsers(db, actor, query)),
  }
}

const chunk = 1000

/**
 * The whole of it, a thousand at a time by key; no connection is held while the receiver reads. It can take minutes,
 * so each thousand is read with the right and the reach that the person has by then.
 */
export async function* walkRows(context: SignedIn, filters: UserFilters) {
  const { sort } = filters
  let after: string | undefined
  do {
    const now = await context.judgedAgain()
    const { db, actor } = now
    const where = and(matching(actor, filters), after ? behind(sort, after) : undefined)
    const rows = await readRows(db, { where, sort, limit: chunk })
    const last = rows.at(-1)
    if (rows.length > 0) yield { rows, now }
    after = last && rows.length === chunk ? keyOfRow(sort, last) : undefined
  } while (after)
}

export async function* walkUsers(context: SignedIn, filters: UserFilters) {
  for await (const { rows, now } of walkRows(context, filters)) yield rows.map(row => openRow(now, row))
}

export async function readUser(context: SignedIn, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({ ...rowColumns, phone: users.phone, socialMedia: users.socialMedia })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(users.id, id), withinSight(actor)))
  if (!found) throw notFound()
  const { phone, socialMedia, ...row } = found
  return { ...openRow(context, row), phone, socialMedia, history: await readHistory(db, id) }
}

const changers = alias(users, 'changers')

async function readHistory(db: Db, userId: number) {
  return db
    .select({
      status: userHistory.status,
      currentCountry: userHistory.currentCountry,
      clubName: clubs.name,
      reason: userHistory.reason,
      changedBy: changers.fullName,
      createdAt: userHistory.createdAt,
    })
    .from(userHistory)
    .leftJoin(clubs, eq(clubs.id, userHistory.clubId))
    .leftJoin(changers, eq(changers.id, userHistory.changedBy))
    .where(eq(userHistory.userId, userId))
    .orderBy(desc(userHistory.createdAt), desc(userHistory.id))
    .limit(50)
}

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
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, 'user'),
        eq(summaries.dimension, dimension),
        eq(summaries.status, 'active'),
        ne(summaries.key, ''),
        sql`${summaries.count} > 0`,
        ofCountry,
        ofClub,
      ),
    )
  return row?.count ?? 0
}

export async function summariseUsers({ db, actor }: SignedIn) {
  const byStatus = (await countByStatus(db, actor)) ?? { pending: 0, active: 0, inactive: 0, rejected: 0 }
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  const [fresh] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(
      and(withinSight(actor), eq(users.status, 'active'), gte(users.approvedAt, startOfMonth(new Date()))),
    )
  return {
    total,
    byStatus,
    byRole: await countByRole(db, actor, total),
    newThisMonth: fresh?.count ?? 0,
    countries: await countPlaces(db, actor, 'country'),
    clubs: await countPlaces(db, actor, 'club'),
  }
}

/** The five newest; members and club roles see people of their own club who are in. */
export async function listRecentUsers({ db, actor }: SignedIn) {
  const reach = reachOf(actor)
  const ofOwnClub = actor.clubId ? eq(users.clubId, actor.clubId) : sql`false`
  const where =
    reach.over === 'all' || reach.over === 'country'
      ? usersWithinReach(actor)
      : and(ofOwnClub, eq(users.status, 'active'))
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      institution: users.institution,
      createdAt: users.createdAt,
      status: users.status,
    })
    .from(users)
    .where(and(isNull(users.erasedAt), where))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(5)
}
