// Delivery of announcements: a delivery round goes through all recipients, one transaction per batch.
// Kinds of announcement delivery: tell (first delivery), remind (unread only) and clear (after withdrawal).
// The progress of an announcement's delivery is stored with each batch, so a crash repeats at most one batch.
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { yieldWhileEventLoopIsBusy } from '#server/concurrency/yield-while-event-loop-is-busy.ts'
import type { Context } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { filterAnnouncementsByScope } from '#server/db/sql/scope-filters.ts'
import { invalidateClientCache, notifyUsers } from '#server/events/events.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { can } from '#shared/policies.ts'
import {
  type Announcement,
  recordAnnouncementAuditEvent,
  refreshAnnouncementScreensOfManagers,
} from './announcements.service.ts'
import { buildAnnouncementRecipientCondition } from './audience.queries.ts'

/** Recipients of an announcement per transaction. The number is small, so that a crash repeats little work. */
const batchSize = 500
/** Time (ms) after which the announcement delivery job yields to other jobs and queues itself again. */
const timeSlice = 4000
/** Pause before a failed delivery round of an announcement is tried again. */
const retryDelay = '1 minute'
/** Number of delivered recipients after which the progress on the sender's screen is refreshed. */
const progressInterval = 5000

type Round = typeof announcementRounds.$inferSelect

/** Checks the permissions of the sender again, because they may have ended while the announcement was scheduled. */
async function isSenderStillAllowed({ db }: Context, announcement: Announcement): Promise<boolean> {
  const [sender] = await db
    .select()
    .from(users)
    .where(eq(users.id, announcement.sentBy ?? 0))
    .for('share')
  if (!sender || sender.erasedAt || !can(sender, 'announcements.manage')) return false
  if (announcement.isUrgent && !can(sender, 'announcements.urgent')) return false
  const [withinScope] = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.id, announcement.id), filterAnnouncementsByScope(sender)))
  return withinScope !== undefined
}

/** Turns a scheduled announcement back into a draft before any recipient was notified. */
async function revertAnnouncementToDraft(tx: Context, announcement: Announcement): Promise<void> {
  await tx.db.delete(announcementRounds).where(eq(announcementRounds.announcementId, announcement.id))
  await tx.db
    .update(announcements)
    .set({ status: 'draft', sendAt: null, sentBy: null, updatedAt: sql`now()` })
    .where(eq(announcements.id, announcement.id))
  await recordAnnouncementAuditEvent(tx, announcement, {
    kind: 'announcement.held',
    details: { byProgram: true },
  })
}

/** Stores all recipients of an announcement at once. Users who join or leave later do not change the recipients. */
async function writeAnnouncementRecipients(tx: Context, announcement: Announcement): Promise<void> {
  if (!(await isSenderStillAllowed(tx, announcement))) return revertAnnouncementToDraft(tx, announcement)
  const isRecipient = await buildAnnouncementRecipientCondition(tx.db, announcement, announcement.audience)
  const { rowCount } = await tx.db.execute(sql`
    insert into announcement_recipients (announcement_id, user_id)
    select ${announcement.id}, ${users.id} from ${users} where ${isRecipient} order by ${users.id}`)
  await tx.db
    .update(announcements)
    .set({ recipientCount: rowCount ?? 0, sendAt: sql`now()` })
    .where(eq(announcements.id, announcement.id))
  await refreshAnnouncementScreensOfManagers(tx, announcement)
}

/** Starts the delivery of scheduled announcements whose time has come. */
async function startDueAnnouncements(context: Context): Promise<void> {
  await context.transaction(async ({ db }) => {
    const due = await db
      .update(announcements)
      .set({ status: 'sending' })
      .where(and(eq(announcements.status, 'scheduled'), lte(announcements.sendAt, sql`now()`)))
      .returning({ announcementId: announcements.id })
    const rounds = due.map(({ announcementId }) => ({ announcementId, kind: 'tell' as const }))
    if (rounds.length > 0) await db.insert(announcementRounds).values(rounds)
  })
}

/** Returns the next batch of recipients of an announcement's delivery round. */
async function selectNextRecipients({ db }: Context, { announcementId, kind, upTo }: Round) {
  const { rows } = await db.execute<{ id: number; email: string; isHere: boolean }>(sql`
    select u.id, u.email, u.status = 'active' and u.erased_at is null as "isHere"
      from (select r.user_id from announcement_recipients r
             where r.announcement_id = ${announcementId} and r.user_id > ${upTo}
               and (${kind} <> 'remind' or r.read_at is null)
             order by r.user_id limit ${batchSize}) next join users u on u.id = next.user_id
     order by u.id`)
  return rows
}

/** Deletes the notifications of a withdrawn announcement and its mails that were not sent yet. */
async function deleteEarlierAnnouncementNotifications(
  tx: Context,
  announcement: Announcement,
  recipients: { id: number }[],
): Promise<void> {
  const ids = recipients.map(({ id }) => id)
  const userIds = sql`any(${sql.param(ids)}::int[])`
  await tx.db.execute(sql`delete from notifications where user_id = ${userIds}
    and kind like 'announcement.%' and (params->>'announcementId')::int = ${announcement.id}`)
  await tx.db.execute(sql`delete from mail_outbox where user_id = ${userIds}
    and announcement_id = ${announcement.id} and status in ('queued', 'failed')`)
  await invalidateClientCache(tx, { topics: ['notifications'], to: { users: ids } })
}

async function notifyAnnouncementRecipients(
  tx: Context,
  round: Round,
  announcement: Announcement,
  people: { id: number; email: string }[],
) {
  const kind =
    round.kind === 'remind'
      ? 'announcement.reminder'
      : announcement.isUrgent
        ? 'announcement.urgent'
        : 'announcement.sent'
  const ids = people.map(({ id }) => id)
  await notifyUsers(tx, { users: ids, kind, params: { announcementId: announcement.id } })
  await queueMail(tx.db, { to: people, kind, announcementId: announcement.id })
  if (round.kind === 'tell')
    await invalidateClientCache(tx, { topics: ['announcements'], to: { users: ids } })
}

async function finishDeliveryRound(tx: Context, round: Round): Promise<void> {
  if (round.kind !== 'tell') return
  await tx.db
    .update(announcements)
    .set({ status: 'sent' })
    .where(and(eq(announcements.id, round.announcementId), eq(announcements.status, 'sending')))
}

/** Processes one batch of an announcement's recipients and stores the progress in the same transaction. */
async function deliverToNextRecipients(tx: Context, round: Round, announcement: Announcement): Promise<void> {
  const batch = await selectNextRecipients(tx, round)
  // Withdrawing an announcement also deletes notifications of inactive users, who may become active again.
  const people = batch.filter(({ isHere }) => isHere || round.kind === 'clear')
  if (people.length > 0)
    await (round.kind === 'clear'
      ? deleteEarlierAnnouncementNotifications(tx, announcement, people)
      : notifyAnnouncementRecipients(tx, round, announcement, people))
  const isLast = batch.length < batchSize
  const count = round.count + batch.length
  await tx.db
    .update(announcementRounds)
    .set({ upTo: batch.at(-1)?.id ?? round.upTo, count, ...(isLast && { finishedAt: sql`now()` }) })
    .where(eq(announcementRounds.id, round.id))
  if (isLast) await finishDeliveryRound(tx, round)
  if (isLast || count % progressInterval === 0) await refreshAnnouncementScreensOfManagers(tx, announcement)
}

/** Returns the delivery round of an announcement to run next: urgent first, then with the fewest reached recipients. */
async function findOpenDeliveryRound({ db }: Context) {
  const [openRound] = await db
    .select({ id: announcementRounds.id, announcementId: announcementRounds.announcementId })
    .from(announcementRounds)
    .innerJoin(announcements, eq(announcements.id, announcementRounds.announcementId))
    .where(
      and(
        isNull(announcementRounds.finishedAt),
        sql`coalesce(${announcementRounds.failedAt} < now() - ${retryDelay}::interval, true)`,
      ),
    )
    .orderBy(sql`${announcements.isUrgent} desc`, announcementRounds.count, announcementRounds.id)
    .limit(1)
  return openRound
}

async function continueDeliveryRound(
  context: Context,
  openRound: { id: number; announcementId: number },
): Promise<void> {
  await context.transaction(async tx => {
    // Locks the announcement before its delivery round, in the same order as withdrawAnnouncement, to avoid deadlocks.
    const [announcement] = await tx.db
      .select()
      .from(announcements)
      .where(eq(announcements.id, openRound.announcementId))
      .for('no key update')
    const [round] = await tx.db
      .select()
      .from(announcementRounds)
      .where(and(eq(announcementRounds.id, openRound.id), isNull(announcementRounds.finishedAt)))
      .for('no key update')
    if (!announcement || !round) return
    if (round.kind === 'tell' && announcement.recipientCount === null)
      await writeAnnouncementRecipients(tx, announcement)
    else await deliverToNextRecipients(tx, round, announcement)
  })
}

/**
 * Delivery job: runs after sending and every minute, and resumes rounds that a crashed process left unfinished.
 * Concurrent runs alternate batch by batch.
 * A failed delivery round pauses and does not block others.
 */
export async function deliverAnnouncements(context: Context): Promise<void> {
  await startDueAnnouncements(context)
  let failure: unknown
  const deadline = performance.now() + timeSlice
  let openRound = await findOpenDeliveryRound(context)
  while (openRound && performance.now() < deadline) {
    try {
      await continueDeliveryRound(context, openRound)
    } catch (error) {
      failure ??= error
      await context.db
        .update(announcementRounds)
        .set({ failedAt: sql`now()` })
        .where(eq(announcementRounds.id, openRound.id))
    }
    await yieldWhileEventLoopIsBusy()
    openRound = await findOpenDeliveryRound(context)
  }
  if (openRound)
    await enqueueJobs(context.db, 'deliver_announcements', [{ payload: {}, key: 'deliver_announcements' }])
  // The error is rethrown so that the job worker logs the announcement delivery job as failed.
  if (failure) throw failure
}
