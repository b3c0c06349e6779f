import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { announcementsWithinReach } from '#server/db/reach.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { groupMembers, messages } from '#server/db/schema/chat.ts'
import { files } from '#server/db/schema/core.ts'
import { afterCommit } from '#server/db/transaction.ts'
import { AppError, badInput, notFound, unavailable } from '#server/errors.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { deleteStored, keyOf, thumbnailKeyOf } from '#server/storage.ts'
import type { StoredFile } from '#shared/contracts/files.ts'
import { nameFor, tidyName } from '#shared/document-types.ts'
import { chatFileKinds, type FileKind } from '#shared/file-kinds.ts'
import { inspectUpload } from './inspect.ts'

/** In conversations, of one person: more than anybody sends by hand. */
const mostSent = { most: 300, minutes: 60 }

/** How many uploads a person may leave lying about before they belong to something. */
const mostUnattached = 30

export interface Upload {
  path: string
  filename: string
  kind: FileKind
}

/** The disk first and then the row: what has a row is there, and what has none is swept away. */
export async function storeFile(context: SignedIn, upload: Upload): Promise<StoredFile> {
  const { storage, actor, log } = context
  const { contentType, size, checksum, image } = await inspectUpload(log, upload.path, upload.kind)
  const name = nameFor({ name: tidyName(upload.filename), contentType })
  const file = { kind: upload.kind, name, contentType, size }
  const id = randomUUID()
  try {
    if (image) {
      await storage.put(keyOf(id), image.whole)
      await storage.put(thumbnailKeyOf(id), image.thumbnail)
    } else {
      await storage.moveFromFs(upload.path, keyOf(id))
    }
  } catch (error) {
    throw unavailable(error)
  }
  try {
    await insertWithinQuota(context, { id, checksum, uploadedBy: actor.id, ...file })
  } catch (error) {
    await deleteStored(storage, id).catch(() => {})
    throw error
  }
  return { id, ...file, url: `/api/files/${id}` }
}

/** Asked before the upload is taken in, and again when it is entered. */
export async function refuseIfTooMany({ db, actor }: SignedIn): Promise<void> {
  const isLying = and(eq(files.uploadedBy, actor.id), isNull(files.attachedAt))
  if ((await db.$count(files, isLying)) >= mostUnattached) throw new AppError(413, 'too_many_files')
}

async function insertWithinQuota(context: SignedIn, row: typeof files.$inferInsert): Promise<void> {
  // One upload of a person after the other, so that many at once are counted like many in a row.
  await context.changeSelf(async tx => {
    await refuseIfTooMany(tx)
    if (isOfChat(row))
      await limitAttempts(tx, { key: limitKey('chat files', String(tx.actor.id)), ...mostSent })
    await tx.db.insert(files).values(row)
  })
}

/** Sent to this person, or theirs to look after. */
async function isAnnouncedTo({ db, actor }: SignedIn, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${announcements}
     where (${announcements.imageId} = ${id} or ${announcements.documents} ? ${id})
       and (${announcementsWithinReach(actor)} or (${announcements.status} in ('sending', 'sent') and exists (
         select from announcement_recipients r
          where r.announcement_id = ${announcements.id} and r.user_id = ${actor.id})))`)
  return rows.length > 0
}

const isOfChat = ({ kind }: { kind: FileKind }) => chatFileKinds.some(one => one === kind)

/** Whether one may read the message that it goes with; of one that is hidden or deleted nobody may. */
async function mayReadMessageOf({ db, actor }: SignedIn, fileId: string): Promise<boolean> {
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

/**
 * Profile images and what belongs to activities may be seen by every active person, what was announced by those it was
 * announced to, what goes with a message by those who may read it; what belongs to nothing yet by who sent it.
 */
async function requireFile(context: SignedIn, id: string) {
  const { db, actor } = context
  const [file] = await db.select().from(files).where(eq(files.id, id))
  if (!file || (file.attachedAt === null && file.uploadedBy !== actor.id)) throw notFound()
  const isAnnounced = file.kind === 'announcement_image' || file.kind === 'announcement_document'
  if (isAnnounced && file.attachedAt && !(await isAnnouncedTo(context, id))) throw notFound()
  if (isOfChat(file) && file.attachedAt && !(await mayReadMessageOf(context, id))) throw notFound()
  return file
}

export async function openFile(context: SignedIn, id: string, isThumbnail: boolean) {
  return openStored(context, await requireFile(context, id), isThumbnail)
}

/** Whoever calls this has found out that they may. */
export async function openStored(
  { storage }: Context,
  file: typeof files.$inferSelect,
  isThumbnail: boolean,
) {
  const { id } = file
  const isImage = file.contentType.startsWith('image/')
  if (isThumbnail && !isImage) throw notFound()
  const key = isThumbnail ? thumbnailKeyOf(id) : keyOf(id)
  // Replaced since the row was read; a stream would only say so once the answer has begun.
  const isThere = await storage.exists(key).catch(error => {
    throw unavailable(error)
  })
  if (!isThere) throw notFound()
  const content = await storage.getStream(key)
  return { ...file, name: nameFor(file), isImage, content }
}

/** In the transaction of what refers to it; only one's own upload, of that kind, and only once. */
export async function attachFile({ db, actor }: SignedIn, id: string, kind: FileKind): Promise<void> {
  const { rowCount } = await db
    .update(files)
    .set({ attachedAt: sql`now()` })
    .where(
      and(eq(files.id, id), eq(files.kind, kind), eq(files.uploadedBy, actor.id), isNull(files.attachedAt)),
    )
  if (rowCount === 0) throw badInput()
}

/** The row in the transaction, what lies on disk once it has committed. */
export async function removeFile({ db, storage }: Context, id: string): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
  afterCommit(db, () => deleteStored(storage, id))
}
