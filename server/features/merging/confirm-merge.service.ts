// Of the owners of both accounts: what they are asked, and what they answer.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { lockAdministrators, type User } from '#server/features/users/require-user.service.ts'
import { can } from '#shared/policies.ts'
import { entryOf, requireDirection } from './entry.service.ts'
import { mergeAccounts } from './merge-accounts.service.ts'
import { endRequest, type Outcome, type Request, touchesBoth } from './merge-users.service.ts'

const isOpen = sql`${mergeRequests.expiresAt} > now()`
const isMine = (userId: number) => or(eq(mergeRequests.keptId, userId), eq(mergeRequests.goneId, userId))

/** Of the other no more than what tells its owner which account is meant. */
export async function readOwnMerge({ db, actor }: SignedIn) {
  const [request] = await db
    .select()
    .from(mergeRequests)
    .where(and(isMine(actor.id), isOpen))
  if (!request) return { request: null }
  const { id, keptId, goneId, askedBy, keptAt, goneAt, expiresAt } = request
  const isKept = keptId === actor.id
  const [other] = await db
    .select({ fullName: users.fullName, clubName: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(eq(users.id, isKept ? goneId : keptId))
  const [asker] = await db.select({ fullName: users.fullName }).from(users).where(eq(users.id, askedBy))
  return {
    request: {
      id,
      isKept,
      otherName: other?.fullName ?? '',
      otherClub: other?.clubName ?? null,
      askedBy: asker?.fullName ?? '',
      isConfirmed: (isKept ? keptAt : goneAt) !== null,
      isOtherConfirmed: (isKept ? goneAt : keptAt) !== null,
      expiresAt,
    },
  }
}

/** Both people and then the question, in the order in which whoever asks takes them. */
async function holdRequest({ db, actor }: SignedIn, id: number) {
  const [found] = await db
    .select()
    .from(mergeRequests)
    .where(and(eq(mergeRequests.id, id), isMine(actor.id)))
  if (!found) throw notFound()
  const people = await db
    .select()
    .from(users)
    .where(inArray(users.id, [found.keptId, found.goneId]))
    .orderBy(users.id)
    .for('no key update')
  const [request] = await db
    .select()
    .from(mergeRequests)
    .where(and(eq(mergeRequests.id, id), isOpen))
    .for('update')
  const [kept, gone] = [found.keptId, found.goneId].map(one => people.find(person => person.id === one))
  if (!request || !kept || !gone) throw conflict('merge_over')
  return { request, kept, gone }
}

/** Whoever asked may have lost the right meanwhile, and the accounts may have become what they were not. */
async function requireAsker(db: Db, { askedBy }: Request, kept: User, gone: User): Promise<void> {
  const [asker] = await db.select().from(users).where(eq(users.id, askedBy)).for('share')
  const may = (user: User) => asker && !asker.erasedAt && can(asker, 'users.merge', { user })
  if (!may(kept) || !may(gone)) throw conflict('merge_over')
  requireDirection(await entryOf(db, kept), await entryOf(db, gone))
}

/** By the owner of either; once both have, it is done. A second time is as good as the first. */
export async function confirmMerge(context: SignedIn, id: number): Promise<Outcome> {
  return context.changeSelf(async tx => {
    const { db, actor } = tx
    await lockAdministrators(db)
    const { request, kept, gone } = await holdRequest(tx, id)
    await requireAsker(db, request, kept, gone)
    const isKept = kept.id === actor.id
    const [confirmed] = await db
      .update(mergeRequests)
      .set(
        isKept
          ? { keptAt: sql`coalesce(${mergeRequests.keptAt}, now())` }
          : { goneAt: sql`coalesce(${mergeRequests.goneAt}, now())` },
      )
      .where(eq(mergeRequests.id, id))
      .returning()
    await recordEvent(tx, {
      kind: 'user.merge_confirmed',
      target: userTarget(actor),
      details: { other: isKept ? gone.id : kept.id },
      touches: touchesBoth([kept.id, gone.id, request.askedBy]),
    })
    if (!confirmed?.keptAt || !confirmed.goneAt) return { outcome: 'asked' }
    await mergeAccounts(tx, { kept, gone, take: request.take, by: request.askedBy })
    return { outcome: 'merged' }
  })
}

/** It is not theirs, or they do not want it. */
export async function declineMerge(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const [request] = await tx.db
      .select()
      .from(mergeRequests)
      .where(and(eq(mergeRequests.id, id), isMine(tx.actor.id)))
    if (!request) throw notFound()
    await endRequest(tx, request, tx.actor)
  })
}
