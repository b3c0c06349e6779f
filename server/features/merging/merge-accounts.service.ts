// Two accounts become one, in one transaction. What may be done, and whether, is decided by whoever calls this.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { dropJob, enqueue } from '#server/db/enqueue.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { type Activity, requireActivity } from '#server/features/activities/activities.service.ts'
import { moveUp } from '#server/features/activities/join-activity.service.ts'
import { resetJobKey } from '#server/features/auth/forgot-password.service.ts'
import { leaveAnyCall } from '#server/features/calls/leave-call.service.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { endClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import { removeFile } from '#server/features/files/files.service.ts'
import { removeDownloads } from '#server/features/my-data/downloads.service.ts'
import { emptied, everywhere } from '#server/features/my-data/erase-account.service.ts'
import { settleApplication } from '#server/features/notifications/settle-application.service.ts'
import {
  keepLastAdministrator,
  touchesPerson,
  type User,
} from '#server/features/users/require-user.service.ts'
import type { MergedField } from '#shared/contracts/merging.ts'
import { writeMerged } from './merged-person.service.ts'
import { moveTraces } from './moves.queries.ts'

/** Where both have a place one becomes free; they are held, so that it goes to whoever has waited longest. */
async function holdCommonActivities(tx: Context, ids: number[]): Promise<Activity[]> {
  const { activityId, userId } = activityParticipants
  const common = await tx.db
    .select({ id: activityId })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(and(inArray(userId, ids), eq(activities.status, 'planned')))
    .groupBy(activityId)
    .having(sql`count(*) > 1`)
    .orderBy(asc(activityId))
  const held: Activity[] = []
  for (const { id } of common) held.push(await requireActivity(tx, id, { isHeld: true }))
  return held
}

/**
 * What a message on its way holds, in the order in which it takes it: first the groups that may be closed, then the
 * places in all of them. Whoever takes the person first and these afterwards would wait in a circle.
 */
async function holdPlaces({ db }: Context, userId: number): Promise<void> {
  await db.execute(sql`
    select g.id from message_groups g join group_members m on m.group_id = g.id
     where m.user_id = ${userId} and g.type = 'custom' order by g.id for no key update of g`)
  await db.execute(sql`select id from group_members where user_id = ${userId} order by id for update`)
}

/** The picture that nobody looks at any more. */
async function dropPicture(tx: Context, before: (string | null)[], now: string | null): Promise<void> {
  for (const id of before) if (id !== null && id !== now) await removeFile(tx, id)
}

interface Merge {
  kept: User
  gone: User
  take: MergedField[]
  /** By whose right. */
  by: number
}

export async function mergeAccounts(tx: SignedIn, { kept, gone, take, by }: Merge): Promise<void> {
  const { db } = tx
  const wanted = new Set(take)
  await keepLastAdministrator(db, gone)
  const common = await holdCommonActivities(tx, [kept.id, gone.id])
  await leaveAnyCall(db, gone.id)
  const clubId = kept.status === 'inactive' ? null : wanted.has('place') ? gone.clubId : kept.clubId
  await endClubAdmin(tx, gone.id, clubId)
  await removeDownloads(tx, gone.id)
  await dropJob(db, resetJobKey(gone.email))
  for (const { id } of [kept, gone]) await settleApplication(tx, id)
  await holdPlaces(tx, gone.id)
  await db
    .update(users)
    .set({
      ...emptied(gone.id),
      // What cannot be written anew is still theirs, and says so.
      fullName: wanted.has('fullName') ? gone.fullName : kept.fullName,
      mergedInto: kept.id,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, gone.id))
  await moveTraces(db, kept.id, gone.id)
  const now = await writeMerged(tx, kept, gone, wanted, by)
  await dropPicture(tx, [kept.profileImageId, gone.profileImageId], now.profileImageId)
  for (const activity of common) await moveUp(tx, activity)
  await syncSystemGroups(db, kept.id)
  await enqueue(db, 'settle_merges', [{ payload: {}, key: 'settle_merges:soon', delay: settlePause }])
  await record(tx, now, gone, by)
}

/** Seconds after which nothing that was under way is any more. */
const settlePause = 10

async function record(tx: SignedIn, kept: User, gone: User, by: number): Promise<void> {
  await recordEvent(tx, {
    kind: 'user.merged',
    actorId: by,
    target: userTarget(gone),
    details: { into: kept.id },
  })
  await recordEvent(tx, {
    kind: 'user.merged',
    actorId: by,
    target: userTarget(kept),
    details: { from: gone.id },
    notify: { users: [kept.id], kind: 'user.merged', params: { userId: kept.id } },
    touches: [
      everywhere,
      ...touchesPerson(kept),
      ...touchesPerson(gone),
      { topics: ['merging'], to: { everybody: true } },
    ],
  })
}

/** The job: once more, for what was on its way while it was done, such as a message or an announcement. */
export async function settleMerges(context: Context): Promise<void> {
  const lately = await context.db
    .select({ gone: users.id, kept: users.mergedInto })
    .from(users)
    .where(sql`${users.mergedInto} is not null and ${users.erasedAt} > now() - interval '2 days'`)
    .orderBy(asc(users.id))
  for (const { gone, kept } of lately) {
    if (kept === null) continue
    await context.transaction(async tx => {
      await holdPlaces(tx, gone)
      await moveTraces(tx.db, kept, gone)
      await syncSystemGroups(tx.db, kept)
    })
  }
}
