import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { files } from '#server/db/schema/core.ts'
import { deleteStored, listStored, type Storage } from '#server/storage.ts'

const hour = 3_600_000
/** Anything else in the folder is somebody else's. */
const ours = /^[0-9a-f-]{36}(\.thumbnail)?$/

/** Uploads that nothing refers to a day later. */
async function sweepUnattached(db: Db, storage: Storage): Promise<void> {
  const swept = await db
    .delete(files)
    .where(and(isNull(files.attachedAt), lt(files.createdAt, sql`now() - interval '1 day'`)))
    .returning({ id: files.id })
  for (const { id } of swept) await deleteStored(storage, id)
}

/** What lies on disk without a row: a process died between the two. Young ones may still get theirs. */
async function sweepFolder(db: Db, storage: Storage, folder: string): Promise<void> {
  const old: string[] = []
  for await (const object of listStored(storage, folder)) {
    if (!object.isFile || !ours.test(object.name)) continue
    const { lastModified } = await object.getMetaData()
    if (lastModified.getTime() < Date.now() - hour) old.push(object.name.replace('.thumbnail', ''))
  }
  if (old.length === 0) return
  const known = await db.select({ id: files.id }).from(files).where(inArray(files.id, old))
  const kept = new Set(known.map(({ id }) => id))
  for (const id of old) if (!kept.has(id)) await deleteStored(storage, id)
}

/** What a killed process left half-way in. */
async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - hour) await rm(path, { force: true })
  }
}

export async function sweepFiles(db: Db, storage: Storage, incoming: string): Promise<void> {
  await sweepUnattached(db, storage)
  for await (const object of listStored(storage, '/')) {
    if (object.isDirectory) await sweepFolder(db, storage, object.prefix)
  }
  await sweepIncoming(incoming)
}
