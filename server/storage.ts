// Storage of uploaded files and of prepared downloads.
// Files are on disk under DATA_DIR, or in an S3 store that all server instances share.
// No stored file is public. The server sends files after it has checked permissions.
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Settings } from './env.ts'

export interface Storage extends Disk {
  /** Data exports requested by users. They are not part of backups, and their storage keys begin with `downloads/`. */
  downloads: Disk
}

/** Creates the file storage on the local disk. */
export function createDiskFileStorage({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Storage {
  const createFolderDisk = (location: string) => new Disk(new FSDriver({ location, visibility: 'private' }))
  return Object.assign(createFolderDisk(join(DATA_DIR, 'uploads')), { downloads: createFolderDisk(DATA_DIR) })
}

/** Opens the configured file storage. The S3 driver is loaded only when it is needed. */
export async function createConfiguredFileStorage(settings: Settings): Promise<Storage> {
  const { S3_URL, S3_BUCKET = '', S3_REGION, S3_KEY_ID = '', S3_SECRET = '' } = settings
  if (!S3_URL) return createDiskFileStorage(settings)
  const { S3Driver } = await import('flydrive/drivers/s3')
  const store = new Disk(
    new S3Driver({
      endpoint: S3_URL,
      bucket: S3_BUCKET,
      region: S3_REGION,
      credentials: { accessKeyId: S3_KEY_ID, secretAccessKey: S3_SECRET },
      forcePathStyle: true,
      visibility: 'private',
      supportsACL: false,
      // Some S3-compatible stores do not support the newer checksums of S3, which are of no use over HTTPS.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 },
    }),
  )
  return Object.assign(store, { downloads: store })
}

/** Folder on the local disk for uploads in progress, separate from files that are stored and backed up. */
export function getUnfinishedUploadsFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'incoming')
}

/**
 * Builds the storage key of a file. Keys are distributed over folders by their first two digits, so that the cleanup
 * job can read one folder at a time.
 */
export function buildFileStorageKey(id: string): string {
  return `${id.slice(0, 2)}/${id}`
}

export function buildThumbnailKey(id: string): string {
  return `${buildFileStorageKey(id)}.thumbnail`
}

export async function deleteStoredFile(storage: Storage, id: string): Promise<void> {
  await storage.delete(buildFileStorageKey(id))
  await storage.delete(buildThumbnailKey(id))
}

/** Lists all stored objects page by page. A missing folder is treated as empty. */
export async function* listStoredObjects(disk: Disk, folder: string, options: { recursive?: boolean } = {}) {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, { ...options, paginationToken }).catch(error => {
      if ((error as { cause?: NodeJS.ErrnoException }).cause?.code === 'ENOENT') return undefined
      throw error
    })
    if (!page) return
    yield* page.objects
    paginationToken = page.paginationToken
  } while (paginationToken)
}
