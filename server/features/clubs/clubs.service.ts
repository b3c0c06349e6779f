import { and, asc, desc, eq, getTableColumns, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { notFound } from '#server/errors.ts'
import type { ClubQuery } from '#shared/contracts/clubs/clubs.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'

/** Lists active clubs of a country, for the registration form. */
export async function listClubsForRegistration({ db }: Context, country: Country) {
  return db
    .select({ id: clubs.id, name: clubs.name, city: clubs.city })
    .from(clubs)
    .where(and(eq(clubs.country, country), eq(clubs.isActive, true)))
    .orderBy(asc(clubs.name), asc(clubs.id))
}

function buildClubFilter({ search, country, status }: ClubQuery): SQL | undefined {
  const pattern = search && `%${escapeLikePattern(search)}%`
  return and(
    country && eq(clubs.country, country),
    status && eq(clubs.isActive, status === 'active'),
    pattern
      ? or(ilike(clubs.name, pattern), ilike(clubs.city, pattern), ilike(clubs.university, pattern))
      : undefined,
  )
}

/** Club columns with the number of active members, which triggers keep in the table `summaries`. */
const rowColumns = {
  ...getTableColumns(clubs),
  logoUrl: buildImageUrlSql(clubs.logoId),
  memberCount: sql<number>`coalesce(${summaries.count}, 0)`,
}
const membersOfClub = and(
  eq(summaries.entity, 'user'),
  eq(summaries.dimension, 'club'),
  eq(summaries.status, 'active'),
  eq(summaries.key, sql`${clubs.id}::text`),
)

/** Lists clubs by name. Without `page` it returns all clubs, because there are only hundreds. */
export async function listClubs({ db }: SignedInContext, query: ClubQuery) {
  const where = buildClubFilter(query)
  const rows = db
    .select(rowColumns)
    .from(clubs)
    .leftJoin(summaries, membersOfClub)
    .where(where)
    .orderBy(asc(clubs.name), asc(clubs.id))
    .$dynamic()
  const { page, pageSize } = query
  return {
    rows: page === undefined ? await rows : await rows.limit(pageSize).offset((page - 1) * pageSize),
    total: await db.$count(clubs, where),
  }
}

const adminColumns = {
  id: users.id,
  fullName: users.fullName,
  profileImageUrl: buildImageUrlSql(users.profileImageId),
}

/** Returns a club with its administrator, and the id of its chat group if the user is a member of that group. */
export async function readClub({ db, actor }: SignedInContext, id: number) {
  const [found] = await db
    .select({ club: rowColumns, admin: adminColumns, groupId: groupMembers.groupId })
    .from(clubs)
    .leftJoin(summaries, membersOfClub)
    .leftJoin(users, and(eq(users.id, clubs.adminId), isNull(users.erasedAt)))
    .leftJoin(messageGroups, and(eq(messageGroups.clubId, clubs.id), messageGroups.isActive))
    .leftJoin(
      groupMembers,
      and(eq(groupMembers.groupId, messageGroups.id), eq(groupMembers.userId, actor.id)),
    )
    .where(eq(clubs.id, id))
  if (!found) throw notFound()
  return { ...found.club, admin: found.admin, groupId: found.groupId }
}

export async function readClubCountSummary({ db }: SignedInContext) {
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
