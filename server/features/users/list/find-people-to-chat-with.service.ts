import { and, eq, ilike, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { filterUsersOfSameCountryOrClub } from '#server/db/sql/scope-filters.ts'
import { readUserRows, searchUserRows } from './user-rows.queries.ts'
import { buildUserSearchCondition } from './users.queries.ts'

const maxResults = 20

/** People search matches names only, so that members cannot probe for email addresses or membership numbers. */
function buildNameCondition(search: string) {
  const pattern = escapeLikePattern(search)
  if (Array.from(search).length >= 3) return ilike(users.fullName, `%${pattern}%`)
  return and(
    buildUserSearchCondition(search),
    or(ilike(users.fullName, `${pattern}%`), ilike(users.fullName, `% ${pattern}%`)),
  )
}

/** Finds people the caller may chat with: active users of the same country or club who accepted the terms. */
export async function findPeopleToChatWith({ db, actor }: SignedInContext, search: string) {
  const everybody = and(
    isNull(users.erasedAt),
    isNotNull(users.agreedAt),
    eq(users.status, 'active'),
    ne(users.id, actor.id),
    filterUsersOfSameCountryOrClub(actor) ?? sql`false`,
    excludeMinorsOutsidePermissionScope(actor),
  )
  const slice = { where: everybody, sort: 'fullName' as const, limit: maxResults }
  const rows = search
    ? await searchUserRows(db, { ...slice, everybody, where: and(everybody, buildNameCondition(search)) })
    : await readUserRows(db, slice)
  return rows.map(({ id, fullName, profileImageUrl, clubName }) => ({
    id,
    fullName,
    profileImageUrl,
    clubName,
  }))
}
