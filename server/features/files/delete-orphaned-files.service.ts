// Cleanup job for uploads: deletes unattached uploads, stored content without a database row and aborted uploads.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { files } from '#server/db/schema/core.ts'
import { deleteStoredFile, listStoredObjects, type Storage } from '#server/storage.ts'

const hour = 3_600_000
/** Name pattern of stored uploads. The cleanup deletes no files with other names from the upload folder. */
const storedNamePattern = /^[0-9a-f-]{36}(\.thumbnail)?$/

/** Deletes uploads that are still unattached after one day. */
async function deleteUnattachedFiles(db: Db, storage: Storage): Promise<void> {
  const deleted = await db
    .delete(files)
    .where(and(isNull(files.attachedAt), lt(files.createdAt, sql`now() - interval '1 day'`)))
    .returning({ id: files.id })
  for (const { id } of deleted) await deleteStoredFile(storage, id)
}

/**
 * Deletes stored file content without a database row, which remains when a process dies between the two writes.
 * File content younger than an hour is kept, because its database row may still be inserted.
 */
async function deleteFileContentWithoutRow(db: Db, storage: Storage, folder: string): Promise<void> {
  const old: string[] = []
  for await (const object of listStoredObjects(storage, folder)) {
    if (!object.isFile || !storedNamePattern.test(object.name)) continue
    const { lastModified } = await object.getMetaData()
    if (lastModified.getTime() < Date.now() - hour) old.push(object.name.replace('.thumbnail', ''))
  }
  if (old.length === 0) return
  const known = await db.select({ id: files.id }).from(files).where(inArray(files.id, old))
  const kept = new Set(known.map(({ id }) => id))
  for (const id of old) if (!kept.has(id)) await deleteStoredFile(storage, id)
}

/** Deletes temporary files of uploads that were interrupted more than an hour ago. */
async function deleteAbortedUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - hour) await rm(path, { force: true })
  }
}

export async function deleteOrphanedFiles(db: Db, storage: Storage, incoming: string): Promise<void> {
  await deleteUnattachedFiles(db, storage)
  for await (const object of listStoredObjects(storage, '/')) {
    if (object.isDirectory) await deleteFileContentWithoutRow(db, storage, object.prefix)
  }
  await deleteAbortedUploads(incoming)
}
