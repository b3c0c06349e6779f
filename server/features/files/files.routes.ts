import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput } from '#server/errors.ts'
import { asAttachment } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import { incomingFolder } from '#server/storage.ts'
import { type FileKind, fileSizeLimits } from '#shared/constants.ts'
import * as endpoints from '#shared/contracts/files.endpoints.ts'
import { openFile, refuseIfTooMany, storeFile, type Upload } from './files.service.ts'

export const routes: Routes = async (implement, app) => {
  // Here and nowhere else: every other route takes JSON only.
  await app.register(multipart)
  const folder = incomingFolder(app.settings)

  /** Written to disk as it comes, so that a slow sender costs no memory; gone again once it has been used. */
  async function receive<T>(request: FastifyRequest, kind: FileKind, use: (upload: Upload) => Promise<T>) {
    if (!request.isMultipart()) throw new AppError(415, 'unsupported_type')
    await mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    const limits = { files: 1, fields: 0, parts: 2, fileSize: fileSizeLimits[kind] }
    let filename: string | undefined
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type !== 'file') continue
        filename = part.filename ?? ''
        await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
      }
      if (filename === undefined) throw badInput()
      return await use({ path, filename, kind })
    } catch (error) {
      // A form that breaks off or was never one; the parser says so without a code.
      const { code, statusCode } = error as { code?: string; statusCode?: number }
      throw code || statusCode || error instanceof AppError ? error : badInput()
    } finally {
      await rm(path, { force: true })
    }
  }

  implement(endpoints.storeFile, async ({ context, query, request }) => {
    await refuseIfTooMany(context)
    return receive(request, query.kind, upload => storeFile(context, upload))
  })

  implement(endpoints.openFile, async ({ context, params, query, reply }) => {
    const isThumbnail = query.size === 'thumbnail'
    const file = await openFile(context, params.id, isThumbnail)
    if (!isThumbnail) reply.header('content-length', file.size)
    return reply
      .header('content-disposition', asAttachment(file.name))
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .type(file.contentType)
      .send(file.content)
  })
}
