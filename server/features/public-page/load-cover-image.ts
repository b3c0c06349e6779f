import { createHash } from 'node:crypto'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import type { Context } from '#server/context.ts'
import { fileSandbox } from '#server/sandbox/pools.ts'
import { buildFileStorageKey, type Storage } from '#server/storage.ts'
import { renderActivityCoverSvg } from '#shared/activity-cover.ts'

/** Limits concurrent rendering of cover images, because anybody can request them. */
const semaphore = createSemaphore({ slots: 1, maxQueueLength: 50, timeoutMs: 5000 })
const maxCached = 60
const cache = new Map<string, Promise<Buffer>>()

interface CoverSource {
  /** Random identifier in the public URL of the activity. Not a cryptographic key. */
  key: string
  /** File id of the first picture of the activity, if any. */
  picture: string | null
}

/**
 * Returns the version of a cover image, for its URL and ETag.
 * A new picture changes the version, so that messengers download the image again.
 */
export function getCoverImageVersion({ key, picture }: CoverSource): string {
  return picture ?? `lukisan-${key}`
}

/** Derives the random seed of a generated cover image from the URL key of the activity, not from its internal id. */
export function deriveRandomSeedOfCoverImage(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE()
}

async function readCoverPicture(storage: Storage, { picture }: CoverSource): Promise<Uint8Array | undefined> {
  if (!picture || !(await storage.exists(buildFileStorageKey(picture)))) return undefined
  return storage.getBytes(buildFileStorageKey(picture))
}

/** Renders the cover image from the activity's picture, or generates one when the picture is missing. */
async function renderCoverImage(
  { log, storage }: Pick<Context, 'log' | 'storage'>,
  coverSource: CoverSource,
): Promise<Buffer> {
  const source =
    (await readCoverPicture(storage, coverSource)) ??
    Buffer.from(renderActivityCoverSvg(deriveRandomSeedOfCoverImage(coverSource.key), 'card'))
  return fileSandbox.parse(log, { name: 'renderCover' }, source, ([cover]) => {
    if (cover?.readUInt16BE() !== 0xffd8) throw new Error('not a JPEG')
    return cover
  })
}

/** Returns the cover image of a public activity as JPEG, from the cache if possible. */
export function loadCoverImage(
  context: Pick<Context, 'log' | 'storage'>,
  coverSource: CoverSource,
): Promise<Buffer> {
  const version = getCoverImageVersion(coverSource)
  const cached = cache.get(version)
  if (cached) return cached
  const rendering = semaphore.run(() => renderCoverImage(context, coverSource))
  cache.set(version, rendering)
  // Failed renderings of cover images are removed from the cache, and the oldest entries are evicted.
  rendering.catch(() => cache.delete(version))
  for (const oldest of cache.keys()) if (cache.size > maxCached) cache.delete(oldest)
  return rendering
}
