// Where uploads lie: on disk under DATA_DIR, through flydrive, so that another place can take its turn one day.
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Settings } from './env.ts'

export type Storage = Disk

export function createStorage({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Storage {
  return new Disk(new FSDriver({ location: join(DATA_DIR, 'uploads'), visibility: 'private' }))
}

/** Uploads on their way in, on the same disk but apart from what is kept and backed up. */
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
