// What an upload really is, told by its content. A name or a declared type is never believed.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type ResizeOptions } from 'sharp'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import { AppError } from '#server/errors.ts'
import type { FileKind } from '#shared/constants.ts'
import { documentTypes } from './file-name.ts'

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** A small file can unfold into gigabytes of pixels. */
const mostPixels = 50_000_000

/** An image takes as much memory as it has pixels, so few are opened at once. */
const imageSemaphore = createSemaphore({ slots: 2, longestQueue: 60 })

const square = (side: number): ResizeOptions => ({ width: side, height: side, fit: 'cover' })
const within = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

const imageSizes = {
  profile_image: { whole: square(512), thumbnail: square(128) },
  club_logo: { whole: square(512), thumbnail: square(128) },
  activity_image: { whole: within(1600), thumbnail: within(480) },
  announcement_image: { whole: within(1600), thumbnail: within(480) },
}

export interface Inspected {
  contentType: string
  size: number
  checksum: string
  /** An image as we drew it anew; a document is kept as it came. */
  image?: { whole: Buffer; thumbnail: Buffer }
}

export const refused = () => new AppError(415, 'file_type_refused')

/** Drawn anew: upright, smaller, and without what the camera noted about place and person. */
async function redraw(source: string | Buffer, size: ResizeOptions): Promise<Buffer> {
  return sharp(source, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(size)
    .webp({ quality: 80 })
    .toBuffer()
}

async function inspectImage(path: string, kind: keyof typeof imageSizes): Promise<Inspected> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels) throw new AppError(413, 'file_too_large')
  const whole = await redraw(path, imageSizes[kind].whole)
  const thumbnail = await redraw(whole, imageSizes[kind].thumbnail)
  const checksum = createHash('sha256').update(whole).digest('hex')
  return { contentType: 'image/webp', size: whole.length, checksum, image: { whole, thumbnail } }
}

async function inspectDocument(path: string, contentType: string): Promise<Inspected> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { contentType, size: (await stat(path)).size, checksum: hash.digest('hex') }
}

export async function inspectUpload(path: string, kind: FileKind): Promise<Inspected> {
  const type = (await fileTypeFromFile(path))?.mime ?? ''
  if (kind === 'activity_document' || kind === 'announcement_document') {
    if (!documentTypes.includes(type)) throw refused()
    return inspectDocument(path, type)
  }
  if (!imageTypes.includes(type)) throw refused()
  return imageSemaphore
    .run(() => inspectImage(path, kind))
    .catch(error => {
      throw error instanceof AppError ? error : refused()
    })
}
