// SQL conditions for tags: which tags a manager may see, and which members have a tag.
import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { filterByOwningClubOrCountry, type OwnerColumns } from '#server/db/sql/scope-filters.ts'
import { buildUserIdInSubqueryCondition, type UserLookup } from '#server/db/sql/user-lookup.ts'
import type { Actor } from '#shared/policies.ts'

/** SQL columns of a tag, for statements in which the table `tags` has the alias `g`. */
const tagColumns = { country: sql`g.country`, clubId: sql`g.club_id`, removedAt: sql`g.removed_at` }

/** SQL condition: the tag exists and belongs to the actor's scope. Tags of a wider scope stay hidden. */
export function buildVisibleTagSql(
  actor: Actor,
  tag: OwnerColumns & { removedAt: OwnerColumns['country'] },
): SQL {
  return sql`(${tag.removedAt} is null and ${filterByOwningClubOrCountry(actor, tag, 'users.tag')})`
}

/** SQL condition over `users`: the user currently belongs to the club or country of the tag. */
export function buildUserInClubOrCountryOfTagSqlCondition({ country, clubId }: OwnerColumns): SQL {
  return sql`(${clubId} is null or ${clubId} = ${users.clubId})
    and (${country} is null or ${country} = ${users.currentCountry})`
}

/** SQL condition over `users`: the user has the tag, and the actor may see it. */
export function buildUserHasVisibleTagCondition(actor: Actor, tagId: number, lookup: UserLookup): SQL {
  const tagged = sql`select ut.user_id from user_tags ut join tags g on g.id = ut.tag_id
    where ut.tag_id = ${tagId} and ut.outside_since is null and ${buildVisibleTagSql(actor, tagColumns)}`
  return buildUserIdInSubqueryCondition(tagged, sql`ut.user_id`, lookup)
}
