import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createStorage, listStored, type Storage } from '#server/storage.ts'

export interface Moved {
  copied: number
  /** They were there already, as long as here. */
  found: number
}

async function lengthOf(storage: Storage, key: string): Promise<number | undefined> {
  if (!(await storage.exists(key))) return undefined
  return (await storage.getMetaData(key)).contentLength
}

/**
 * From this machine's disk to the store that the settings name. Can be broken off and begun again: what is there is
 * passed over. With `isLast` each that is safely there goes from the disk.
 */
export async function moveFiles(
  DATA_DIR: string,
  store: Storage,
  { isLast = false, onFile = () => {} }: { isLast?: boolean; onFile?: (moved: Moved) => void } = {},
): Promise<Moved> {
  const disk = createStorage({ DATA_DIR })
  const moved = { copied: 0, found: 0 }
  for await (const file of listStored(disk, '/', { recursive: true })) {
    if (!file.isFile) continue
    const { contentLength } = await disk.getMetaData(file.key)
    if ((await lengthOf(store, file.key)) === contentLength) {
      moved.found++
    } else {
      const content = createReadStream(join(DATA_DIR, 'uploads', file.key))
      await store.putStream(file.key, content, { contentLength })
      if ((await lengthOf(store, file.key)) !== contentLength)
        throw new Error(`${file.key} did not arrive whole`)
      moved.copied++
    }
    if (isLast) await disk.delete(file.key)
    onFile(moved)
  }
  return moved
}
