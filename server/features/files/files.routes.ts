import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError, badInput } from '#server/errors.ts'
import { contextOf } from '#server/http/access.ts'
import { asAttachment } from '#server/http/attachment.ts'
import { incomingFolder } from '#server/storage.ts'
import { type FileKind, fileSizeLimits } from '#shared/constants.ts'
import { fileId, fileQuery, storedFile, uploadQuery } from '#shared/contracts/files.ts'
import { openFile, refuseIfTooMany, storeFile, type Upload } from './files.service.ts'

const access = 'files.use'

export const filesRoutes: FastifyPluginAsyncZod = async app => {
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

  app.post(
    '',
    {
      config: { access },
      schema: {
        tags: ['files'],
        consumes: ['multipart/form-data'],
        querystring: uploadQuery,
        response: { 201: storedFile },
      },
    },
    async (request, reply) => {
      await refuseIfTooMany(contextOf(request))
      const stored = await receive(request, request.query.kind, upload =>
        storeFile(contextOf(request), upload),
      )
      return reply.code(201).send(stored)
    },
  )

  app.get(
    '/:id',
    {
      config: { access },
      schema: { tags: ['files'], params: z.object({ id: fileId }), querystring: fileQuery },
    },
    async (request, reply) => {
      const isThumbnail = request.query.size === 'thumbnail'
      const file = await openFile(contextOf(request), request.params.id, isThumbnail)
      if (!isThumbnail) reply.header('content-length', file.size)
      return reply
        .header('content-disposition', asAttachment(file.name))
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .type(file.contentType)
        .send(file.content)
    },
  )
}
