// Determines the type of an upload from its content. File name and declared type are never trusted.
// Images are re-encoded in a sandboxed process; other files are stored unchanged.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { AppError } from '#server/errors.ts'
import { fileSandbox } from '#server/sandbox/pools.ts'
import { documentTypes } from '#shared/document-types.ts'
import { encryptedFilePrefix, nonceSize, tagSize } from '#shared/e2ee/encrypted-file.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import type { ImageKind } from './parse-file.ts'

type WarnLogger = Pick<Logger, 'warn'>

/** Maps the detected type of a voice message to its content type. Video types become audio types. */
const voiceTypes: Record<string, string> = {
  'video/webm': 'audio/webm',
  'audio/webm': 'audio/webm',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/mp4': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
}

const pdfType = 'application/pdf'

export interface InspectedUpload {
  contentType: string
  size: number
  checksum: string
  /** Re-encoded image and thumbnail of an upload; undefined for documents, which are stored unchanged. */
  image?: { whole: Buffer; thumbnail: Buffer }
}

export const createFileTypeError = () => new AppError(415, 'file_type_refused')

const isWebp = (image: Buffer | undefined): image is Buffer =>
  image?.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP'

async function inspectUploadedImage(
  log: WarnLogger,
  path: string,
  kind: ImageKind,
): Promise<InspectedUpload> {
  const image = await fileSandbox.parse(
    log,
    { name: 'reencodeImage', kind },
    path,
    ([whole, thumbnail, ...rest]) => {
      if (!isWebp(whole) || !isWebp(thumbnail) || rest.length > 0)
        throw new Error('files: the image parser did not return exactly two WebP images')
      return { whole, thumbnail }
    },
  )
  const checksum = createHash('sha256').update(image.whole).digest('hex')
  return { contentType: 'image/webp', size: image.whole.length, checksum, image }
}

function detectFileType(log: WarnLogger, path: string): Promise<string> {
  return fileSandbox.parse(log, { name: 'detectFileType' }, path, ([type]) => String(type))
}

async function inspectUploadedDocument(path: string, contentType: string): Promise<InspectedUpload> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { contentType, size: (await stat(path)).size, checksum: hash.digest('hex') }
}

/** Checks an encrypted upload. The server can verify only its header and minimum size. */
async function inspectEncryptedUpload(path: string): Promise<InspectedUpload> {
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(encryptedFilePrefix.length) })
    const { size } = await file.stat()
    const isSealed =
      buffer.equals(encryptedFilePrefix) && size > encryptedFilePrefix.length + nonceSize + tagSize
    if (!isSealed) throw createFileTypeError()
  } finally {
    await file.close()
  }
  return inspectUploadedDocument(path, 'application/octet-stream')
}

export async function validateUploadedFileContent(
  log: WarnLogger,
  path: string,
  kind: FileKind,
): Promise<InspectedUpload> {
  if (kind === 'chat_sealed') return inspectEncryptedUpload(path)
  if (kind === 'chat_voice') {
    const voice = voiceTypes[await detectFileType(log, path)]
    if (!voice) throw createFileTypeError()
    return inspectUploadedDocument(path, voice)
  }
  if (kind === 'activity_document' || kind === 'announcement_document' || kind === 'chat_document') {
    const type = await detectFileType(log, path)
    if (!documentTypes.includes(type)) throw createFileTypeError()
    return inspectUploadedDocument(path, type)
  }
  // Transfer slips (proofs of payment) may be PDF files from banks or screenshots made by members.
  if (kind === 'fee_slip' && (await detectFileType(log, path)) === pdfType)
    return inspectUploadedDocument(path, pdfType)
  return inspectUploadedImage(log, path, kind)
}
