// The built client: hashed files for ever, everything else asked for anew. Its page goes with every address a person
// may have typed, and with 404 where its router knows none; nothing goes with what only programs ask for.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { root, type Settings } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
import { clientPaths } from '#shared/paths.ts'
import { sendError } from './error-handler.ts'
import { escapeHtml } from './html.ts'

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

/** The page with the settings the client needs written into it: no request, and no wait, just to learn a name. */
function preparePage(settings: Settings) {
  const template = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const html = template.replace(/%(APP_NAME|ORG_NAME|AVATAR_SERVICE_URL)%/g, (_match, name) =>
    escapeHtml(settings[name as 'APP_NAME'] ?? ''),
  )
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"`
  const bodies = { br: brotliCompressSync(html), gzip: gzipSync(html), identity: Buffer.from(html) }

  return function sendPage(request: FastifyRequest, reply: FastifyReply, isKnown: boolean): FastifyReply {
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown) reply.header('etag', etag)
    if (isKnown && request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.code(isKnown ? 200 : 404)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(bodies[encoding])
  }
}

/** As the client's router compares: whatever the case, with or without a slash at the end. */
const screens = new RegExp(`^(${clientPaths.map(path => path.replace('$id', '[^/]+')).join('|')})/?$`, 'i')

/** Calls, files, what is hidden and what machines report: there is no page of that name to go with a refusal. */
const noPage = /^\/(api|assets|metrics)(\/|$)|\/\.|\.[^/]*$/i

export async function registerClientFiles(app: FastifyInstance): Promise<void> {
  const files = listFiles()
  files.delete('index.html')
  const sendPage = preparePage(app.settings)
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
    return sendPage(request, reply, screens.test(path))
  })
}
