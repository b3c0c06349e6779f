import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { runAfterCommit } from '#server/db/connection/transaction.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { groupMembers, messages } from '#server/db/schema/chat.ts'
import { files } from '#server/db/schema/core.ts'
import { filterAnnouncementsByScope, filterByCountryAndClubScope } from '#server/db/sql/scope-filters.ts'
import { AppError, badInput, notFound, unavailable } from '#server/errors.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { buildFileStorageKey, buildThumbnailKey, deleteStoredFile } from '#server/storage.ts'
import type { StoredFile } from '#shared/contracts/files/files.schemas.ts'
import { replaceWrongFileExtension, sanitizeFileName } from '#shared/document-types.ts'
import { chatFileKinds, type FileKind } from '#shared/file-kinds.ts'
import { validateUploadedFileContent } from './validate-uploaded-file-content.ts'

/** Rate limit of chat uploads per user, high enough that nobody reaches it by sending files by hand. */
const uploadLimit = { most: 300, minutes: 60 }

/** Maximum number of a user's uploaded files that no message or other record uses yet. */
const maxUnattached = 30

export interface Upload {
  path: string
  filename: string
  kind: FileKind
}

/**
 * Stores an upload. The content is stored before the database row, so that every row has its content.
 * The cleanup job deletes stored content without a database row.
 */
export async function storeFile(context: SignedInContext, upload: Upload): Promise<StoredFile> {
  const { storage, actor, log } = context
  const { contentType, size, checksum, image } = await validateUploadedFileContent(
    log,
    upload.path,
    upload.kind,
  )
  const name = replaceWrongFileExtension({ name: sanitizeFileName(upload.filename), contentType })
  const file = { kind: upload.kind, name, contentType, size }
  const id = randomUUID()
  try {
    if (image) {
      await storage.put(buildFileStorageKey(id), image.whole)
      await storage.put(buildThumbnailKey(id), image.thumbnail)
    } else {
      await storage.moveFromFs(upload.path, buildFileStorageKey(id))
    }
  } catch (error) {
    throw unavailable(error)
  }
  try {
    await insertFileWithinQuota(context, { id, checksum, uploadedBy: actor.id, ...file })
  } catch (error) {
    await deleteStoredFile(storage, id).catch(() => {})
    throw error
  }
  return { id, ...file, url: `/api/files/${id}` }
}

/** Rejects an upload if the user has too many unattached files, both before receiving and before storing it. */
export async function rejectUploadAboveQuota({ db, actor }: SignedInContext): Promise<void> {
  const isUnattached = and(eq(files.uploadedBy, actor.id), isNull(files.attachedAt))
  if ((await db.$count(files, isUnattached)) >= maxUnattached) throw new AppError(413, 'too_many_files')
}

async function insertFileWithinQuota(
  context: SignedInContext,
  row: typeof files.$inferInsert,
): Promise<void> {
  // `changeOwnAccount` serializes the uploads of a user, so that concurrent uploads cannot exceed the quota.
  await context.changeOwnAccount(async tx => {
    await rejectUploadAboveQuota(tx)
    if (isFileOfChatMessage(row))
      await enforceRateLimits(tx, {
        key: hashRateLimitKey('chat files', String(tx.actor.id)),
        ...uploadLimit,
      })
    await tx.db.insert(files).values(row)
  })
}

/** Returns true when the announcement with this file was sent to the actor or is within the actor's scope. */
async function canReadAnnouncementOf({ db, actor }: SignedInContext, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${announcements}
     where (${announcements.imageId} = ${id} or ${announcements.documents} ? ${id})
       and (${filterAnnouncementsByScope(actor)} or (${announcements.status} in ('sending', 'sent') and exists (
         select from announcement_recipients r
          where r.announcement_id = ${announcements.id} and r.user_id = ${actor.id})))`)
  return rows.length > 0
}

const isFileOfChatMessage = ({ kind }: { kind: FileKind }) =>
  chatFileKinds.some(chatKind => chatKind === kind)

/**
 * Returns true when the actor may read the message the file is attached to. Nobody may read hidden or deleted messages.
 */
async function canReadMessageOf({ db, actor }: SignedInContext, fileId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, messages.groupId), eq(groupMembers.userId, actor.id)),
    )
    .where(and(eq(messages.fileId, fileId), isNull(messages.hiddenFor), isNull(messages.deletedAt)))
  return row !== undefined
}

/** Returns true when the transfer slip belongs to the actor, or is for a fee that the actor manages. */
async function canReadTransferSlipOf({ db, actor }: SignedInContext, fileId: string): Promise<boolean> {
  const place = { country: sql`coalesce(c.country, b.country)`, clubId: sql`b.club_id` }
  const { rows } = await db.execute(sql`
    select from fee_slips s join fee_accounts a on a.id = s.account_id join fee_books b on b.id = a.book_id
      left join clubs c on c.id = b.club_id
     where s.file_id = ${fileId}
       and (a.user_id = ${actor.id} or ${filterByCountryAndClubScope(actor, place, 'fees.manage') ?? sql`true`})`)
  return rows.length > 0
}

/**
 * Loads a file that the actor may read, or rejects with 404.
 * Profile images and activity files are readable by every active user.
 * Announcement files are readable by recipients, and chat files by readers of the message.
 * Transfer slips are readable by the member and by managers of the fee.
 * Unattached uploads are readable only by their uploader.
 */
async function requireFile(context: SignedInContext, id: string) {
  const { db, actor } = context
  const [file] = await db.select().from(files).where(eq(files.id, id))
  if (!file || (file.attachedAt === null && file.uploadedBy !== actor.id)) throw notFound()
  const isAnnounced = file.kind === 'announcement_image' || file.kind === 'announcement_document'
  if (isAnnounced && file.attachedAt && !(await canReadAnnouncementOf(context, id))) throw notFound()
  if (isFileOfChatMessage(file) && file.attachedAt && !(await canReadMessageOf(context, id))) throw notFound()
  if (file.kind === 'fee_slip' && file.attachedAt && !(await canReadTransferSlipOf(context, id)))
    throw notFound()
  return file
}

export async function openFile(context: SignedInContext, id: string, isThumbnail: boolean) {
  return openFileWithoutPermissionCheck(context, await requireFile(context, id), isThumbnail)
}

/** Opens a stored file without a permission check. The calling function must check the permission before. */
export async function openFileWithoutPermissionCheck(
  { storage }: Context,
  file: typeof files.$inferSelect,
  isThumbnail: boolean,
) {
  const { id } = file
  const isImage = file.contentType.startsWith('image/')
  if (isThumbnail && !isImage) throw notFound()
  const key = isThumbnail ? buildThumbnailKey(id) : buildFileStorageKey(id)
  // The server checks first that the file exists, because a read error would occur only after the response has begun.
  const exists = await storage.exists(key).catch(error => {
    throw unavailable(error)
  })
  if (!exists) throw notFound()
  const content = await storage.getStream(key)
  return { ...file, name: replaceWrongFileExtension(file), isImage, content }
}

/**
 * Attaches an upload within the transaction that refers to it.
 * Only the uploader can attach a file, only as the given kind, and only once.
 */
export async function markUploadAsAttached(
  { db, actor }: SignedInContext,
  id: string,
  kind: FileKind,
): Promise<void> {
  const { rowCount } = await db
    .update(files)
    .set({ attachedAt: sql`now()` })
    .where(
      and(eq(files.id, id), eq(files.kind, kind), eq(files.uploadedBy, actor.id), isNull(files.attachedAt)),
    )
  if (rowCount === 0) throw badInput()
}

/** Deletes the database row of a file within the transaction, and the stored content after the commit. */
export async function deleteFileRowAndContent({ db, storage }: Context, id: string): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
  runAfterCommit(db, () => deleteStoredFile(storage, id))
}
