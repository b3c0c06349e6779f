import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { dropJob } from '#server/db/enqueue.ts'
import { messages } from '#server/db/schema/chat.ts'
import { files, users } from '#server/db/schema/core.ts'
import { unauthenticated } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { giveUpPlaces } from '#server/features/activities/join-activity.service.ts'
import { resetJobKey } from '#server/features/auth/forgot-password.service.ts'
import { leaveAnyCall } from '#server/features/calls/leave-call.service.ts'
import { leaveAllGroups } from '#server/features/chat/change-group.service.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { endClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import { removeFile } from '#server/features/files/files.service.ts'
import { findMerged } from '#server/features/users/merged.queries.ts'
import { keepLastAdministrator, lockAdministrators } from '#server/features/users/require-user.service.ts'
import { confirmPerson } from '#server/identity/confirm-person.service.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import { chatFileKinds } from '#shared/file-kinds.ts'
import { formerMember } from '#shared/labels.ts'
import { removeDownloads } from './downloads.service.ts'
import { strikeName } from './strike-name.service.ts'
import { removeTraces } from './traces.queries.ts'

/** What the emptied row keeps: that there was somebody, since when, and until when. */
const kept = ['id', 'createdAt', 'updatedAt', 'erasedAt']

/** Every other column, also one that is added later, is as if nothing had ever been put into it. */
const blank = Object.fromEntries(
  Object.entries(getTableColumns(users))
    .filter(([name]) => !kept.includes(name))
    .map(([name, column]) => [name, column.notNull ? column.default : null]),
)

/** Nothing of the person; what must not be empty is made of the id. */
export function emptied(id: number) {
  return {
    ...blank,
    username: `bekas-${id}`,
    email: `bekas-${id}@dipadam.invalid`,
    fullName: formerMember,
    status: 'inactive' as const,
  }
}

/** Photographs, what was sent in conversations and what was never used; what belongs to an activity is the club's. */
async function removeOwnFiles(tx: Context, userId: number): Promise<void> {
  const isGone = inArray(files.kind, ['profile_image', ...chatFileKinds])
  await tx.db
    .update(messages)
    .set({ metadata: sql`${messages.metadata} - 'file'` })
    .where(and(eq(messages.senderId, userId), isNotNull(messages.fileId)))
  const own = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.uploadedBy, userId), or(isGone, isNull(files.attachedAt))))
  for (const { id } of own) await removeFile(tx, id)
}

/** Everybody may have seen this person somewhere. */
export const everywhere = {
  topics: ['person', 'activity', 'groups', 'messages', 'notifications'] as Topic[],
  to: { everybody: true as const },
}

/** Everything about them, in a transaction that holds their row. */
export async function emptyPerson(tx: Context, user: typeof users.$inferSelect): Promise<void> {
  const { db } = tx
  await strikeName(db, tx, user)
  await removeDownloads(tx, user.id)
  await removeTraces(db, user.id)
  await dropJob(db, resetJobKey(user.email))
  await db
    .update(users)
    .set({ ...emptied(user.id), erasedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
  await removeOwnFiles(tx, user.id)
  await eraseMerged(tx, user.id)
  await syncSystemGroups(db, user.id)
}

/**
 * One transaction. What others may be holding at the same time is taken first and in the order in which they take it
 * (activities, groups, clubs, and the person last), so that nobody waits for anybody in a circle.
 */
async function erase(tx: SignedIn): Promise<void> {
  const { db, actor } = tx
  await giveUpPlaces(tx, actor.id)
  await leaveAllGroups(tx)
  await leaveAnyCall(db, actor.id)
  await endClubAdmin(tx, actor.id)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    .for('update')
  if (!user) throw unauthenticated()
  await emptyPerson(tx, user)
  await recordEvent(tx, { kind: 'user.erased', target: userTarget(user), touches: everywhere })
}

/** What is left of accounts that became part of this one. */
async function eraseMerged({ db }: Context, userId: number): Promise<void> {
  for (const id of await findMerged(db, userId)) {
    await removeTraces(db, id)
    await db
      .update(users)
      .set({ fullName: formerMember, mergedInto: null, updatedAt: sql`now()` })
      .where(eq(users.id, id))
  }
}

/** By the person alone, and for good. */
export async function eraseAccount(context: SignedIn, body: ProofBody): Promise<void> {
  await confirmPerson(context, body.currentPassword)
  await context.changeSelf(async tx => {
    await lockAdministrators(tx.db)
    await keepLastAdministrator(tx.db, tx.actor)
    await erase(tx)
  })
}

/** Once more after a while: a mail or an upload that was on its way at that moment may have come in behind it. */
export async function sweepErased(context: Context): Promise<void> {
  const lately = await context.db
    .select()
    .from(users)
    .where(and(gt(users.erasedAt, sql`now() - interval '2 days'`), isNull(users.mergedInto)))
  for (const user of lately) {
    await context.transaction(async tx => {
      await giveUpPlaces(tx, user.id)
      await removeTraces(tx.db, user.id)
      await removeOwnFiles(tx, user.id)
      await syncSystemGroups(tx.db, user.id)
    })
  }
}
