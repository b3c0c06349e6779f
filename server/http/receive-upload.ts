import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput } from '#server/errors.ts'

export interface Received {
  path: string
  filename: string
}

/** What a form says around its file. */
const envelope = 65_536

/** Returns the name of the file, or undefined when the form has none. */
async function writeFilePart(
  request: FastifyRequest,
  path: string,
  most: number,
): Promise<string | undefined> {
  const limits = { files: 1, fields: 0, parts: Number.POSITIVE_INFINITY, fileSize: most }
  let filename: string | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      filename = part.filename ?? ''
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
    }
  } catch (error) {
    // The parser's error for an incomplete or malformed form has neither a code nor a status.
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    throw code || statusCode ? error : badInput()
  }
  return filename
}

/** Written to disk as it comes, so that a slow sender costs no memory; gone again once it has been used. */
export async function receiveUpload<T>(
  request: FastifyRequest,
  { folder, most }: { folder: string; most: number },
  use: (upload: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError(415, 'unsupported_type')
  // Checked by its length as a whole instead of counting its parts: what the parser drops at such a limit ends the whole
  // program when the form breaks off inside of it.
  const length = Number(request.headers['content-length'])
  if (!Number.isSafeInteger(length)) throw badInput()
  if (length > most + envelope) throw new AppError(413, 'too_large')
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    const filename = await writeFilePart(request, path, most)
    if (filename === undefined) throw badInput()
    return await use({ path, filename })
  } finally {
    await rm(path, { force: true })
  }
}
