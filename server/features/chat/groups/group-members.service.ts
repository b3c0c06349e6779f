import { and, asc, count, eq, ilike, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { maxCountedRows } from '#server/db/sql/paging.ts'
import { filterUsersOfSameCountryOrClub } from '#server/db/sql/scope-filters.ts'
import { AppError } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import type { GroupMembersQuery } from '#shared/contracts/chat/chat.schemas.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { requireGroupJoinedByCaller } from './groups.service.ts'

/** SQL condition: the full name of the user contains the search text. Without search text every name matches. */
const buildNameCondition = (search?: string) =>
  search ? ilike(users.fullName, `%${escapeLikePattern(search)}%`) : undefined

type Group = Awaited<ReturnType<typeof requireGroupJoinedByCaller>>

/**
 * Builds the condition on `users` for members of a system group; `users` has indexes in the order of the member list.
 * In the global group only headquarters sees all users. Other users see people of their own country or club.
 */
function buildSystemGroupFilter(actor: Actor, { type, clubId, country }: Group) {
  return and(
    eq(users.status, 'active'),
    isNull(users.erasedAt),
    type === 'club' ? sql`${users.clubId} = ${clubId}` : undefined,
    type === 'country' ? sql`${users.currentCountry} = ${country}` : undefined,
    type === 'global' && getPermissionScopeOfActor(actor).over !== 'all'
      ? (filterUsersOfSameCountryOrClub(actor) ?? eq(users.id, actor.id))
      : undefined,
    excludeMinorsOutsidePermissionScope(actor),
  )
}

async function listMembersOfSystemGroup(
  db: Db,
  actor: Actor,
  group: Group,
  { page, pageSize, search }: GroupMembersQuery,
) {
  const where = and(buildSystemGroupFilter(actor, group), buildNameCondition(search))
  const rows = await db
    .select({ id: users.id, ...buildUserNameAndImageColumns(users), clubName: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(where)
    .orderBy(asc(users.fullName), asc(users.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const counted = db.select({ id: users.id }).from(users).where(where).limit(maxCountedRows).as('counted')
  const [total] = await db.select({ count: count() }).from(counted)
  return { rows: rows.map(row => ({ ...row, role: 'member' as const })), total: total?.count ?? 0 }
}

async function listMembersOfCustomGroup(db: Db, group: Group, { page, pageSize, search }: GroupMembersQuery) {
  const where = and(eq(groupMembers.groupId, group.id), buildNameCondition(search))
  const rows = await db
    .select({
      id: users.id,
      ...buildUserNameAndImageColumns(users),
      role: groupMembers.role,
      clubName: clubs.name,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(where)
    .orderBy(
      sql`array_position(array['owner', 'admin', 'member'], ${groupMembers.role})`,
      asc(users.fullName),
      asc(users.id),
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [total] = await db
    .select({ count: count() })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(where)
  return { rows, total: total?.count ?? 0 }
}

export async function listGroupMembers(context: SignedInContext, id: number, query: GroupMembersQuery) {
  const { db, actor } = context
  const group = await requireGroupJoinedByCaller(context, id)
  if (query.page * query.pageSize > maxCountedRows) throw new AppError(400, 'too_deep')
  return group.type === 'custom'
    ? listMembersOfCustomGroup(db, group, query)
    : listMembersOfSystemGroup(db, actor, group, query)
}
