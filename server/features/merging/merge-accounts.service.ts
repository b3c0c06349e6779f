// Merges two accounts in one transaction: `kept` remains, `gone` is erased and its records move to `kept`.
// Callers of a merge must have authorized it and locked both users.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { cancelJob, enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { type Activity, requireActivity } from '#server/features/activities/activities.service.ts'
import { promoteWaitingParticipants } from '#server/features/activities/participants/join-activity.service.ts'
import { buildPasswordResetJobKey } from '#server/features/auth/forgot-password.service.ts'
import { removeUserFromCurrentCall } from '#server/features/calls/leave-call.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmins } from '#server/features/clubs/club-admin.service.ts'
import { deleteFileRowAndContent } from '#server/features/files/files.service.ts'
import { deleteUserDataExports } from '#server/features/my-data/data-exports.service.ts'
import {
  buildColumnValuesOfErasedUser,
  erasureTouches,
} from '#server/features/my-data/erase-account.service.ts'
import { markApplicationNotificationsRead } from '#server/features/notifications/mark-application-notifications-read.service.ts'
import {
  buildUserInvalidation,
  requireRemainingSystemAdministrator,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { moveUserReferences } from './move-user-references.queries.ts'
import { writeMergedUser } from './write-merged-user.service.ts'

/**
 * Locks the planned activities that both accounts joined.
 * The merge frees one of the two places for the waiting list.
 */
async function lockCommonActivities(tx: Context, ids: number[]): Promise<Activity[]> {
  const { activityId, userId } = activityParticipants
  const common = await tx.db
    .select({ id: activityId })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(and(inArray(userId, ids), eq(activities.status, 'planned')))
    .groupBy(activityId)
    .having(sql`count(*) > 1`)
    .orderBy(asc(activityId))
  const locked: Activity[] = []
  for (const { id } of common) locked.push(await requireActivity(tx, id, { isLocked: true }))
  return locked
}

/**
 * Locks the user's chat groups and group memberships.
 * Sending a message takes these locks in the same order, before the user row, so that no deadlock can occur.
 */
async function lockGroupMemberships({ db }: Context, userId: number): Promise<void> {
  await db.execute(sql`
    select g.id from message_groups g join group_members m on m.group_id = g.id
     where m.user_id = ${userId} and g.type = 'custom' order by g.id for no key update of g`)
  await db.execute(sql`select id from group_members where user_id = ${userId} order by id for update`)
}

/** Throws 409 while both accounts have voted in an election without a result: one person would be counted twice. */
async function requireNoDoubleVote({ db }: Context, ids: number[]): Promise<void> {
  const { rows } = await db.execute(sql`
    select v.election_id from election_voters v join elections e on e.id = v.election_id
     where v.user_id = any(${sql.param(ids)}::int[]) and v.merged_at is null
       and e.status in ('open', 'closed', 'counted')
       and exists (select from election_ballots b where b.election_id = v.election_id and b.credential = v.credential)
     group by v.election_id having count(*) > 1`)
  if (rows.length > 0) throw conflict('merge_votes')
}

/** Deletes the profile images that the merged account no longer uses. */
async function deleteUnusedImages(
  tx: Context,
  previousIds: (string | null)[],
  currentId: string | null,
): Promise<void> {
  for (const id of previousIds) if (id !== null && id !== currentId) await deleteFileRowAndContent(tx, id)
}

interface MergeInput {
  kept: User
  gone: User
  take: MergedField[]
  /** Id of the administrator who requested that the two accounts are merged. */
  by: number
}

export async function mergeAccountsInTransaction(
  tx: SignedInContext,
  { kept, gone, take, by }: MergeInput,
): Promise<void> {
  const { db } = tx
  const takenFields = new Set(take)
  await requireRemainingSystemAdministrator(db, [gone])
  await requireNoDoubleVote(tx, [kept.id, gone.id])
  const common = await lockCommonActivities(tx, [kept.id, gone.id])
  await removeUserFromCurrentCall(db, gone.id)
  const clubId = kept.status === 'inactive' ? null : takenFields.has('place') ? gone.clubId : kept.clubId
  await removeClubAdmins(tx, [gone.id], clubId)
  await deleteUserDataExports(tx, gone.id)
  await cancelJob(db, buildPasswordResetJobKey(gone.email))
  for (const { id } of [kept, gone]) await markApplicationNotificationsRead(tx, id)
  await lockGroupMemberships(tx, gone.id)
  await db
    .update(users)
    .set({
      ...buildColumnValuesOfErasedUser(gone.id),
      // Encrypted messages and other records of an account that was merged show the name of the kept account.
      fullName: takenFields.has('fullName') ? gone.fullName : kept.fullName,
      mergedInto: kept.id,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, gone.id))
  await moveUserReferences(db, kept.id, gone.id)
  const mergedUser = await writeMergedUser(tx, kept, gone, takenFields, by)
  await deleteUnusedImages(tx, [kept.profileImageId, gone.profileImageId], mergedUser.profileImageId)
  for (const activity of common) await promoteWaitingParticipants(tx, activity)
  await syncSystemGroups(db, kept.id)
  await enqueueJobs(db, 'settle_merges', [{ payload: {}, key: 'settle_merges:soon', delay: settleDelay }])
  await recordMerge(tx, mergedUser, gone, by)
}

/**
 * Seconds after a merge until a job moves the records that concurrent requests wrote to the removed account.
 * All requests that ran during the merge have ended by that time.
 */
const settleDelay = 10

async function recordMerge(tx: SignedInContext, kept: User, gone: User, by: number): Promise<void> {
  await recordAuditEvent(tx, {
    kind: 'user.merged',
    actorId: by,
    target: buildUserAuditTarget(gone),
    details: { into: kept.id },
  })
  await recordAuditEvent(tx, {
    kind: 'user.merged',
    actorId: by,
    target: buildUserAuditTarget(kept),
    details: { from: gone.id },
    notify: { users: [kept.id], kind: 'user.merged', params: { userId: kept.id } },
    touches: [
      erasureTouches,
      ...buildUserInvalidation(kept),
      ...buildUserInvalidation(gone),
      { topics: ['merging'], to: { everybody: true } },
    ],
  })
}

/** Job: moves records that requests in flight wrote to the removed account during or after the merge. */
export async function moveRecordsWrittenDuringMerge(context: Context): Promise<void> {
  const recentMerges = await context.db
    .select({ gone: users.id, kept: users.mergedInto })
    .from(users)
    .where(sql`${users.mergedInto} is not null and ${users.erasedAt} > now() - interval '2 days'`)
    .orderBy(asc(users.id))
  for (const { gone, kept } of recentMerges) {
    if (kept === null) continue
    await context.transaction(async tx => {
      await lockGroupMemberships(tx, gone)
      await moveUserReferences(tx.db, kept, gone)
      await syncSystemGroups(tx.db, kept)
    })
  }
}
