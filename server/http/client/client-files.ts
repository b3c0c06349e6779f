// Serves the built client. Files with a hash in their name are cached for ever, all other files are revalidated.
// The HTML page is sent for every URL that a person may have typed, with 404 for URLs unknown to the client's router.
// A path that only programs request, such as that of an API call, gets a JSON error instead of the HTML page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readTermsVersionShownToUsers } from '#server/db/setup/installation.ts'
import { notFound } from '#server/errors.ts'
import { sendErrorResponse } from '#server/http/error-handler.ts'
import { createHtmlPageRenderer } from './create-html-page-renderer.ts'
import { createStaticTextResponse, sendStaticText } from './static-text.ts'

const compressed = /\.(br|gz)$/

/** Lists the client's files when the server starts. The server sends only listed files, whatever path is requested. */
function listFiles(clientDir: string): Set<string> {
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const files = paths.map(path => path.slice(clientDir.length + 1).replaceAll('\\', '/'))
  return new Set(
    files.filter(file => !compressed.test(file) && !file.endsWith('.map') && !/(^|\/)\./.test(file)),
  )
}

/**
 * Service worker that is served when a setting turns the service worker off: activates at once, deletes all caches and
 * unregisters itself.
 */
const unregisteringWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => registration.unregister()),
))
`

/**
 * URL paths of API calls, files, dotfiles and metrics.
 * Unknown URLs of these kinds never get the HTML page.
 */
const pathsWithoutPage = /^\/(api|assets|metrics)(\/|$)|\/\.|\.[^/]*$/i

export async function registerRoutesOfWebClientFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const files = listFiles(clientDir)
  const readClientFile = (file: string) => readFileSync(join(clientDir, file), 'utf8')
  const { sendDocument, offlineDocument } = createHtmlPageRenderer(
    clientDir,
    app.settings,
    await readTermsVersionShownToUsers(app.context.db),
  )
  const { APP_NAME, ORG_NAME, SERVICE_WORKER } = app.settings
  // The service worker /sw.js contains the version of the offline page.
  // A new offline page changes /sw.js, so that browsers update the service worker and the offline page.
  const worker = SERVICE_WORKER
    ? readClientFile('sw.js').replace('%KEPT_VERSION%', offlineDocument.etag.replaceAll('"', ''))
    : unregisteringWorker
  const manifest = JSON.parse(readClientFile('manifest.webmanifest'), (_key, value) =>
    value === '%APP_NAME%' ? APP_NAME : value === '%ORG_NAME%' ? ORG_NAME : value,
  )
  const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }
  for (const [path, text] of [
    ['/index.html', offlineDocument],
    ['/sw.js', createStaticTextResponse(worker, 'text/javascript; charset=utf-8')],
    [
      '/manifest.webmanifest',
      createStaticTextResponse(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8'),
    ],
  ] as const)
    app.get(path, publicRoute, (request, reply) => sendStaticText(request, reply, text))
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get('/*', publicRoute, (request, reply) => {
    const path = request.url.split('?', 1)[0] as string
    const file = path.slice(1)
    if (files.has(file)) {
      const isHashed = file.startsWith('assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(file)
    }
    if (pathsWithoutPage.test(path)) return sendErrorResponse(notFound(), request, reply)
    return sendDocument(request, reply)
  })
}
