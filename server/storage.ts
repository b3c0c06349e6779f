// Where uploads and prepared downloads lie: on disk under DATA_DIR, or in a store that speaks S3 and that all instances
// share. Nothing there is public; what people fetch passes through the server, which asks whether they may.
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Settings } from './env.ts'

export interface Storage extends Disk {
  /** Copies that people asked for; in no backup. Their keys begin with `downloads/`. */
  downloads: Disk
}

/** On this machine. */
export function createStorage({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Storage {
  const onDisk = (location: string) => new Disk(new FSDriver({ location, visibility: 'private' }))
  return Object.assign(onDisk(join(DATA_DIR, 'uploads')), { downloads: onDisk(DATA_DIR) })
}

/** Where the settings say. What speaks S3 is loaded only by whoever needs it. */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { S3_URL, S3_BUCKET = '', S3_REGION, S3_KEY_ID = '', S3_SECRET = '' } = settings
  if (!S3_URL) return createStorage(settings)
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
      // Stores other than Amazon's own do not all know the newer ones; over https they add nothing.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 },
    }),
  )
  return Object.assign(store, { downloads: store })
}

/** Uploads on their way in, on this machine's disk, apart from what is kept and backed up. */
export function incomingFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'incoming')
}

/** Spread over folders by the first two digits, which a sweep reads one at a time. */
export function keyOf(id: string): string {
  return `${id.slice(0, 2)}/${id}`
}

export function thumbnailKeyOf(id: string): string {
  return `${keyOf(id)}.thumbnail`
}

export async function deleteStored(storage: Storage, id: string): Promise<void> {
  await storage.delete(keyOf(id))
  await storage.delete(thumbnailKeyOf(id))
}

/** All that lies there, page by page. A folder that is not there has nothing in it. */
export async function* listStored(disk: Disk, folder: string, options: { recursive?: boolean } = {}) {
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
