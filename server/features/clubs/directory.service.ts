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

/** Who is in one's own club, has agreed to be, and wants to be seen there; oneself in any case. */
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
    // Whoever was brought in by a list has agreed to nothing yet.
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
  const counted = db.select({ id }).from(users).where(where).$dynamic()
  return { rows, ...(await countOut(db, counted, { page, pageSize })) }
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
        // On the screens of those who see them there.
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
