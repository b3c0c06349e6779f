// The built client: hashed files for ever, everything else asked for anew. Its page goes with every address a person
// may have typed, and with 404 where its router knows none; nothing goes with what only programs ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readShownTerms } from '#server/db/installation.ts'
import { root } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
import { prepareDocuments } from './document.ts'
import { sendError } from './error-handler.ts'
import { makeReady, sendReady } from './ready-text.ts'

export const clientDir = join(root, 'dist', 'web')
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

/** In place of the worker, where it is switched off: takes over at once, forgets all that was kept, and goes. */
const farewell = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => registration.unregister()),
))
`

/** Calls, files, what is hidden and what machines report: there is no page of that name to go with a refusal. */
const noPage = /^\/(api|assets|metrics)(\/|$)|\/\.|\.[^/]*$/i

export async function registerClientFiles(app: FastifyInstance): Promise<void> {
  const files = listFiles()
  const read = (file: string) => readFileSync(join(clientDir, file), 'utf8')
  const { sendDocument, kept } = prepareDocuments(
    clientDir,
    app.settings,
    await readShownTerms(app.context.db),
  )
  const { APP_NAME, ORG_NAME, SERVICE_WORKER } = app.settings
  // A worker of another text is another version, which browsers then fetch, with the page that belongs to it.
  const worker = SERVICE_WORKER
    ? read('sw.js').replace('%KEPT_VERSION%', kept.etag.replaceAll('"', ''))
    : farewell
  const manifest = JSON.parse(read('manifest.webmanifest'), (_key, value) =>
    value === '%APP_NAME%' ? APP_NAME : value === '%ORG_NAME%' ? ORG_NAME : value,
  )
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  for (const [path, text] of [
    ['/index.html', kept],
    ['/sw.js', makeReady(worker, 'text/javascript; charset=utf-8')],
    [
      '/manifest.webmanifest',
      makeReady(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8'),
    ],
  ] as const)
    app.get(path, open, (request, reply) => sendReady(request, reply, text))
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get('/*', open, (request, reply) => {
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
