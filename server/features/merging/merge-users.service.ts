// Administrators merge two accounts of one person.
// When both accounts are in use, a merge request is created and both owners must confirm it.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import {
  acquireSystemAdministratorChangeLock,
  requireAccessToUser,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import type { MergeBody } from '#shared/contracts/merging/merging.schemas.ts'
import { fieldTexts } from '#texts/errors.ts'
import {
  classifyAccountUsage,
  needsOwnerConsent,
  rejectMergeThatRemovesUsedAccount,
  wasAccountDeactivatedInUse,
} from './account-use.service.ts'
import { mergeAccountsInTransaction } from './merge-accounts.service.ts'

export type MergeRequest = typeof mergeRequests.$inferSelect
export type MergeOutcome = { outcome: 'merged' | 'asked' }

/**
 * Loads and locks the two users to merge, and checks that the caller may merge them.
 * The users are locked in ascending order of id, so that concurrent merges cannot deadlock.
 */
async function requireBothUsers(
  tx: SignedInContext,
  id: number,
  otherId: number,
): Promise<{ kept: User; gone: User }> {
  if (id === otherId) throw badInput({ otherId: fieldTexts.choseOneself })
  const first = await requireAccessToUser(tx, Math.min(id, otherId), 'users.merge')
  const second = await requireAccessToUser(tx, Math.max(id, otherId), 'users.merge')
  return first.id === id ? { kept: first, gone: second } : { kept: second, gone: first }
}

const buildInvolvesUsersCondition = (ids: number[]) =>
  or(inArray(mergeRequests.keptId, ids), inArray(mergeRequests.goneId, ids))

/** Throws 409 when a merge request for one of the users is open; expired requests are deleted first. */
async function requireNoOpenMergeRequest(db: Db, ids: number[]): Promise<void> {
  await db
    .delete(mergeRequests)
    .where(and(buildInvolvesUsersCondition(ids), sql`${mergeRequests.expiresAt} <= now()`))
  const [openRequest] = await db
    .select({ id: mergeRequests.id })
    .from(mergeRequests)
    .where(buildInvolvesUsersCondition(ids))
  if (openRequest) throw conflict('merge_asked')
}

export const buildMergeInvalidation = (ids: number[]) => ({
  topics: ['merging' as const],
  to: { users: ids },
})

/** Expiry of a request to merge two user accounts: 14 days from now. */
const requestExpiry = sql`now() + interval '14 days'`

export async function mergeUsersOrRequestConsent(
  context: SignedInContext,
  id: number,
  otherId: number,
  { take }: MergeBody,
): Promise<MergeOutcome> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    await acquireSystemAdministratorChangeLock(db)
    const { kept, gone } = await requireBothUsers(tx, id, otherId)
    const ids = [kept.id, gone.id]
    await requireNoOpenMergeRequest(db, ids)
    const [keptEntry, goneEntry] = [
      await classifyAccountUsage(db, kept),
      await classifyAccountUsage(db, gone),
    ]
    rejectMergeThatRemovesUsedAccount(keptEntry, goneEntry)
    if (wasAccountDeactivatedInUse(gone, goneEntry)) throw conflict('merge_rests')
    if (!needsOwnerConsent(keptEntry, goneEntry)) {
      await mergeAccountsInTransaction(tx, { kept, gone, take, by: actor.id })
      return { outcome: 'merged' }
    }
    await db
      .insert(mergeRequests)
      .values({ keptId: id, goneId: otherId, askedBy: actor.id, take, expiresAt: requestExpiry })
    await recordAuditEvent(tx, {
      kind: 'user.merge_asked',
      target: buildUserAuditTarget(kept),
      details: { other: gone.id },
      notify: { users: ids, kind: 'merge.asked', params: { userId: actor.id } },
      touches: buildMergeInvalidation([actor.id, ...ids]),
    })
    return { outcome: 'asked' }
  })
}

/** Withdraws a merge request; allowed for every administrator who may merge both users. */
export async function withdrawMergeRequest(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const [request] = await tx.db.select().from(mergeRequests).where(eq(mergeRequests.id, id))
    if (!request) throw notFound()
    const { kept } = await requireBothUsers(tx, request.keptId, request.goneId)
    await deleteMergeRequest(tx, request, kept)
  })
}

/** Deletes a merge request. The audit event is visible to administrators of the kept account's country. */
export async function deleteMergeRequest(
  tx: SignedInContext,
  request: MergeRequest,
  kept: { id: number; currentCountry: string | null },
): Promise<void> {
  const { keptId, goneId, askedBy } = request
  const { rowCount } = await tx.db.delete(mergeRequests).where(eq(mergeRequests.id, request.id))
  if (!rowCount) throw conflict('merge_over')
  await recordAuditEvent(tx, {
    kind: 'user.merge_ended',
    target: buildUserAuditTarget(kept),
    details: { other: goneId },
    touches: buildMergeInvalidation([keptId, goneId, askedBy]),
  })
}
