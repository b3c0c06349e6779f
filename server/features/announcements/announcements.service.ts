import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { announcementsWithinReach } from '#server/db/reach.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { notFound } from '#server/errors.ts'
import { type Change, recordEvent, touch } from '#server/events/events.service.ts'
import { shownPerson } from '#server/features/chat/messages.queries.ts'
import type { AnnouncementsQuery, Audience } from '#shared/contracts/announcements.ts'
import { excerptOf } from '#shared/rich-text.ts'
import { isReached, type Sender } from './audience.queries.ts'

export type Announcement = typeof announcements.$inferSelect

/** Sent, and not taken back: what people find among theirs. */
export const isOut = inArray(announcements.status, ['sending', 'sent'])

type Spoken = Pick<Announcement, 'id' | 'country' | 'clubId'>

/** Whose business it is: what a club says is its country's as well. */
async function placeOf({ db }: Pick<Context, 'db'>, { country, clubId }: Spoken) {
  if (clubId === null) return { country, clubId }
  const [club] = await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
  return { country: club?.country ?? null, clubId }
}

/** Whoever looks after the same announcements sees what becomes of them. */
export async function touchManagers(tx: Change, one: Spoken): Promise<void> {
  await touch(tx, { topics: ['announcements'], to: { reach: await placeOf(tx, one) } })
}

/** In the trail of the country it belongs to, and on the screens of those who look after it unless it is said whose. */
export async function recordAbout(
  tx: Change,
  one: Spoken,
  event: Pick<Parameters<typeof recordEvent>[1], 'kind' | 'details' | 'touches'>,
): Promise<void> {
  const place = await placeOf(tx, one)
  await recordEvent(tx, {
    touches: { topics: ['announcements'], to: { reach: place } },
    ...event,
    target: { type: 'announcement', id: one.id, country: place.country },
  })
}

/** One that this person may look after; where it is held, until the transaction ends. */
export async function requireManaged(
  { db, actor }: SignedIn,
  id: number,
  { isHeld }: { isHeld: boolean },
): Promise<Announcement> {
  const query = db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), announcementsWithinReach(actor)))
  const [found] = await (isHeld ? query.for('no key update') : query)
  if (!found) throw notFound()
  return found
}

/** In whose name it was written, for the lists of readers and managers. */
export const senderColumns = {
  country: announcements.country,
  club: clubs.name,
  name: shownPerson(users).fullName,
}

/** Those that went to this person, as lists show them. */
async function selectMine({ db, actor }: SignedIn, where: SQL | undefined, limit: number, first?: SQL) {
  const rows = await db
    .select({
      id: announcements.id,
      title: announcements.title,
      body: announcements.body,
      isUrgent: announcements.isUrgent,
      hasPoll: sql<boolean>`${announcements.poll} is not null`,
      sender: senderColumns,
      sentAt: announcements.sendAt,
      correctedAt: announcements.correctedAt,
      readAt: announcementRecipients.readAt,
    })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .innerJoin(users, eq(users.id, announcements.authorId))
    .where(and(eq(announcementRecipients.userId, actor.id), isOut, where))
    .orderBy(...(first ? [first] : []), desc(announcements.sendAt), desc(announcements.id))
    .limit(limit)
  return rows.map(({ body, sentAt, ...row }) => ({
    ...row,
    excerpt: excerptOf(body),
    // Whatever is out has been sent at a moment.
    sentAt: sentAt ?? new Date(0),
  }))
}

export async function listAnnouncements(context: SignedIn, { before, limit }: AnnouncementsQuery) {
  return selectMine(context, before ? isBefore(before) : undefined, limit)
}

const unreadShown = 3

/** For the dashboard: what was not opened yet, and is not long past. */
export async function listUnread(context: SignedIn) {
  const isNew = sql`${announcementRecipients.readAt} is null and ${announcements.sendAt} > now() - interval '30 days'`
  return selectMine(context, isNew, unreadShown, sql`${announcements.isUrgent} desc`)
}

/** By when they went out, which may be long after they were begun. */
function isBefore(id: number) {
  return sql`(${announcements.sendAt}, ${announcements.id}) < (
    select o.send_at, o.id from announcements o where o.id = ${id})`
}

export async function listManaged({ db, actor }: SignedIn, { before, limit }: AnnouncementsQuery) {
  return db
    .select({
      id: announcements.id,
      title: announcements.title,
      status: announcements.status,
      isUrgent: announcements.isUrgent,
      sender: senderColumns,
      sendAt: announcements.sendAt,
      recipientCount: announcements.recipientCount,
      updatedAt: announcements.updatedAt,
    })
    .from(announcements)
    .leftJoin(clubs, eq(clubs.id, announcements.clubId))
    .innerJoin(users, eq(users.id, announcements.authorId))
    .where(and(announcementsWithinReach(actor), before ? lt(announcements.id, before) : undefined))
    .orderBy(desc(announcements.id))
    .limit(limit)
}

export async function countReached({ db }: Pick<Context, 'db'>, sender: Sender, audience: Audience) {
  return db.$count(users, isReached(sender, audience))
}
