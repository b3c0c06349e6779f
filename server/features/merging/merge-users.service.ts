// Who may make two accounts one, and who has to be asked first.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { lockAdministrators, requireUser, type User } from '#server/features/users/require-user.service.ts'
import type { MergeBody } from '#shared/contracts/merging.ts'
import { fieldTexts } from '#shared/errors.ts'
import { entryOf, isResting, needsOwners, requireDirection } from './entry.service.ts'
import { mergeAccounts } from './merge-accounts.service.ts'

export type Request = typeof mergeRequests.$inferSelect
export type Outcome = { outcome: 'merged' | 'asked' }

/** Both held, the lower id first: whoever makes the same two one the other way round comes after, and finds one gone. */
async function requireTwo(tx: SignedIn, id: number, otherId: number): Promise<{ kept: User; gone: User }> {
  if (id === otherId) throw badInput({ otherId: fieldTexts.choseOneself })
  const first = await requireUser(tx, Math.min(id, otherId), 'users.merge')
  const second = await requireUser(tx, Math.max(id, otherId), 'users.merge')
  return first.id === id ? { kept: first, gone: second } : { kept: second, gone: first }
}

const isAbout = (ids: number[]) => or(inArray(mergeRequests.keptId, ids), inArray(mergeRequests.goneId, ids))

/** One question at a time; one that nobody answered is over. */
async function refuseIfAsked(db: Db, ids: number[]): Promise<void> {
  await db.delete(mergeRequests).where(and(isAbout(ids), sql`${mergeRequests.expiresAt} <= now()`))
  const [open] = await db.select({ id: mergeRequests.id }).from(mergeRequests).where(isAbout(ids))
  if (open) throw conflict('merge_asked')
}

export const touchesBoth = (ids: number[]) => ({ topics: ['merging' as const], to: { users: ids } })

/** How long an owner has to answer. */
const patience = sql`now() + interval '14 days'`

export async function mergeUsers(
  context: SignedIn,
  id: number,
  otherId: number,
  { take }: MergeBody,
): Promise<Outcome> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    await lockAdministrators(db)
    const { kept, gone } = await requireTwo(tx, id, otherId)
    const ids = [kept.id, gone.id]
    await refuseIfAsked(db, ids)
    const [keptEntry, goneEntry] = [await entryOf(db, kept), await entryOf(db, gone)]
    requireDirection(keptEntry, goneEntry)
    if (isResting(gone, goneEntry)) throw conflict('merge_rests')
    if (!needsOwners(keptEntry, goneEntry)) {
      await mergeAccounts(tx, { kept, gone, take, by: actor.id })
      return { outcome: 'merged' }
    }
    await db
      .insert(mergeRequests)
      .values({ keptId: id, goneId: otherId, askedBy: actor.id, take, expiresAt: patience })
    await recordEvent(tx, {
      kind: 'user.merge_asked',
      target: userTarget(kept),
      details: { other: gone.id },
      notify: { users: ids, kind: 'merge.asked', params: { userId: actor.id } },
      touches: touchesBoth([actor.id, ...ids]),
    })
    return { outcome: 'asked' }
  })
}

/** By anybody who may make them one. */
export async function withdrawMerge(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const [request] = await tx.db.select().from(mergeRequests).where(eq(mergeRequests.id, id))
    if (!request) throw notFound()
    const { kept } = await requireTwo(tx, request.keptId, request.goneId)
    await endRequest(tx, request, kept)
  })
}

/** `kept`: whose country decides who may read of it. */
export async function endRequest(
  tx: SignedIn,
  request: Request,
  kept: { id: number; currentCountry: string | null },
): Promise<void> {
  const { keptId, goneId, askedBy } = request
  const { rowCount } = await tx.db.delete(mergeRequests).where(eq(mergeRequests.id, request.id))
  if (!rowCount) throw conflict('merge_over')
  await recordEvent(tx, {
    kind: 'user.merge_ended',
    target: userTarget(kept),
    details: { other: goneId },
    touches: touchesBoth([keptId, goneId, askedBy]),
  })
}
