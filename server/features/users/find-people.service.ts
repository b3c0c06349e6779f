import { and, eq, ilike, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { escapeLike } from '#server/db/like.ts'
import { isNoHiddenMinor } from '#server/db/minors.ts'
import { near } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import { readRows, searchRows } from './rows.queries.ts'
import { matchesSearch } from './users.queries.ts'

const mostShown = 20

/** By name alone: an address or a number is nothing to be tried out. The search's own index narrows it down. */
function isNamed(search: string) {
  const pattern = escapeLike(search)
  if (Array.from(search).length >= 3) return ilike(users.fullName, `%${pattern}%`)
  return and(
    matchesSearch(search),
    or(ilike(users.fullName, `${pattern}%`), ilike(users.fullName, `% ${pattern}%`)),
  )
}

/** Whom one may start a conversation with: active people of one's own country or club who have agreed to be here. */
export async function findPeople({ db, actor }: SignedIn, search: string) {
  const everybody = and(
    isNull(users.erasedAt),
    isNotNull(users.agreedAt),
    eq(users.status, 'active'),
    ne(users.id, actor.id),
    near(actor) ?? sql`false`,
    isNoHiddenMinor(actor),
  )
  const slice = { where: everybody, sort: 'fullName' as const, limit: mostShown }
  const rows = search
    ? await searchRows(db, { ...slice, everybody, where: and(everybody, isNamed(search)) })
    : await readRows(db, slice)
  return rows.map(({ id, fullName, profileImageUrl, clubName }) => ({
    id,
    fullName,
    profileImageUrl,
    clubName,
  }))
}
