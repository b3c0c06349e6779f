import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { escapeLike } from '#server/db/like.ts'
import { clubs } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import type { Country } from '#shared/constants.ts'
import type { ClubQuery } from '#shared/contracts/clubs.ts'

/** Clubs that take members, for whoever is about to register. */
export async function listClubOptions(db: Db, country: Country) {
  return db
    .select({ id: clubs.id, name: clubs.name, city: clubs.city })
    .from(clubs)
    .where(and(eq(clubs.country, country), eq(clubs.isActive, true)))
    .orderBy(asc(clubs.name), asc(clubs.id))
}

function matching({ search, country, status }: ClubQuery): SQL | undefined {
  const pattern = search && `%${escapeLike(search)}%`
  return and(
    country && eq(clubs.country, country),
    status && eq(clubs.isActive, status === 'active'),
    pattern
      ? or(ilike(clubs.name, pattern), ilike(clubs.city, pattern), ilike(clubs.university, pattern))
      : undefined,
  )
}

/** Clubs are hundreds, not millions: all of them, or a page, with how many active members each has. */
export async function listClubs(db: Db, query: ClubQuery) {
  const where = matching(query)
  const { id, name, country, city, university, description, adminId, isActive, createdAt, updatedAt } = clubs
  const rows = db
    .select({
      ...{ id, name, country, city, university, description, adminId, isActive, createdAt, updatedAt },
      memberCount: sql<number>`coalesce(${summaries.count}, 0)`,
    })
    .from(clubs)
    .leftJoin(
      summaries,
      and(
        eq(summaries.entity, 'user'),
        eq(summaries.dimension, 'club'),
        eq(summaries.key, sql`${clubs.id}::text`),
        eq(summaries.status, 'active'),
      ),
    )
    .where(where)
    .orderBy(asc(clubs.name), asc(clubs.id))
    .$dynamic()
  const { page, pageSize } = query
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(clubs).where(where)
  return {
    rows: page === undefined ? await rows : await rows.limit(pageSize).offset((page - 1) * pageSize),
    total: count?.total ?? 0,
  }
}

export async function summariseClubs(db: Db) {
  const [figures] = await db
    .select({
      total: sql<number>`count(*)::int`,
      active: sql<number>`count(*) filter (where ${clubs.isActive})::int`,
      universities: sql<number>`count(distinct ${clubs.university})::int`,
    })
    .from(clubs)
  const count = sql<number>`count(*)::int`
  const byCountry = await db
    .select({ country: clubs.country, count })
    .from(clubs)
    .groupBy(clubs.country)
    .orderBy(desc(count), asc(clubs.country))
  return { total: 0, active: 0, universities: 0, ...figures, byCountry }
}
