import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { RoundKind } from '#shared/constants.ts'
import { can } from '#shared/policies.ts'
import { countReached, recordAbout, requireManaged } from './announcements.service.ts'

const longestWait = 366 * 24 * 3_600_000
const hoursBetweenReminders = 24

/** The job goes through the people; a key, so that it is waiting once. */
async function beginRound({ db }: Pick<SignedIn, 'db'>, announcementId: number, kind: RoundKind) {
  await db.insert(announcementRounds).values({ announcementId, kind })
  await enqueue(db, 'deliver_announcements', [{ payload: {}, key: 'deliver_announcements' }])
}

/**
 * Now, or at a time. Whom it reaches is written down all at one moment, by the job, right before the first of them is
 * told; by whose right it goes is judged there once more.
 */
export async function sendAnnouncement(context: SignedIn, id: number, at?: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const draft = await requireManaged(tx, id, { isHeld: true })
    if (draft.status !== 'draft' && draft.status !== 'scheduled') throw conflict('announcement_sent')
    if (draft.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    const moment = at === undefined ? undefined : new Date(at)
    const now = await readClock(db)
    const wait = moment ? moment.getTime() - now.getTime() : 0
    if (moment && (wait <= 0 || wait > longestWait)) throw conflict('announcement_past')
    const { endsAt } = draft.poll ?? {}
    if (endsAt && new Date(endsAt) <= (moment ?? now)) throw conflict('poll_past')
    if (!moment && (await countReached(tx, draft, draft.audience)) === 0)
      throw conflict('announcement_nobody')
    await db
      .update(announcements)
      .set({
        status: moment ? 'scheduled' : 'sending',
        sendAt: moment ?? sql`now()`,
        sentBy: actor.id,
        updatedAt: sql`now()`,
      })
      .where(eq(announcements.id, id))
    if (!moment) await beginRound(tx, id, 'tell')
    await recordAbout(tx, draft, {
      kind: moment ? 'announcement.scheduled' : 'announcement.sent',
      details: { isUrgent: draft.isUrgent },
    })
  })
}

/** Not at that time after all. */
export async function holdAnnouncement(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const one = await requireManaged(tx, id, { isHeld: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ status: 'draft', sendAt: null, sentBy: null, updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), eq(announcements.status, 'scheduled')))
    if (!rowCount) throw conflict('announcement_sent')
    await recordAbout(tx, one, { kind: 'announcement.held' })
  })
}

/** Gone from every list at once; from bells, and from mail that has not gone out yet, batch by batch. */
export async function withdrawAnnouncement(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const one = await requireManaged(tx, id, { isHeld: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ status: 'withdrawn', updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), inArray(announcements.status, ['sending', 'sent'])))
    if (!rowCount) throw conflict()
    // A batch that is under way is waited for: what it told is cleared as well.
    await db
      .update(announcementRounds)
      .set({ finishedAt: sql`now()` })
      .where(and(eq(announcementRounds.announcementId, id), isNull(announcementRounds.finishedAt)))
    await beginRound(tx, id, 'clear')
    await recordAbout(tx, one, {
      kind: 'announcement.withdrawn',
      touches: { topics: ['announcements'], to: { everybody: true } },
    })
  })
}

export async function lastReminder({ db }: Pick<SignedIn, 'db'>, id: number) {
  const [last] = await db
    .select({
      at: announcementRounds.createdAt,
      isLately: sql<boolean>`${announcementRounds.createdAt} > now() - make_interval(hours => ${hoursBetweenReminders})`,
    })
    .from(announcementRounds)
    .where(and(eq(announcementRounds.announcementId, id), eq(announcementRounds.kind, 'remind')))
    .orderBy(desc(announcementRounds.id))
    .limit(1)
  return last
}

/** Those who have not opened it; once a day at most. */
export async function remindUnread(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    // Held: of two who press it at once the second finds the reminder of the first.
    const one = await requireManaged(tx, id, { isHeld: true })
    if (one.status !== 'sent') throw conflict()
    if ((await lastReminder(tx, id))?.isLately) throw conflict('reminded_lately')
    await beginRound(tx, id, 'remind')
    await recordAbout(tx, one, { kind: 'announcement.reminded' })
  })
}
