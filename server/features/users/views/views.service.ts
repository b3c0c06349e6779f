import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { savedViews } from '#server/db/schema/views.ts'
import { conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import type { ViewBody } from '#shared/contracts/users/views.schemas.ts'

/** Maximum number of saved member list views per user. */
const maxViews = 30

/** Lists the caller's own saved views first, then views shared by active users of the same role. */
export async function listSavedViews({ db, actor }: SignedInContext, list: ViewBody['list']) {
  const isOwn = eq(savedViews.userId, actor.id)
  const rows = await db
    .select({ view: savedViews, owner: users.fullName })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .where(
      and(
        eq(savedViews.list, list),
        or(
          isOwn,
          and(
            savedViews.isShared,
            eq(users.role, actor.role),
            eq(users.status, 'active'),
            isNull(users.erasedAt),
          ),
        ),
      ),
    )
    .orderBy(sql`(${isOwn}) desc`, asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
    .limit(200)
  return rows.map(({ view: { id, name, search, isShared, userId }, owner }) => ({
    id,
    name,
    search,
    isShared,
    sharedBy: userId === actor.id ? null : owner,
  }))
}

/** Invalidates saved views for their owner only; other users load shared views when they next open the list. */
const buildSavedViewInvalidation = ({ actor }: SignedInContext) => ({
  topics: ['views' as const],
  to: { users: [actor.id] },
})

export async function saveMemberListView(context: SignedInContext, body: ViewBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await db
      .insert(savedViews)
      .values({ ...body, userId: actor.id })
      .onConflictDoUpdate({
        target: [savedViews.userId, savedViews.list, savedViews.name],
        set: { search: body.search, isShared: body.isShared },
      })
    if ((await db.$count(savedViews, eq(savedViews.userId, actor.id))) > maxViews) {
      throw conflict('too_many_views')
    }
    // The audit log records when a saved view is shared with other users, but not when a private view is saved.
    if (!body.isShared) await invalidateClientCache(tx, buildSavedViewInvalidation(tx))
    else {
      await recordAuditEvent(tx, {
        kind: 'view.shared',
        country: actor.currentCountry,
        details: { list: body.list },
        touches: buildSavedViewInvalidation(tx),
      })
    }
  })
}

export async function deleteSavedView(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const deleted = await tx.db
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.userId, tx.actor.id)))
      .returning({ id: savedViews.id })
    if (deleted.length === 0) throw notFound()
    await invalidateClientCache(tx, buildSavedViewInvalidation(tx))
  })
}
