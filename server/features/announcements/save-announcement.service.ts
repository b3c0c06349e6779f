import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { deleteFileRowAndContent, markUploadAsAttached } from '#server/features/files/files.service.ts'
import { getCurrentLanguageToStoreInDatabase } from '#server/language.ts'
import { findConditionsOfSegment } from '#server/segments/find-conditions-of-segment.queries.ts'
import type {
  AnnouncementBody,
  AnnouncementTexts,
  Audience,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { type Actor, can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import { versionFieldErrors } from '#texts/versions.ts'
import {
  type Announcement,
  countAnnouncementRecipients,
  recordAnnouncementAuditEvent,
  requireAnnouncementManagedByCaller,
} from './announcements.service.ts'
import type { AudienceSender } from './audience.queries.ts'

/** Returns the sender of the user's announcements: headquarters, a country or a club. */
function getSenderScope(actor: Actor): { country: Country | null; clubId: number | null } {
  const scope = getPermissionScopeOfActor(actor)
  if (scope.over === 'all') return { country: null, clubId: null }
  if (scope.over === 'country') return { country: scope.country as Country, clubId: null }
  if (scope.over === 'club') return { country: null, clubId: scope.clubId }
  // An administrator without a country or club cannot send announcements.
  throw forbidden()
}

export async function countRecipientsOfUnsavedAnnouncement(
  context: SignedInContext,
  audience: Audience,
): Promise<number> {
  return countAnnouncementRecipients(context, getSenderScope(context.actor), audience)
}

async function requireKnownActivity(
  { db }: SignedInContext,
  { activityId }: AnnouncementBody,
): Promise<void> {
  if (activityId === null) return
  const [known] = await db.select({ id: activities.id }).from(activities).where(eq(activities.id, activityId))
  if (!known) throw badInput({ activityId: fieldTexts.invalid })
}

/** Requires that the audience's segment (saved member filter) belongs to the sender of the announcement. */
async function requireOwnSegment(
  { db, actor }: SignedInContext,
  sender: AudienceSender,
  { segmentId }: Audience,
): Promise<void> {
  if (segmentId === undefined) return
  const isKnown = can(actor, 'segments.use') && (await findConditionsOfSegment(db, segmentId, sender))
  if (!isKnown) throw badInput({ audience: fieldTexts.invalid })
}

const listFileIds = ({ imageId, documents }: Pick<AnnouncementBody, 'imageId' | 'documents'>) => [
  ...(imageId ? [[imageId, 'announcement_image'] as const] : []),
  ...documents.map(id => [id, 'announcement_document'] as const),
]

/** Attaches added files to an announcement and returns the ids of files that it no longer uses. */
async function replaceAnnouncementFiles(
  tx: SignedInContext,
  before: Pick<AnnouncementBody, 'imageId' | 'documents'>,
  after: Pick<AnnouncementBody, 'imageId' | 'documents'>,
): Promise<string[]> {
  const [old, next] = [listFileIds(before), listFileIds(after)]
  const isFileInList = (list: typeof old, id: string) => list.some(([fileId]) => fileId === id)
  for (const [id, kind] of next) if (!isFileInList(old, id)) await markUploadAsAttached(tx, id, kind)
  return old.filter(([id]) => !isFileInList(next, id)).map(([id]) => id)
}

/**
 * Returns the database columns of an announcement's second language. A request without `secondLanguage`
 * leaves them unchanged; null clears them.
 */
function getSecondLanguageVersion({ secondLanguage, secondTitle, secondBody }: AnnouncementTexts) {
  if (secondLanguage === undefined) return { secondTitle: undefined, secondBody: undefined }
  return secondLanguage === null
    ? { secondLanguage, secondTitle: null, secondBody: null }
    : { secondLanguage, secondTitle, secondBody }
}

/**
 * Returns the columns of title and text in both languages. Language fields that the request omits stay
 * unchanged.
 */
function buildAnnouncementTextColumns(
  texts: AnnouncementTexts,
  before: Pick<Announcement, 'language' | 'secondLanguage'>,
) {
  const { title, body, language = before.language } = texts
  const second = { secondLanguage: before.secondLanguage, ...getSecondLanguageVersion(texts) }
  if (second.secondLanguage === language) throw badInput({ secondLanguage: versionFieldErrors.sameLanguage })
  return { title, body, language, ...second }
}

export async function createAnnouncement(context: SignedInContext, body: AnnouncementBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    if (body.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    const sender = getSenderScope(actor)
    const blank = {
      language: getCurrentLanguageToStoreInDatabase() ?? tx.settings.DEFAULT_LANGUAGE,
      secondLanguage: null,
    }
    await requireKnownActivity(tx, body)
    await requireOwnSegment(tx, sender, body.audience)
    await replaceAnnouncementFiles(tx, { imageId: null, documents: [] }, body)
    const [created] = await db
      .insert(announcements)
      .values({ ...body, ...buildAnnouncementTextColumns(body, blank), ...sender, authorId: actor.id })
      .returning()
    if (!created) throw new Error('createAnnouncement: inserting the announcement returned no row')
    await recordAnnouncementAuditEvent(tx, created, { kind: 'announcement.created' })
    return created.id
  })
}

/** Changes an announcement draft. Sent announcements return 409 and are changed by correctAnnouncement. */
export async function updateAnnouncement(context: SignedInContext, id: number, body: AnnouncementBody) {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const before = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    if (before.status !== 'draft') throw conflict('announcement_sent')
    if (body.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    await requireKnownActivity(tx, body)
    await requireOwnSegment(tx, before, body.audience)
    const removedFiles = await replaceAnnouncementFiles(tx, before, body)
    await db
      .update(announcements)
      .set({ ...body, ...buildAnnouncementTextColumns(body, before), updatedAt: sql`now()` })
      .where(eq(announcements.id, id))
    for (const file of removedFiles) await deleteFileRowAndContent(tx, file)
    await recordAnnouncementAuditEvent(tx, before, { kind: 'announcement.updated' })
  })
}

export async function deleteAnnouncementDraft(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const draft = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    if (draft.status !== 'draft') throw conflict('announcement_sent')
    await db.delete(announcements).where(eq(announcements.id, id))
    for (const [file] of listFileIds(draft)) await deleteFileRowAndContent(tx, file)
    await recordAnnouncementAuditEvent(tx, draft, { kind: 'announcement.deleted' })
  })
}

/** Corrects a sent announcement, which is then marked as corrected. Mail that was already sent stays unchanged. */
export async function correctAnnouncement(
  context: SignedInContext,
  id: number,
  texts: AnnouncementTexts,
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const before = await requireAnnouncementManagedByCaller(tx, id, { isLocked: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ ...buildAnnouncementTextColumns(texts, before), correctedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), sql`${announcements.status} in ('sending', 'sent')`))
    if (!rowCount) throw conflict()
    await recordAnnouncementAuditEvent(tx, before, {
      kind: 'announcement.corrected',
      touches: { topics: ['announcements', 'notifications'], to: { everybody: true } },
    })
  })
}
