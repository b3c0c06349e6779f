import { and, asc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { countRowsUpToCap } from '#server/db/sql/paging.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import type { DirectoryQuery } from '#shared/contracts/clubs/clubs.schemas.ts'

/**
 * Lists active members of the user's own club who have accepted the terms and are not hidden.
 * The requesting user is always listed in the club directory.
 */
export async function listClubDirectory(
  { db, actor }: SignedInContext,
  clubId: number,
  { search, page, pageSize }: DirectoryQuery,
) {
  if (actor.clubId !== clubId) throw notFound()
  const where = and(
    eq(users.clubId, clubId),
    eq(users.status, 'active'),
    isNull(users.erasedAt),
    // Imported users who have not accepted the terms yet are not listed in the club directory.
    isNotNull(users.agreedAt),
    or(isNull(users.unlistedAt), eq(users.id, actor.id)),
    excludeMinorsOutsidePermissionScope(actor),
    search ? ilike(users.fullName, `%${escapeLikePattern(search)}%`) : undefined,
  )
  const { id, fullName, course, institution } = users
  const rows = await db
    .select({ id, fullName, course, institution, profileImageUrl: buildImageUrlSql(users.profileImageId) })
    .from(users)
    .where(where)
    .orderBy(asc(fullName), asc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const countQuery = db.select({ id }).from(users).where(where).$dynamic()
  return { rows, ...(await countRowsUpToCap(db, countQuery, { page, pageSize })) }
}

export async function readOwnVisibilityInClubDirectory({
  db,
  actor,
}: SignedInContext): Promise<{ isListed: boolean }> {
  const [me] = await db.select({ unlistedAt: users.unlistedAt }).from(users).where(eq(users.id, actor.id))
  if (!me) throw unauthenticated()
  return { isListed: me.unlistedAt === null }
}

export async function setDirectoryVisibility(context: SignedInContext, isListed: boolean): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ unlistedAt: isListed ? null : sql`now()` })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordAuditEvent(tx, {
      kind: 'user.listed',
      target: buildUserAuditTarget(actor),
      details: { isListed },
      touches: [
        { topics: ['me'], to: { users: [actor.id] } },
        // Refreshes the club directory on the screens of the club's members.
        {
          topics: ['directory'],
          to: actor.clubId
            ? { reach: { country: null, clubId: actor.clubId }, users: [actor.id] }
            : { users: [actor.id] },
        },
      ],
    })
  })
}
