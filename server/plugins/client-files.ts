// The built client: hashed files for ever, everything else asked for anew, unknown paths to the client's router.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { root } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
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

export async function registerClientFiles(app: FastifyInstance): Promise<void> {
  const files = listFiles()
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const path = new URL(request.url, 'http://client').pathname.slice(1)
    if (path.startsWith('api/') || path === 'api' || path.startsWith('assets/')) {
      if (!files.has(path)) return sendError(notFound(), request, reply)
    }
    const file = files.has(path) ? path : 'index.html'
    reply.header(
      'cache-control',
      file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    return reply.sendFile(file)
  })
}
