import { and, asc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { escapeLike } from '#server/db/like.ts'
import { isNoHiddenMinor } from '#server/db/minors.ts'
import { countOut } from '#server/db/paging.ts'
import { users } from '#server/db/schema/core.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import type { DirectoryQuery } from '#shared/contracts/clubs.ts'

/**
 * Lists active members of the user's own club who have accepted the terms and are not hidden.
 * The requesting user is always listed in the directory.
 */
export async function listDirectory(
  { db, actor }: SignedIn,
  clubId: number,
  { search, page, pageSize }: DirectoryQuery,
) {
  if (actor.clubId !== clubId) throw notFound()
  const where = and(
    eq(users.clubId, clubId),
    eq(users.status, 'active'),
    isNull(users.erasedAt),
    // Imported users who have not accepted the terms yet are not listed in the directory.
    isNotNull(users.agreedAt),
    or(isNull(users.unlistedAt), eq(users.id, actor.id)),
    isNoHiddenMinor(actor),
    search ? ilike(users.fullName, `%${escapeLike(search)}%`) : undefined,
  )
  const { id, fullName, course, institution } = users
  const rows = await db
    .select({ id, fullName, course, institution, profileImageUrl: imageUrl(users.profileImageId) })
    .from(users)
    .where(where)
    .orderBy(asc(fullName), asc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const countQuery = db.select({ id }).from(users).where(where).$dynamic()
  return { rows, ...(await countOut(db, countQuery, { page, pageSize })) }
}

export async function readListed({ db, actor }: SignedIn): Promise<{ isListed: boolean }> {
  const [me] = await db.select({ unlistedAt: users.unlistedAt }).from(users).where(eq(users.id, actor.id))
  if (!me) throw unauthenticated()
  return { isListed: me.unlistedAt === null }
}

export async function setListed(context: SignedIn, isListed: boolean): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ unlistedAt: isListed ? null : sql`now()` })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordEvent(tx, {
      kind: 'user.listed',
      target: userTarget(actor),
      details: { isListed },
      touches: [
        { topics: ['me'], to: { users: [actor.id] } },
        // Refreshes the directory for the members of the club.
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
