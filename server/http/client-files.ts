// The built client: hashed files for ever, everything else asked for anew. Its page goes with every address a person
// may have typed, and with 404 where its router knows none; nothing goes with what only programs ask for.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { root } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
import { prepareDocuments } from './document.ts'
import { sendError } from './error-handler.ts'

const clientDir = join(root, 'dist', 'web')
const compressed = /\.(br|gz)$/

/** Listed once: what is not on the list cannot be asked for, whatever the path looks like. */
function listFiles(): Set<string> {
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const files = paths.map(path => path.slice(clientDir.length + 1).replaceAll('\\', '/'))
  return new Set(
    files.filter(file => !compressed.test(file) && !file.endsWith('.map') && !/(^|\/)\./.test(file)),
  )
}

/** Calls, files, what is hidden and what machines report: there is no page of that name to go with a refusal. */
const noPage = /^\/(api|assets|metrics)(\/|$)|\/\.|\.[^/]*$/i

export async function registerClientFiles(app: FastifyInstance): Promise<void> {
  const files = listFiles()
  files.delete('index.html')
  const sendDocument = prepareDocuments(clientDir, app.settings)
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] as string
    const file = path.slice(1)
    if (files.has(file)) {
      const isHashed = file.startsWith('assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(file)
    }
    if (noPage.test(path)) return sendError(notFound(), request, reply)
    return sendDocument(request, reply)
  })
}
