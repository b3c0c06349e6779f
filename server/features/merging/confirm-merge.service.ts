// Merge requests as seen by the owners of the two accounts: read, confirm and decline.
// The server merges two accounts once both owners have confirmed.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { conflict, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import {
  acquireSystemAdministratorChangeLock,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { can } from '#shared/policies.ts'
import { classifyAccountUsage, rejectMergeThatRemovesUsedAccount } from './account-use.service.ts'
import { mergeAccountsInTransaction } from './merge-accounts.service.ts'
import {
  buildMergeInvalidation,
  deleteMergeRequest,
  type MergeOutcome,
  type MergeRequest,
} from './merge-users.service.ts'

const isUnexpired = sql`${mergeRequests.expiresAt} > now()`
const buildOwnRequestCondition = (userId: number) =>
  or(eq(mergeRequests.keptId, userId), eq(mergeRequests.goneId, userId))

/** Reads the caller's open merge request. Only name and club of the other account are disclosed. */
export async function readOwnMergeRequest({ db, actor }: SignedInContext) {
  const [request] = await db
    .select()
    .from(mergeRequests)
    .where(and(buildOwnRequestCondition(actor.id), isUnexpired))
  if (!request) return { request: null }
  const { id, keptId, goneId, askedBy, keptAt, goneAt, expiresAt } = request
  const isKept = keptId === actor.id
  const [other] = await db
    .select({ fullName: users.fullName, clubName: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(eq(users.id, isKept ? goneId : keptId))
  const [requester] = await db.select({ fullName: users.fullName }).from(users).where(eq(users.id, askedBy))
  return {
    request: {
      id,
      isKept,
      otherName: other?.fullName ?? '',
      otherClub: other?.clubName ?? null,
      askedBy: requester?.fullName ?? '',
      isConfirmed: (isKept ? keptAt : goneAt) !== null,
      isOtherConfirmed: (isKept ? goneAt : keptAt) !== null,
      expiresAt,
    },
  }
}

/**
 * Locks the two users of a merge request, then the request itself.
 * `mergeUsersOrRequestConsent` locks in the same order, which avoids deadlocks.
 */
async function lockMergeRequest({ db, actor }: SignedInContext, id: number) {
  const [found] = await db
    .select()
    .from(mergeRequests)
    .where(and(eq(mergeRequests.id, id), buildOwnRequestCondition(actor.id)))
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
    .where(and(eq(mergeRequests.id, id), isUnexpired))
    .for('update')
  const [kept, gone] = [found.keptId, found.goneId].map(userId => people.find(person => person.id === userId))
  if (!request || !kept || !gone) throw conflict('merge_over')
  return { request, kept, gone }
}

/**
 * Checks again that the administrator who requested the merge may merge both accounts.
 * Throws 409 when the merge would remove an account in use and keep the other one.
 */
async function requireRequesterPermission(
  db: Db,
  { askedBy }: MergeRequest,
  kept: User,
  gone: User,
): Promise<void> {
  const [requester] = await db.select().from(users).where(eq(users.id, askedBy)).for('share')
  const canMerge = (user: User) => requester && !requester.erasedAt && can(requester, 'users.merge', { user })
  if (!canMerge(kept) || !canMerge(gone)) throw conflict('merge_over')
  rejectMergeThatRemovesUsedAccount(
    await classifyAccountUsage(db, kept),
    await classifyAccountUsage(db, gone),
  )
}

/** Records one owner's consent, and merges the accounts when both owners have confirmed. Repeated calls are safe. */
export async function confirmMergeRequest(context: SignedInContext, id: number): Promise<MergeOutcome> {
  return context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await acquireSystemAdministratorChangeLock(db)
    const { request, kept, gone } = await lockMergeRequest(tx, id)
    await requireRequesterPermission(db, request, kept, gone)
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
    await recordAuditEvent(tx, {
      kind: 'user.merge_confirmed',
      target: buildUserAuditTarget(actor),
      details: { other: isKept ? gone.id : kept.id },
      touches: buildMergeInvalidation([kept.id, gone.id, request.askedBy]),
    })
    if (!confirmed?.keptAt || !confirmed.goneAt) return { outcome: 'asked' }
    await mergeAccountsInTransaction(tx, { kept, gone, take: request.take, by: request.askedBy })
    return { outcome: 'merged' }
  })
}

/** Deletes the merge request because one of the owners declined it. */
export async function declineMergeRequest(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const [request] = await tx.db
      .select()
      .from(mergeRequests)
      .where(and(eq(mergeRequests.id, id), buildOwnRequestCondition(tx.actor.id)))
    if (!request) throw notFound()
    await deleteMergeRequest(tx, request, tx.actor)
  })
}
