import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { conflict, notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvents,
} from '#server/events/events.service.ts'
import {
  buildChangedUserResponse,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import {
  applyDecisionToEligibleUsers,
  type Outcomes,
} from '#server/features/users/decisions/apply-decision-to-eligible-users.service.ts'
import type { TagOfUser } from '#shared/contracts/users/tags.schemas.ts'
import { canApproveApplicationOfUser } from '#shared/policies.ts'
import { buildUserInClubOrCountryOfTagSqlCondition, buildVisibleTagSql } from './tag-conditions.queries.ts'
import { requireTagVisibleToCaller } from './tags.service.ts'

async function addTagToUsers(tx: SignedInContext, tagId: number, ids: number[]): Promise<number[]> {
  const added = await tx.db
    .insert(userTags)
    .values(ids.map(userId => ({ tagId, userId })))
    .onConflictDoNothing()
    .returning({ userId: userTags.userId })
  return added.map(({ userId }) => userId)
}

async function removeTagFromUsers(tx: SignedInContext, tagId: number, ids: number[]): Promise<number[]> {
  const removed = await tx.db
    .delete(userTags)
    .where(and(eq(userTags.tagId, tagId), inArray(userTags.userId, ids)))
    .returning({ userId: userTags.userId })
  return removed.map(({ userId }) => userId)
}

/** Records one audit event per user whose tags changed, and refreshes the screens of the managers. */
async function recordTagChangeOfUsers(
  tx: SignedInContext,
  kind: 'user.tagged' | 'user.untagged',
  tagId: number,
  people: User[],
): Promise<void> {
  if (people.length === 0) return
  await recordAuditEvents(
    tx,
    people.map(user => ({ kind, target: buildUserAuditTarget(user), details: { tagId } })),
  )
  const places = new Map(
    people.map(({ currentCountry, clubId }) => [
      `${currentCountry} ${clubId}`,
      { country: currentCountry, clubId },
    ]),
  )
  for (const reach of places.values()) await invalidateClientCache(tx, { topics: ['tags'], to: { reach } })
}

/**
 * Adds a tag to users or removes it, in one transaction. Users who already have the requested state succeed without
 * a change. A tag of a club or country can be given only to its members.
 */
export async function addOrRemoveTagOfUsers(
  context: SignedInContext,
  change: 'add' | 'remove',
  ids: number[],
  tagId: number,
): Promise<Outcomes> {
  return context.transaction(async tx => {
    const tag = await requireTagVisibleToCaller(tx, tagId)
    const isUserInTagScope = ({ currentCountry, clubId }: User) =>
      (tag.clubId === null || tag.clubId === clubId) &&
      (tag.country === null || tag.country === currentCountry)
    return applyDecisionToEligibleUsers(tx, ids, {
      action: 'users.tag',
      check: user => {
        // Managers who may not approve applications can tag active members only.
        if (user.status !== 'active' && !canApproveApplicationOfUser(tx.actor, user)) return notFound()
        return isUserInTagScope(user) ? user : conflict('outside_tag')
      },
      apply: async people => {
        const peopleIds = people.map(({ id }) => id)
        const changed = await (change === 'add' ? addTagToUsers : removeTagFromUsers)(tx, tagId, peopleIds)
        await recordTagChangeOfUsers(
          tx,
          change === 'add' ? 'user.tagged' : 'user.untagged',
          tagId,
          people.filter(({ id }) => changed.includes(id)),
        )
        return people.map(buildChangedUserResponse)
      },
    })
  })
}

/** Lists the tags that the caller may see on users of the caller's scope. Users without such tags are left out. */
export async function listTagsOfUsers({ db, actor }: SignedInContext, ids: number[]) {
  const rows = await db
    .select({
      userId: users.id,
      id: tags.id,
      name: tags.name,
      country: tags.country,
      clubName: clubs.name,
    })
    .from(userTags)
    .innerJoin(tags, eq(tags.id, userTags.tagId))
    .innerJoin(users, eq(users.id, userTags.userId))
    .leftJoin(clubs, eq(clubs.id, tags.clubId))
    .where(
      and(
        inArray(userTags.userId, ids),
        isNull(users.erasedAt),
        filterUsersByScope(actor, 'users.tag'),
        buildVisibleTagSql(actor, tags),
        buildUserInClubOrCountryOfTagSqlCondition(tags),
      ),
    )
    .orderBy(asc(users.id), asc(sql`lower(${tags.name})`))
  const tagsByUser = new Map<number, TagOfUser[]>()
  for (const { userId, ...tag } of rows) tagsByUser.set(userId, [...(tagsByUser.get(userId) ?? []), tag])
  return Array.from(tagsByUser, ([userId, userTagList]) => ({ userId, tags: userTagList }))
}
