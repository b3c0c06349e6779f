import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createDiskFileStorage, listStoredObjects, type Storage } from '#server/storage.ts'

export interface MoveProgress {
  copied: number
  /** Number of files that were not copied, because the object store already had a copy of the same length. */
  found: number
}

async function readLengthOfStoredFile(storage: Storage, key: string): Promise<number | undefined> {
  if (!(await storage.exists(key))) return undefined
  return (await storage.getMetaData(key)).contentLength
}

/**
 * Copies files from the local disk to the configured object store.
 * The copy can be interrupted and repeated: existing files of equal length are skipped.
 * With `isLast`, each file is deleted from the disk after it was verified in the store.
 */
export async function moveFilesToObjectStore(
  DATA_DIR: string,
  store: Storage,
  { isLast = false, onFile = () => {} }: { isLast?: boolean; onFile?: (moved: MoveProgress) => void } = {},
): Promise<MoveProgress> {
  const disk = createDiskFileStorage({ DATA_DIR })
  const moved = { copied: 0, found: 0 }
  for await (const file of listStoredObjects(disk, '/', { recursive: true })) {
    if (!file.isFile) continue
    const { contentLength } = await disk.getMetaData(file.key)
    if ((await readLengthOfStoredFile(store, file.key)) === contentLength) {
      moved.found++
    } else {
      const content = createReadStream(join(DATA_DIR, 'uploads', file.key))
      await store.putStream(file.key, content, { contentLength })
      if ((await readLengthOfStoredFile(store, file.key)) !== contentLength)
        throw new Error(
          `files: ${file.key} is incomplete in the object store after copying. Run the command again.`,
        )
      moved.copied++
    }
    if (isLast) await disk.delete(file.key)
    onFile(moved)
  }
  return moved
}
