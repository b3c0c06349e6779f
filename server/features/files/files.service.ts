import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Db } from '#server/db/client.ts'
import { files, users } from '#server/db/schema/core.ts'
import { AppError, badInput, notFound, unauthenticated, unavailable } from '#server/errors.ts'
import type { FileKind } from '#shared/constants.ts'
import type { StoredFile } from '#shared/contracts/files.ts'
import type { Actor } from '#shared/policies.ts'
import { nameFor } from './file-name.ts'
import { inspectUpload } from './inspect.ts'
import { deleteStored, keyOf, type Storage, thumbnailKeyOf } from './storage.ts'

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
export async function storeFile(db: Db, storage: Storage, actor: Actor, upload: Upload): Promise<StoredFile> {
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
    await insertWithinQuota(db, actor.id, { id, checksum, uploadedBy: actor.id, ...file })
  } catch (error) {
    await deleteStored(storage, id).catch(() => {})
    throw error
  }
  return { id, ...file, url: `/api/files/${id}` }
}

/** Asked before the upload is taken in, and again when it is entered. */
export async function refuseIfTooMany(db: Db, userId: number): Promise<void> {
  const [lying] = await db
    .select({ count: count() })
    .from(files)
    .where(and(eq(files.uploadedBy, userId), isNull(files.attachedAt)))
  if ((lying?.count ?? 0) >= mostUnattached) throw new AppError(413, 'too_many_files')
}

async function insertWithinQuota(db: Db, userId: number, row: typeof files.$inferInsert): Promise<void> {
  await db.transaction(async tx => {
    // One upload of a person after the other, so that many at once are counted like many in a row.
    const [sender] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .for('no key update')
    if (!sender) throw unauthenticated()
    await refuseIfTooMany(tx, userId)
    await tx.insert(files).values(row)
  })
}

/** Profile images and what belongs to activities may be seen by every active person; the rest by who sent it. */
async function requireFile(db: Db, actor: Actor, id: string) {
  const [file] = await db.select().from(files).where(eq(files.id, id))
  if (!file || (file.attachedAt === null && file.uploadedBy !== actor.id)) throw notFound()
  return file
}

export async function openFile(db: Db, storage: Storage, actor: Actor, id: string, isThumbnail: boolean) {
  const file = await requireFile(db, actor, id)
  const isImage = file.contentType.startsWith('image/')
  if (isThumbnail && !isImage) throw notFound()
  const key = isThumbnail ? thumbnailKeyOf(id) : keyOf(id)
  // Replaced since the row was read; a stream would only say so once the answer has begun.
  if (!(await storage.exists(key))) throw notFound()
  const content = await storage.getStream(key)
  return { ...file, name: nameFor(file), isImage, content }
}

/** In the transaction of what refers to it; only one's own upload, of that kind, and only once. */
export async function attachFile(db: Db, actor: Actor, id: string, kind: FileKind): Promise<void> {
  const { rowCount } = await db
    .update(files)
    .set({ attachedAt: sql`now()` })
    .where(
      and(eq(files.id, id), eq(files.kind, kind), eq(files.uploadedBy, actor.id), isNull(files.attachedAt)),
    )
  if (rowCount === 0) throw badInput()
}

/** The row in the transaction, what lies on disk once it has committed. */
export async function removeFile(tx: Db, storage: Storage, id: string): Promise<void> {
  await tx.delete(files).where(eq(files.id, id))
  afterCommit(tx, () => deleteStored(storage, id))
}
