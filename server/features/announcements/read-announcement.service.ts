import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { announcementsWithinReach } from '#server/db/reach.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { conflict, notFound } from '#server/errors.ts'
import { touch } from '#server/events/events.service.ts'
import { findAttachments } from '#server/features/files/attachments.queries.ts'
import type { PollAnswersQuery } from '#shared/contracts/announcements.ts'
import { can } from '#shared/policies.ts'
import { type Announcement, isOut, requireManaged, senderColumns } from './announcements.service.ts'
import { lastReminder } from './send-announcement.service.ts'

const mine = (userId: number, id: number) =>
  and(eq(announcementRecipients.announcementId, id), eq(announcementRecipients.userId, userId))

async function showFiles({ db }: SignedIn, { imageId, documents }: Announcement) {
  const known = await findAttachments(db, [...(imageId ? [imageId] : []), ...documents])
  return {
    image: (imageId && known.get(imageId)) || null,
    documents: documents.flatMap(id => known.get(id) ?? []),
  }
}

async function titleOf({ db }: SignedIn, id: number | null | undefined) {
  if (!id) return null
  const [row] = await db
    .select({ id: activities.id, title: activities.title })
    .from(activities)
    .where(eq(activities.id, id))
  return row ?? null
}

const hasEnded = async ({ db }: SignedIn, { poll }: Announcement) =>
  Boolean(poll?.endsAt && new Date(poll.endsAt) <= (await readClock(db)))

async function countAnswers({ db }: SignedIn, { id, poll }: Announcement) {
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

/** What others answered is seen by those who have answered, so that nobody follows the many. */
async function showPoll(context: SignedIn, one: Announcement, answer: number | null, isManager: boolean) {
  if (!one.poll) return null
  const isOver = one.status === 'withdrawn' || (await hasEnded(context, one))
  const isShown = isManager || isOver || answer !== null
  return {
    ...one.poll,
    isOpen: !isOver,
    myAnswer: answer,
    results: isShown ? await countAnswers(context, one) : null,
  }
}

/** For those it was sent to, while it stands; for those who look after it always. */
export async function readAnnouncement(context: SignedIn, id: number) {
  const { db, actor } = context
  const within = can(actor, 'announcements.manage') ? announcementsWithinReach(actor) : sql`false`
  const [found] = await db
    .select({
      one: announcements,
      sender: senderColumns,
      recipient: announcementRecipients,
      isManager: sql<boolean>`(${within})`,
    })
    .from(announcements)
    .leftJoin(announcementRecipients, mine(actor.id, id))
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .innerJoin(users, eq(users.id, announcements.authorId))
    .where(
      and(
        eq(announcements.id, id),
        or(within, and(isOut, sql`${announcementRecipients.userId} is not null`)),
      ),
    )
  if (!found) throw notFound()
  const { one, sender, recipient, isManager } = found
  return {
    ...one,
    sender,
    isManager,
    ...(await showFiles(context, one)),
    activity: await titleOf(context, one.activityId),
    sentAt: one.sendAt,
    readAt: recipient?.readAt ?? null,
    isRecipient: recipient !== null,
    poll: await showPoll(context, one, recipient?.answer ?? null, isManager),
  }
}

/** What its form is filled from. */
export async function readDraft(context: SignedIn, id: number) {
  const one = await requireManaged(context, id, { isHeld: false })
  return {
    ...one,
    ...(await showFiles(context, one)),
    activity: await titleOf(context, one.activityId),
    audienceActivity: await titleOf(context, one.audience.activityId),
  }
}

export async function readFigures(context: SignedIn, id: number) {
  const { db } = context
  const one = await requireManaged(context, id, { isHeld: false })
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
  const mailsOf = (...statuses: (typeof mailOutbox.$inferSelect)['status'][]) =>
    mails.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)
  const reminder = await lastReminder(context, id)
  return {
    status: one.status,
    recipients: one.recipientCount ?? 0,
    told: round?.count ?? 0,
    read: counts?.read ?? 0,
    answered: counts?.answered ?? 0,
    mails: {
      waiting: mailsOf('queued', 'failed'),
      sent: mailsOf('sent'),
      refused: mailsOf('refused', 'bounced'),
    },
    remindedAt: reminder?.at ?? null,
    mayRemind: one.status === 'sent' && !reminder?.isLately,
  }
}

/** It was opened here; its place at the bell is read with it. */
export async function markAnnouncementRead(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [one] = await db
      .select({ readAt: announcementRecipients.readAt })
      .from(announcementRecipients)
      .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
      .where(and(mine(actor.id, id), isOut))
    if (!one) throw notFound()
    if (one.readAt) return
    await db
      .update(announcementRecipients)
      .set({ readAt: sql`now()` })
      .where(and(mine(actor.id, id), isNull(announcementRecipients.readAt)))
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
    await touch(tx, { topics: ['announcements', 'notifications'], to: { users: [actor.id] } })
  })
}

/** One a person; the later one stands. */
export async function answerPoll(context: SignedIn, id: number, answer: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ one: announcements })
      .from(announcements)
      .innerJoin(announcementRecipients, mine(actor.id, id))
      .where(and(eq(announcements.id, id), isOut))
    if (!found?.one.poll || answer >= found.one.poll.choices.length) throw notFound()
    if (await hasEnded(tx, found.one)) throw conflict('poll_over')
    await db
      .update(announcementRecipients)
      .set({ answer, answeredAt: sql`now()`, readAt: sql`coalesce(${announcementRecipients.readAt}, now())` })
      .where(mine(actor.id, id))
    await touch(tx, { topics: ['announcements'], to: { users: [actor.id, found.one.authorId] } })
  })
}

/** Kept from everybody where it was promised; the names are those of now. */
export async function listPollAnswers(context: SignedIn, id: number, { after, limit }: PollAnswersQuery) {
  const { poll } = await requireManaged(context, id, { isHeld: false })
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
