// Detects the type of an upload from its content and re-encodes images. Runs in a parser process (server/sandbox).
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type ResizeOptions } from 'sharp'
import { AppError } from '#server/errors.ts'

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Maximum number of pixels per image, because a small file (decompression bomb) can expand to gigabytes. */
const mostPixels = 50_000_000

const buildSquareResizeOptions = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'cover',
})
const buildFitWithinResizeOptions = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

const imageSizes = {
  profile_image: { whole: buildSquareResizeOptions(512), thumbnail: buildSquareResizeOptions(128) },
  club_logo: { whole: buildSquareResizeOptions(512), thumbnail: buildSquareResizeOptions(128) },
  activity_image: { whole: buildFitWithinResizeOptions(1600), thumbnail: buildFitWithinResizeOptions(480) },
  announcement_image: {
    whole: buildFitWithinResizeOptions(1600),
    thumbnail: buildFitWithinResizeOptions(480),
  },
  chat_image: { whole: buildFitWithinResizeOptions(1600), thumbnail: buildFitWithinResizeOptions(480) },
  fee_slip: { whole: buildFitWithinResizeOptions(1800), thumbnail: buildFitWithinResizeOptions(480) },
}
export type ImageKind = keyof typeof imageSizes

/** Returns the MIME type detected from the content of a file; empty when the type is unknown. */
export async function detectFileType(content: Buffer): Promise<Uint8Array[]> {
  return [Buffer.from((await fileTypeFromBuffer(content))?.mime ?? '')]
}

/** Re-encodes an image upright and resized, without camera metadata such as location. */
async function redrawImage(source: Buffer, size: ResizeOptions): Promise<Buffer> {
  return sharp(source, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(size)
    .webp({ quality: 80 })
    .toBuffer()
}

/** Returns an uploaded image and its thumbnail, both re-encoded as WebP. */
export async function reencodeImage(content: Buffer, kind?: string): Promise<Uint8Array[]> {
  const type = (await fileTypeFromBuffer(content))?.mime ?? ''
  if (!imageTypes.includes(type)) throw new AppError(415, 'file_type_refused')
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels) throw new AppError(413, 'file_too_large')
  const sizes = imageSizes[kind as ImageKind]
  const whole = await redrawImage(content, sizes.whole)
  return [whole, await redrawImage(whole, sizes.thumbnail)]
}
