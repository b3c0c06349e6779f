import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { files } from '#server/db/schema/core.ts'
import { afterCommit } from '#server/db/transaction.ts'
import { AppError, badInput, notFound, unavailable } from '#server/errors.ts'
import { deleteStored, keyOf, thumbnailKeyOf } from '#server/storage.ts'
import type { FileKind } from '#shared/constants.ts'
import type { StoredFile } from '#shared/contracts/files.ts'
import { nameFor } from './file-name.ts'
import { inspectUpload } from './inspect.ts'

/** How many uploads a person may leave lying about before they belong to something. */
const mostUnattached = 30

export interface Upload {
  path: string
  filename: string
  kind: FileKind
}

/** What of a sender's name can be shown: no path, nothing invisible. */
function tidyName(filename: string): string {
  const plain = (filename.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return Array.from(plain).slice(0, 120).join('')
}

/** The disk first and then the row: what has a row is there, and what has none is swept away. */
export async function storeFile(context: SignedIn, upload: Upload): Promise<StoredFile> {
  const { storage, actor } = context
  const { contentType, size, checksum, image } = await inspectUpload(upload.path, upload.kind)
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
  } catch {
    throw unavailable()
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
  const [lying] = await db
    .select({ count: count() })
    .from(files)
    .where(and(eq(files.uploadedBy, actor.id), isNull(files.attachedAt)))
  if ((lying?.count ?? 0) >= mostUnattached) throw new AppError(413, 'too_many_files')
}

async function insertWithinQuota(context: SignedIn, row: typeof files.$inferInsert): Promise<void> {
  // One upload of a person after the other, so that many at once are counted like many in a row.
  await context.changeSelf(async tx => {
    await refuseIfTooMany(tx)
    await tx.db.insert(files).values(row)
  })
}

/** Profile images and what belongs to activities may be seen by every active person; the rest by who sent it. */
async function requireFile({ db, actor }: SignedIn, id: string) {
  const [file] = await db.select().from(files).where(eq(files.id, id))
  if (!file || (file.attachedAt === null && file.uploadedBy !== actor.id)) throw notFound()
  return file
}

export async function openFile(context: SignedIn, id: string, isThumbnail: boolean) {
  const { storage } = context
  const file = await requireFile(context, id)
  const isImage = file.contentType.startsWith('image/')
  if (isThumbnail && !isImage) throw notFound()
  const key = isThumbnail ? thumbnailKeyOf(id) : keyOf(id)
  // Replaced since the row was read; a stream would only say so once the answer has begun.
  const isThere = await storage.exists(key).catch(() => {
    throw unavailable()
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
