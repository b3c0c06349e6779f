import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { filterAnnouncementsByScope } from '#server/db/sql/scope-filters.ts'
import { activityTitleColumns } from '#server/db/sql/versions.ts'
import { conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { findAttachments } from '#server/features/files/attachments.queries.ts'
import type { PollAnswersQuery } from '#shared/contracts/announcements/announcements.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { can } from '#shared/policies.ts'
import {
  type Announcement,
  isPublished,
  requireAnnouncementManagedByCaller,
  senderColumns,
} from './announcements.service.ts'
import { findLastAnnouncementReminder } from './send-announcement.service.ts'

const isOwnRecipient = (userId: number, id: number) =>
  and(eq(announcementRecipients.announcementId, id), eq(announcementRecipients.userId, userId))

async function readAnnouncementFiles({ db }: SignedInContext, { imageId, documents }: Announcement) {
  const known = await findAttachments(db, [...(imageId ? [imageId] : []), ...documents])
  return {
    image: (imageId && known.get(imageId)) || null,
    documents: documents.flatMap(id => known.get(id) ?? []),
  }
}

async function readActivityTitle({ db }: SignedInContext, id: number | null | undefined) {
  if (!id) return null
  const [row] = await db
    .select({ id: activities.id, ...activityTitleColumns })
    .from(activities)
    .where(eq(activities.id, id))
  return row ? putTranslationInReaderLanguageFirst(row) : null
}

const hasPollEnded = async ({ db }: SignedInContext, { poll }: Announcement) =>
  Boolean(poll?.endsAt && new Date(poll.endsAt) <= (await readDatabaseClock(db)))

async function countPollAnswers({ db }: SignedInContext, { id, poll }: Announcement) {
  const rows = await db
    .select({ answer: announcementRecipients.answer, count: sql<number>`count(*)::int` })
    .from(announcementRecipients)
    .where(
      and(eq(announcementRecipients.announcementId, id), sql`${announcementRecipients.answer} is not null`),
    )
    .groupBy(announcementRecipients.answer)
  const counts = new Map(rows.map(({ answer, count }) => [answer, count]))
  return (poll?.choices ?? []).map((choice, index) => ({ choice, count: counts.get(index) ?? 0 }))
}

/**
 * Poll results are shown only to users who have answered, so that nobody is influenced by the majority.
 * Managers always see the poll results; everybody sees them after the poll has ended.
 */
async function readPollWithResults(
  context: SignedInContext,
  announcement: Announcement,
  answer: number | null,
  isManager: boolean,
) {
  if (!announcement.poll) return null
  const isOver = announcement.status === 'withdrawn' || (await hasPollEnded(context, announcement))
  const isShown = isManager || isOver || answer !== null
  return {
    ...announcement.poll,
    isOpen: !isOver,
    myAnswer: answer,
    results: isShown ? await countPollAnswers(context, announcement) : null,
  }
}

/** Returns an announcement to its recipients until it is withdrawn, and to its managers always. */
export async function readAnnouncement(context: SignedInContext, id: number) {
  const { db, actor } = context
  const isManaged = can(actor, 'announcements.manage') ? filterAnnouncementsByScope(actor) : sql`false`
  const [found] = await db
    .select({
      one: announcements,
      sender: senderColumns,
      recipient: announcementRecipients,
      isManager: sql<boolean>`(${isManaged})`,
    })
    .from(announcements)
    .leftJoin(announcementRecipients, isOwnRecipient(actor.id, id))
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .innerJoin(users, eq(users.id, announcements.authorId))
    .where(
      and(
        eq(announcements.id, id),
        or(isManaged, and(isPublished, sql`${announcementRecipients.userId} is not null`)),
      ),
    )
  if (!found) throw notFound()
  const { one: announcement, sender, recipient, isManager } = found
  return {
    ...announcement,
    sender,
    isManager,
    ...(await readAnnouncementFiles(context, announcement)),
    activity: await readActivityTitle(context, announcement.activityId),
    sentAt: announcement.sendAt,
    readAt: recipient?.readAt ?? null,
    isRecipient: recipient !== null,
    poll: await readPollWithResults(context, announcement, recipient?.answer ?? null, isManager),
  }
}

/** Returns an announcement with all fields that its edit form needs. */
export async function readAnnouncementDraft(context: SignedInContext, id: number) {
  const announcement = await requireAnnouncementManagedByCaller(context, id, { isLocked: false })
  return {
    ...announcement,
    ...(await readAnnouncementFiles(context, announcement)),
    activity: await readActivityTitle(context, announcement.activityId),
    audienceActivity: await readActivityTitle(context, announcement.audience.activityId),
  }
}

export async function readAnnouncementDeliveryStatistics(context: SignedInContext, id: number) {
  const { db } = context
  const announcement = await requireAnnouncementManagedByCaller(context, id, { isLocked: false })
  const [counts] = await db
    .select({
      read: sql<number>`count(${announcementRecipients.readAt})::int`,
      answered: sql<number>`count(${announcementRecipients.answer})::int`,
    })
    .from(announcementRecipients)
    .where(eq(announcementRecipients.announcementId, id))
  const mails = await db
    .select({ status: mailOutbox.status, count: sql<number>`count(*)::int` })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.announcementId, id), sql`${mailOutbox.kind} <> 'announcement.reminder'`))
    .groupBy(mailOutbox.status)
  const [round] = await db
    .select({ count: announcementRounds.count })
    .from(announcementRounds)
    .where(and(eq(announcementRounds.announcementId, id), eq(announcementRounds.kind, 'tell')))
  const countMails = (...statuses: (typeof mailOutbox.$inferSelect)['status'][]) =>
    mails.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)
  const reminder = await findLastAnnouncementReminder(context, id)
  return {
    status: announcement.status,
    recipients: announcement.recipientCount ?? 0,
    told: round?.count ?? 0,
    read: counts?.read ?? 0,
    answered: counts?.answered ?? 0,
    mails: {
      waiting: countMails('queued', 'failed'),
      sent: countMails('sent'),
      refused: countMails('refused', 'bounced'),
    },
    remindedAt: reminder?.at ?? null,
    mayRemind: announcement.status === 'sent' && !reminder?.isLately,
  }
}

/** Marks the announcement and its notifications as read for the user. */
export async function markAnnouncementRead(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [announcement] = await db
      .select({ readAt: announcementRecipients.readAt })
      .from(announcementRecipients)
      .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
      .where(and(isOwnRecipient(actor.id, id), isPublished))
    if (!announcement) throw notFound()
    if (announcement.readAt) return
    await db
      .update(announcementRecipients)
      .set({ readAt: sql`now()` })
      .where(and(isOwnRecipient(actor.id, id), isNull(announcementRecipients.readAt)))
    await db
      .update(notifications)
      .set({ readAt: sql`now()` })
      .where(
        and(
          eq(notifications.userId, actor.id),
          isNull(notifications.readAt),
          sql`${notifications.kind} like 'announcement.%' and (${notifications.params}->>'announcementId')::int = ${id}`,
        ),
      )
    await invalidateClientCache(tx, { topics: ['announcements', 'notifications'], to: { users: [actor.id] } })
  })
}

/** Stores the user's answer to the poll; a later answer replaces the earlier one. */
export async function answerPoll(context: SignedInContext, id: number, answer: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ one: announcements })
      .from(announcements)
      .innerJoin(announcementRecipients, isOwnRecipient(actor.id, id))
      .where(and(eq(announcements.id, id), isPublished))
    if (!found?.one.poll || answer >= found.one.poll.choices.length) throw notFound()
    if (await hasPollEnded(tx, found.one)) throw conflict('poll_over')
    await db
      .update(announcementRecipients)
      .set({ answer, answeredAt: sql`now()`, readAt: sql`coalesce(${announcementRecipients.readAt}, now())` })
      .where(isOwnRecipient(actor.id, id))
    await invalidateClientCache(tx, {
      topics: ['announcements'],
      to: { users: [actor.id, found.one.authorId] },
    })
  })
}

/** Lists who gave which poll answer, for managers. Anonymous polls return 404. */
export async function listPollAnswers(
  context: SignedInContext,
  id: number,
  { after, limit }: PollAnswersQuery,
) {
  const { poll } = await requireAnnouncementManagedByCaller(context, id, { isLocked: false })
  if (!poll || poll.isAnonymous) throw notFound()
  return context.db
    .select({
      userId: users.id,
      fullName: users.fullName,
      answer: sql<number>`${announcementRecipients.answer}`,
      answeredAt: sql<Date>`${announcementRecipients.answeredAt}`.mapWith(announcementRecipients.answeredAt),
    })
    .from(announcementRecipients)
    .innerJoin(users, eq(users.id, announcementRecipients.userId))
    .where(
      and(
        eq(announcementRecipients.announcementId, id),
        isNotNull(announcementRecipients.answer),
        after ? gt(announcementRecipients.userId, after) : undefined,
      ),
    )
    .orderBy(announcementRecipients.userId)
    .limit(limit)
}
