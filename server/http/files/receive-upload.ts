import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput } from '#server/errors.ts'

export interface ReceivedUpload {
  path: string
  filename: string
}

/** Number of bytes that an upload form may contain in addition to the file itself. */
const formOverhead = 65_536

/** Returns the name of the uploaded file, or undefined when the form contains none. */
async function writeFilePartToDisk(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<string | undefined> {
  const limits = { files: 1, fields: 0, parts: Number.POSITIVE_INFINITY, fileSize: maxBytes }
  let filename: string | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      filename = part.filename ?? ''
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
    }
  } catch (error) {
    // The form parser's errors have neither code nor status when the form is malformed; the client then gets 400.
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    throw code || statusCode ? error : badInput()
  }
  return filename
}

/** Writes an upload to disk while it arrives, so that slow clients occupy no memory. Deletes the file afterwards. */
export async function receiveUpload<T>(
  request: FastifyRequest,
  { folder, most: maxBytes }: { folder: string; most: number },
  use: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError(415, 'unsupported_type')
  // The number of parts of an upload form is not limited, only its total size.
  // The multipart parser has a bug: a limit on the number of form parts can end the server process.
  const length = Number(request.headers['content-length'])
  if (!Number.isSafeInteger(length)) throw badInput()
  if (length > maxBytes + formOverhead) throw new AppError(413, 'too_large')
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    const filename = await writeFilePartToDisk(request, path, maxBytes)
    if (filename === undefined) throw badInput()
    return await use({ path, filename })
  } finally {
    await rm(path, { force: true })
  }
}
