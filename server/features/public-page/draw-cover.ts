import { createHash } from 'node:crypto'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import type { Context } from '#server/context.ts'
import { fileSandbox } from '#server/sandbox/pools.ts'
import { keyOf, type Storage } from '#server/storage.ts'
import { coverSvg } from '#shared/cover.ts'

/** Anybody may ask, so few are drawn at once and the last ones are kept. */
const semaphore = createSemaphore({ slots: 1, longestQueue: 50, patience: 5000 })
const mostKept = 60
const drawn = new Map<string, Promise<Buffer>>()

interface Covered {
  /** The public key of the activity. */
  key: string
  /** The id of its first picture. */
  picture: string | null
}

/** Its name changes with what it shows, so that a messenger that has kept one asks for the other. */
export function coverVersion({ key, picture }: Covered): string {
  return picture ?? `lukisan-${key}`
}

/** The number that a cover is drawn from. In the application that is the activity's id, which is internal. */
export function coverSeed(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE()
}

async function readPicture(storage: Storage, { picture }: Covered): Promise<Uint8Array | undefined> {
  if (!picture || !(await storage.exists(keyOf(picture)))) return undefined
  return storage.getBytes(keyOf(picture))
}

/** Its picture; without one, or when that has just gone, what is drawn from the activity itself. */
async function draw({ log, storage }: Pick<Context, 'log' | 'storage'>, covered: Covered): Promise<Buffer> {
  const source =
    (await readPicture(storage, covered)) ?? Buffer.from(coverSvg(coverSeed(covered.key), 'card'))
  return fileSandbox.parse(log, { name: 'renderCover' }, source, ([cover]) => {
    if (cover?.readUInt16BE() !== 0xffd8) throw new Error('not a JPEG')
    return cover
  })
}

export function drawCover(context: Pick<Context, 'log' | 'storage'>, covered: Covered): Promise<Buffer> {
  const version = coverVersion(covered)
  const known = drawn.get(version)
  if (known) return known
  const making = semaphore.run(() => draw(context, covered))
  drawn.set(version, making)
  // What failed is not remembered; of what did not, the oldest make room.
  making.catch(() => drawn.delete(version))
  for (const oldest of drawn.keys()) if (drawn.size > mostKept) drawn.delete(oldest)
  return making
}
