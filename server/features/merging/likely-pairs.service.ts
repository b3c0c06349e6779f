import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { likelyPairs } from '#server/db/schema/merging.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { requireAccessToUser } from '#server/features/users/access/require-access-to-user.service.ts'
import type { PairsQuery } from '#shared/contracts/merging/merging.schemas.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'

const [low, high] = [alias(users, 'low'), alias(users, 'high')]
const [lowClub, highClub] = [alias(clubs, 'low_club'), alias(clubs, 'high_club')]

type UserAlias = typeof low | typeof high

const selectAccount = (account: UserAlias, club: typeof lowClub | typeof highClub) => ({
  id: account.id,
  fullName: account.fullName,
  email: account.email,
  status: account.status,
  role: account.role,
  membershipNumber: account.membershipNumber,
  currentCountry: account.currentCountry,
  clubName: club.name,
  profileImageUrl: buildImageUrlSql(account.profileImageId),
  createdAt: account.createdAt,
})

/**
 * Restricts likely duplicates to the caller's country.
 * The country of the pair uses the index; the countries of both users are checked too, because a user may have moved.
 */
function buildScopeCondition(actor: Actor): SQL | undefined {
  const reach = getPermissionScopeOfActor(actor)
  if (reach.over === 'all') return undefined
  if (reach.over !== 'country') return sql`false`
  const { country } = reach
  return sql`${likelyPairs.country} = ${country} and ${low.currentCountry} = ${country} and ${high.currentCountry} = ${country}`
}

export async function listLikelyDuplicatePairs(
  { db, actor }: SignedInContext,
  { before, limit }: PairsQuery,
) {
  const rows = await db
    .select({
      id: likelyPairs.id,
      why: likelyPairs.why,
      createdAt: likelyPairs.createdAt,
      low: selectAccount(low, lowClub),
      high: selectAccount(high, highClub),
    })
    .from(likelyPairs)
    .innerJoin(low, eq(low.id, likelyPairs.lowId))
    .innerJoin(high, eq(high.id, likelyPairs.highId))
    .leftJoin(lowClub, eq(lowClub.id, low.clubId))
    .leftJoin(highClub, eq(highClub.id, high.clubId))
    .where(
      and(
        isNull(likelyPairs.dismissedAt),
        before ? lt(likelyPairs.id, before) : undefined,
        isNull(low.erasedAt),
        isNull(high.erasedAt),
        buildScopeCondition(actor),
      ),
    )
    .orderBy(desc(likelyPairs.id))
    .limit(limit)
  return rows.map(({ low: lowAccount, high: highAccount, ...pair }) => ({
    ...pair,
    people: [lowAccount, highAccount] as [typeof lowAccount, typeof highAccount],
  }))
}

/**
 * Marks two accounts as different people, so that they are not suggested as duplicates again.
 * Repeated calls are safe.
 */
export async function dismissLikelyDuplicatePair(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [pair] = await db.select().from(likelyPairs).where(eq(likelyPairs.id, id))
    if (!pair) throw notFound()
    const user = await requireAccessToUser(tx, pair.lowId, 'users.merge')
    await requireAccessToUser(tx, pair.highId, 'users.merge')
    const { rowCount } = await db
      .update(likelyPairs)
      .set({ dismissedAt: sql`now()`, dismissedBy: actor.id })
      .where(and(eq(likelyPairs.id, id), isNull(likelyPairs.dismissedAt)))
    if (!rowCount) return
    await recordAuditEvent(tx, {
      kind: 'user.pair_dismissed',
      target: buildUserAuditTarget(user),
      details: { other: pair.highId },
      touches: {
        topics: ['merging', 'person'],
        to: { reach: { country: user.currentCountry, clubId: user.clubId } },
      },
    })
  })
}
