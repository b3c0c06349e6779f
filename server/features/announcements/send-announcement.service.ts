import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { DeliveryRoundKind } from '#shared/constants.ts'
import { can } from '#shared/policies.ts'
import {
  countAnnouncementRecipients,
  recordAnnouncementAuditEvent,
  requireAnnouncementManagedByCaller,
} from './announcements.service.ts'

const maxScheduleAhead = 366 * 24 * 3_600_000
const hoursBetweenReminders = 24

/** Creates a delivery round of an announcement and queues the delivery job, unless the job is already queued. */
async function startDeliveryRound(
  { db }: Pick<SignedInContext, 'db'>,
  announcementId: number,
  kind: DeliveryRoundKind,
) {
  await db.insert(announcementRounds).values({ announcementId, kind })
  await enqueueJobs(db, 'deliver_announcements', [{ payload: {}, key: 'deliver_announcements' }])
}

/**
 * Sends the announcement now or schedules it.
 * The delivery job stores the recipients right before it notifies the first one.
 * The delivery job also checks the sender's permissions again.
 */
export async function sendAnnouncement(context: SignedInContext, id: number, at?: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const draft = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    if (draft.status !== 'draft' && draft.status !== 'scheduled') throw conflict('announcement_sent')
    if (draft.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    const scheduledAt = at === undefined ? undefined : new Date(at)
    const now = await readDatabaseClock(db)
    const wait = scheduledAt ? scheduledAt.getTime() - now.getTime() : 0
    if (scheduledAt && (wait <= 0 || wait > maxScheduleAhead)) throw conflict('announcement_past')
    const { endsAt } = draft.poll ?? {}
    if (endsAt && new Date(endsAt) <= (scheduledAt ?? now)) throw conflict('poll_past')
    if (!scheduledAt && (await countAnnouncementRecipients(tx, draft, draft.audience)) === 0)
      throw conflict('announcement_nobody')
    await db
      .update(announcements)
      .set({
        status: scheduledAt ? 'scheduled' : 'sending',
        sendAt: scheduledAt ?? sql`now()`,
        sentBy: actor.id,
        updatedAt: sql`now()`,
      })
      .where(eq(announcements.id, id))
    if (!scheduledAt) await startDeliveryRound(tx, id, 'tell')
    await recordAnnouncementAuditEvent(tx, draft, {
      kind: scheduledAt ? 'announcement.scheduled' : 'announcement.sent',
      details: { isUrgent: draft.isUrgent },
    })
  })
}

/** Turns a scheduled announcement back into a draft. */
export async function unscheduleAnnouncement(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const announcement = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ status: 'draft', sendAt: null, sentBy: null, updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), eq(announcements.status, 'scheduled')))
    if (!rowCount) throw conflict('announcement_sent')
    await recordAnnouncementAuditEvent(tx, announcement, { kind: 'announcement.held' })
  })
}

/** Withdraws an announcement: lists hide it at once, notifications and unsent mails are deleted in batches. */
export async function withdrawAnnouncement(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const announcement = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ status: 'withdrawn', updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), inArray(announcements.status, ['sending', 'sent'])))
    if (!rowCount) throw conflict()
    // Ending an announcement's delivery waits for the running batch, whose notifications must be deleted.
    await db
      .update(announcementRounds)
      .set({ finishedAt: sql`now()` })
      .where(and(eq(announcementRounds.announcementId, id), isNull(announcementRounds.finishedAt)))
    await startDeliveryRound(tx, id, 'clear')
    await recordAnnouncementAuditEvent(tx, announcement, {
      kind: 'announcement.withdrawn',
      touches: { topics: ['announcements'], to: { everybody: true } },
    })
  })
}

export async function findLastAnnouncementReminder({ db }: Pick<SignedInContext, 'db'>, id: number) {
  const [reminder] = await db
    .select({
      at: announcementRounds.createdAt,
      isLately: sql<boolean>`${announcementRounds.createdAt} > now() - make_interval(hours => ${hoursBetweenReminders})`,
    })
    .from(announcementRounds)
    .where(and(eq(announcementRounds.announcementId, id), eq(announcementRounds.kind, 'remind')))
    .orderBy(desc(announcementRounds.id))
    .limit(1)
  return reminder
}

/** Reminds recipients who have not read the announcement, at most once a day. */
export async function remindUnreadRecipients(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    // The lock on the announcement lets only one of two concurrent reminder requests succeed.
    const announcement = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    if (announcement.status !== 'sent') throw conflict()
    if ((await findLastAnnouncementReminder(tx, id))?.isLately) throw conflict('reminded_lately')
    await startDeliveryRound(tx, id, 'remind')
    await recordAnnouncementAuditEvent(tx, announcement, { kind: 'announcement.reminded' })
  })
}
