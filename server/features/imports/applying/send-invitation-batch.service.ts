import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { users } from '#server/db/schema/core.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { refreshImportScreensOfAdministrators } from '#server/features/imports/checking/check-import-in-batches.service.ts'
import { sendJoinInvitation } from '#server/features/registration/join-by-link.service.ts'
import { findAndLockUserWhoConfirmedImport } from './find-and-lock-user-who-confirmed-import.service.ts'

/** Invitation emails sent per minute, because mail servers reject tens of thousands of mails at once. */
const batchSize = 100
const delaySeconds = 60

/** Job: sends one batch of invitation emails and schedules the next batch a minute later. */
export async function sendInvitationBatch(context: Context, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const [found] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.status, 'done'), isNotNull(imports.invitedBy)))
      .for('update')
    if (!found) return
    const inviter = await findAndLockUserWhoConfirmedImport(db, found, found.invitedBy)
    const people = inviter
      ? await db
          .select({ id: users.id, email: users.email, line: importRows.line })
          .from(importRows)
          .innerJoin(users, eq(users.id, importRows.userId))
          .where(
            and(
              eq(importRows.importId, id),
              eq(importRows.outcome, 'created'),
              gt(importRows.line, found.inviteCursor ?? 0),
              isNull(users.agreedAt),
              isNull(users.erasedAt),
            ),
          )
          .orderBy(asc(importRows.line))
          .limit(batchSize)
      : []
    for (const person of people) await sendJoinInvitation(db, person)
    const hasMore = people.length === batchSize
    await db
      .update(imports)
      .set({
        inviteCursor: people.at(-1)?.line ?? found.inviteCursor,
        invitedBy: hasMore ? found.invitedBy : null,
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    if (hasMore) {
      await enqueueJobs(db, 'invite_imported', [
        { payload: { id }, key: `invite:${id}:next`, delay: delaySeconds },
      ])
    }
    await refreshImportScreensOfAdministrators(db, found)
  })
}
