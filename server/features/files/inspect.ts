// What an upload really is, told by its content. A name or a declared type is never believed.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type ResizeOptions } from 'sharp'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import { AppError } from '#server/errors.ts'
import { documentTypes } from '#shared/document-types.ts'
import { nonceSize, sealedFileMark, tagSize } from '#shared/e2ee/sealed-file.ts'
import type { FileKind } from '#shared/file-kinds.ts'

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
  chat_image: { whole: within(1600), thumbnail: within(480) },
}

/** What browsers record, by the container it comes in; it is only ever played as sound. */
const voices: Record<string, string> = {
  'video/webm': 'audio/webm',
  'audio/webm': 'audio/webm',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/mp4': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
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

/** Sealed by its sender: that it is such a thing is all that can be seen. */
async function inspectSealed(path: string): Promise<Inspected> {
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(sealedFileMark.length) })
    const { size } = await file.stat()
    const isSealed = buffer.equals(sealedFileMark) && size > sealedFileMark.length + nonceSize + tagSize
    if (!isSealed) throw refused()
  } finally {
    await file.close()
  }
  return inspectDocument(path, 'application/octet-stream')
}

export async function inspectUpload(path: string, kind: FileKind): Promise<Inspected> {
  if (kind === 'chat_sealed') return inspectSealed(path)
  const type = (await fileTypeFromFile(path))?.mime ?? ''
  if (kind === 'chat_voice') {
    const voice = voices[type]
    if (!voice) throw refused()
    return inspectDocument(path, voice)
  }
  if (kind === 'activity_document' || kind === 'announcement_document' || kind === 'chat_document') {
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
