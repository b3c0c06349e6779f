import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { cancelJob } from '#server/db/queue/enqueue-jobs.ts'
import { messages } from '#server/db/schema/chat.ts'
import { files, users } from '#server/db/schema/core.ts'
import { unauthenticated } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { removeUsersFromPlannedActivities } from '#server/features/activities/participants/join-activity.service.ts'
import { buildPasswordResetJobKey } from '#server/features/auth/forgot-password.service.ts'
import { removeUserFromCurrentCall } from '#server/features/calls/leave-call.service.ts'
import { leaveAllGroups } from '#server/features/chat/groups/change-group.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmins } from '#server/features/clubs/club-admin.service.ts'
import { deleteFileRowAndContent } from '#server/features/files/files.service.ts'
import {
  acquireSystemAdministratorChangeLock,
  requireRemainingSystemAdministrator,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { findMergedAccountIds } from '#server/features/users/details/merged-accounts.queries.ts'
import { requireReauthentication } from '#server/identity/require-reauthentication.service.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { chatFileKinds } from '#shared/file-kinds.ts'
import type { Topic } from '#shared/realtime/topics.ts'
import { deleteUserDataExports } from './data-exports.service.ts'
import { runErasureStatementsOfAllTables } from './data-references.queries.ts'
import { redactPersonalDetails } from './redact-personal-details.service.ts'

/** Columns of `users` that an erased account keeps: the id and the timestamps. */
const keptColumns = ['id', 'createdAt', 'updatedAt', 'erasedAt']

/** Value to which an erasure resets each column of `users` that is not in `keptColumns`. */
const defaultValues = Object.fromEntries(
  Object.entries(getTableColumns(users))
    .filter(([name]) => !keptColumns.includes(name))
    .map(([name, column]) => [name, column.notNull ? column.default : null]),
)

/**
 * Column values of an erased account. Mandatory columns are derived from the id and hold no personal data.
 * The empty name is shown as "former member" in the language of the reader.
 */
export function buildColumnValuesOfErasedUser(id: number) {
  return {
    ...defaultValues,
    username: `bekas-${id}`,
    email: `bekas-${id}@dipadam.invalid`,
    fullName: '',
    status: 'inactive' as const,
  }
}

/** Deletes the user's profile images, chat files and unused uploads. Activity files belong to the club and stay. */
async function removeFilesOfUser(tx: Context, userId: number): Promise<void> {
  const isPersonalKind = inArray(files.kind, ['profile_image', ...chatFileKinds])
  await tx.db
    .update(messages)
    .set({ metadata: sql`${messages.metadata} - 'file'` })
    .where(and(eq(messages.senderId, userId), isNotNull(messages.fileId)))
  const ownFiles = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.uploadedBy, userId), or(isPersonalKind, isNull(files.attachedAt))))
  for (const { id } of ownFiles) await deleteFileRowAndContent(tx, id)
}

/** Kinds of data that all clients reload after an erasure, because a cache may contain the erased person. */
export const erasureTouches = {
  topics: ['person', 'activity', 'groups', 'messages', 'notifications'] as Topic[],
  to: { everybody: true as const },
}

/** Erases all personal data of a user. The caller's transaction must have locked the user's row. */
export async function erasePersonalData(tx: Context, user: typeof users.$inferSelect): Promise<void> {
  const { db } = tx
  await redactPersonalDetails(db, tx, user)
  await deleteUserDataExports(tx, user.id)
  await runErasureStatementsOfAllTables(db, user.id)
  await cancelJob(db, buildPasswordResetJobKey(user.email))
  await db
    .update(users)
    .set({ ...buildColumnValuesOfErasedUser(user.id), erasedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
  await removeFilesOfUser(tx, user.id)
  await eraseMergedAccounts(tx, user.id)
  await syncSystemGroups(db, user.id)
}

/**
 * Erases the caller within one transaction.
 * Rows are locked in the same order as everywhere else (activities, groups, clubs, user), which prevents deadlocks.
 */
async function eraseAccountInTransaction(tx: SignedInContext): Promise<void> {
  const { db, actor } = tx
  await removeUsersFromPlannedActivities(tx, [actor.id])
  await leaveAllGroups(tx)
  await removeUserFromCurrentCall(db, actor.id)
  await removeClubAdmins(tx, [actor.id])
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    .for('update')
  if (!user) throw unauthenticated()
  await erasePersonalData(tx, user)
  await recordAuditEvent(tx, {
    kind: 'user.erased',
    target: buildUserAuditTarget(user),
    touches: erasureTouches,
  })
}

/** Erases what remains of accounts that were merged into the erased account. */
async function eraseMergedAccounts({ db }: Context, userId: number): Promise<void> {
  for (const id of await findMergedAccountIds(db, userId)) {
    await runErasureStatementsOfAllTables(db, id)
    await db
      .update(users)
      .set({ fullName: '', mergedInto: null, updatedAt: sql`now()` })
      .where(eq(users.id, id))
  }
}

/** Erases the caller's own account permanently, after re-authentication. */
export async function eraseAccount(context: SignedInContext, body: ReauthenticationBody): Promise<void> {
  await requireReauthentication(context, body.currentPassword)
  await context.changeOwnAccount(async tx => {
    await acquireSystemAdministratorChangeLock(tx.db)
    await requireRemainingSystemAdministrator(tx.db, [tx.actor])
    await eraseAccountInTransaction(tx)
  })
}

/** Repeats the erasure of recently erased accounts, because mail or uploads in flight may have arrived afterwards. */
export async function repeatErasureOfRecentlyErasedAccounts(context: Context): Promise<void> {
  const recentlyErased = await context.db
    .select()
    .from(users)
    .where(and(gt(users.erasedAt, sql`now() - interval '2 days'`), isNull(users.mergedInto)))
  for (const user of recentlyErased) {
    await context.transaction(async tx => {
      await removeUsersFromPlannedActivities(tx, [user.id])
      await runErasureStatementsOfAllTables(tx.db, user.id)
      await removeFilesOfUser(tx, user.id)
      await syncSystemGroups(tx.db, user.id)
    })
  }
}
