import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { savedViews } from '#server/db/schema/views.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordEvent, touch } from '#server/events/events.service.ts'
import type { ViewBody } from '#shared/contracts/views.ts'

/** More than anybody finds their way about in. */
const mostViews = 30

/** One's own first, then what others of the same role share. */
export async function listViews({ db, actor }: SignedIn, list: ViewBody['list']) {
  const isMine = eq(savedViews.userId, actor.id)
  const rows = await db
    .select({ view: savedViews, owner: users.fullName })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .where(
      and(
        eq(savedViews.list, list),
        or(
          isMine,
          and(
            savedViews.isShared,
            eq(users.role, actor.role),
            eq(users.status, 'active'),
            isNull(users.erasedAt),
          ),
        ),
      ),
    )
    .orderBy(sql`(${isMine}) desc`, asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
    .limit(200)
  return rows.map(({ view: { id, name, search, isShared, userId }, owner }) => ({
    id,
    name,
    search,
    isShared,
    sharedBy: userId === actor.id ? null : owner,
  }))
}

/** What is shared shows on the screens of others, who look it up when they open the list the next time. */
const touches = ({ actor }: SignedIn) => ({ topics: ['views' as const], to: { users: [actor.id] } })

export async function saveView(context: SignedIn, body: ViewBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await db
      .insert(savedViews)
      .values({ ...body, userId: actor.id })
      .onConflictDoUpdate({
        target: [savedViews.userId, savedViews.list, savedViews.name],
        set: { search: body.search, isShared: body.isShared },
      })
    if ((await db.$count(savedViews, eq(savedViews.userId, actor.id))) > mostViews) {
      throw conflict('too_many_views')
    }
    // One's own way of looking is nobody's business; what others are shown is.
    if (!body.isShared) await touch(tx, touches(tx))
    else {
      await recordEvent(tx, {
        kind: 'view.shared',
        country: actor.currentCountry,
        details: { list: body.list },
        touches: touches(tx),
      })
    }
  })
}

export async function removeView(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const gone = await tx.db
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.userId, tx.actor.id)))
      .returning({ id: savedViews.id })
    if (gone.length === 0) throw notFound()
    await touch(tx, touches(tx))
  })
}
