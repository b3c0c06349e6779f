import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { filterAnnouncementsByScope } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import { type ChangeContext, invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import type { AnnouncementsQuery, Audience } from '#shared/contracts/announcements/announcements.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { buildRichTextExcerpt } from '#shared/rich-text.ts'
import { type AudienceSender, buildAnnouncementRecipientCondition } from './audience.queries.ts'

export type Announcement = typeof announcements.$inferSelect

/** SQL condition: the announcement was sent and not withdrawn, so its recipients can see it. */
export const isPublished = inArray(announcements.status, ['sending', 'sent'])

type AnnouncementSender = Pick<Announcement, 'id' | 'country' | 'clubId'>

/**
 * Returns the scope whose administrators manage the announcement: its club, its country, or both null for headquarters.
 * The scope of a club announcement also contains the country of the club.
 */
async function readAnnouncementScope({ db }: Pick<Context, 'db'>, { country, clubId }: AnnouncementSender) {
  if (clubId === null) return { country, clubId }
  const [club] = await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
  return { country: club?.country ?? null, clubId }
}

/** Refreshes the screens of all users who manage the announcement. */
export async function refreshAnnouncementScreensOfManagers(
  tx: ChangeContext,
  announcement: AnnouncementSender,
): Promise<void> {
  await invalidateClientCache(tx, {
    topics: ['announcements'],
    to: { reach: await readAnnouncementScope(tx, announcement) },
  })
}

/**
 * Records an audit event for the announcement and its country.
 * Refreshes the screens of the announcement's managers, or of the users given in `event.touches`.
 */
export async function recordAnnouncementAuditEvent(
  tx: ChangeContext,
  announcement: AnnouncementSender,
  event: Pick<Parameters<typeof recordAuditEvent>[1], 'kind' | 'details' | 'touches'>,
): Promise<void> {
  const scope = await readAnnouncementScope(tx, announcement)
  await recordAuditEvent(tx, {
    touches: { topics: ['announcements'], to: { reach: scope } },
    ...event,
    target: { type: 'announcement', id: announcement.id, country: scope.country },
  })
}

/**
 * Returns an announcement that the user may manage, or throws 404.
 * With `isLocked` the row stays locked until the transaction ends.
 */
export async function requireAnnouncementManagedByCaller(
  { db, actor }: SignedInContext,
  id: number,
  { isLocked }: { isLocked: boolean },
): Promise<Announcement> {
  const query = db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), filterAnnouncementsByScope(actor)))
  const [found] = await (isLocked ? query.for('no key update') : query)
  if (!found) throw notFound()
  return found
}

/** Columns that describe the sender of an announcement, both for its recipients and for its managers. */
export const senderColumns = {
  country: announcements.country,
  club: clubs.name,
  name: buildUserNameAndImageColumns(users).fullName,
}

const { title, body, language, secondLanguage, secondTitle, secondBody } = announcements
/** SQL columns of an announcement in both languages, from which putTranslationInReaderLanguageFirst picks the reader's language. */
const versionColumns = { title, body, language, secondLanguage, secondTitle, secondBody }

/** Selects the announcements that the user has received, as shown in lists. */
async function selectReceivedAnnouncements(
  { db, actor }: SignedInContext,
  where: SQL | undefined,
  limit: number,
  priority?: SQL,
) {
  const rows = await db
    .select({
      id: announcements.id,
      ...versionColumns,
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
    .where(and(eq(announcementRecipients.userId, actor.id), isPublished, where))
    .orderBy(...(priority ? [priority] : []), desc(announcements.sendAt), desc(announcements.id))
    .limit(limit)
  return rows.map(row => {
    const { body, ...version } = putTranslationInReaderLanguageFirst(row)
    // Every sent announcement has a send time. The fallback value exists only for the compiler.
    return { ...version, excerpt: buildRichTextExcerpt(body), sentAt: row.sentAt ?? new Date(0) }
  })
}

export async function listAnnouncements(context: SignedInContext, { before, limit }: AnnouncementsQuery) {
  return selectReceivedAnnouncements(context, before ? buildSentBeforeCondition(before) : undefined, limit)
}

/** Maximum number of announcements that the dashboard lists. */
export const maxUnreadShown = 3

/** Lists unread announcements of the last 30 days for the dashboard, urgent ones first. */
export async function listUnreadAnnouncements(context: SignedInContext) {
  const isUnread = sql`${announcementRecipients.readAt} is null and ${announcements.sendAt} > now() - interval '30 days'`
  return selectReceivedAnnouncements(context, isUnread, maxUnreadShown, sql`${announcements.isUrgent} desc`)
}

/** Lists the latest announcements of the last 30 days that the user has read. */
export async function listAnnouncementsAlreadyReadByUser(context: SignedInContext, limit: number) {
  const isRead = sql`${announcementRecipients.readAt} is not null and ${announcements.sendAt} > now() - interval '30 days'`
  return selectReceivedAnnouncements(context, isRead, limit)
}

/** SQL condition for paging: the announcement has an earlier send time than announcement `id`. */
function buildSentBeforeCondition(id: number) {
  return sql`(${announcements.sendAt}, ${announcements.id}) < (
    select o.send_at, o.id from announcements o where o.id = ${id})`
}

export async function listManagedAnnouncements(
  { db, actor }: SignedInContext,
  { before, limit }: AnnouncementsQuery,
) {
  const rows = await db
    .select({
      id: announcements.id,
      ...versionColumns,
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
    .where(and(filterAnnouncementsByScope(actor), before ? lt(announcements.id, before) : undefined))
    .orderBy(desc(announcements.id))
    .limit(limit)
  return rows.map(row => putTranslationInReaderLanguageFirst(row))
}

export async function countAnnouncementRecipients(
  { db }: Pick<Context, 'db'>,
  sender: AudienceSender,
  audience: Audience,
) {
  return db.$count(users, await buildAnnouncementRecipientCondition(db, sender, audience))
}
