// What holds for every request, whatever it asks for: headers, where it may come from, what it may contain.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badInput, forbidden } from '#server/errors.ts'
import { readFeed } from '#shared/contracts/calendar.endpoints.ts'
import { readPublicCover, readPublicPage } from '#shared/contracts/public-page.endpoints.ts'
import { unsubscribe } from '#shared/contracts/unsubscribe.endpoints.ts'
import { isHttps } from './cookies.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']
const deepestNesting = 32

/** Exact comparison. No browser leaves out both headers; what does is a program, which has no cookies to abuse. */
export function isAllowedOrigin(
  headers: Pick<FastifyRequest['headers'], 'origin' | 'sec-fetch-site'>,
  origins: readonly string[],
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && !origins.includes(origin)) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Without recursion: what it looks at may be nested as deep as 64 KB allow. */
export function isCleanInput(input: unknown): boolean {
  const queue: [value: unknown, depth: number][] = [[input, 0]]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [value, depth] = next
    if (typeof value === 'string' && !isCleanText(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth >= deepestNesting) return false
    for (const [key, child] of Object.entries(value)) {
      if (!isCleanText(key)) return false
      queue.push([child, depth + 1])
    }
  }
  return true
}

/** What no browser shows by itself, and so cannot run or frame. Pictures are left as they are: people send them in. */
const noDocument = /^(application\/json|(text|application)\/javascript|text\/css|font\/)/

/** Of the headers those that say how a document behaves. Half a kilobyte that a bad line need not carry with each file. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** They say themselves how long they may be kept; nothing else may be. */
const keptByOthers = new Set([
  '/*',
  '/index.html',
  '/sw.js',
  '/manifest.webmanifest',
  readPublicPage.path,
  readPublicCover.path,
  readFeed.path,
])

/** Of the description of the calls, whose page is a library's and writes markup by itself. */
const withoutTrustedTypes = (policy: string) =>
  policy.replace(/;?(require-trusted-types-for|trusted-types) [^;]*/g, '')

export async function registerSecurity(app: FastifyInstance): Promise<void> {
  const { AVATAR_SERVICE_URL } = app.settings
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          ...(AVATAR_SERVICE_URL ? [new URL(AVATAR_SERVICE_URL).origin] : []),
        ],
        // Voices are heard once they are whole, and in encrypted groups opened on the device.
        mediaSrc: ["'self'", 'blob:'],
        // Older phones do not count the socket of one's own origin as 'self'.
        connectSrc: ["'self'", ...app.origins.map(origin => origin.replace(/^http/, 'ws'))],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Text becomes no markup and no script but by the one rule of the client (web/lib/trusted-types.ts).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: isHttps(app.origins) && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })

  app.addHook('onRequest', async request => {
    if (safeMethods.includes(request.method)) return
    // Posted by mail programs, from wherever they show the mail. What lets it in is the signed end of its address.
    if (request.routeOptions.url === unsubscribe.path) return
    if (!isAllowedOrigin(request.headers, app.origins)) throw forbidden('bad_origin')
  })

  app.addHook('onSend', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (!keptByOthers.has(url)) reply.header('cache-control', 'no-store')
    // For calls, and for no page that is not ours.
    reply.header('permissions-policy', 'camera=(self), microphone=(self)')
    const policy = reply.getHeader('content-security-policy')
    if (policy && url.startsWith('/api/docs'))
      reply.header('content-security-policy', withoutTrustedTypes(String(policy)))
    if (noDocument.test(String(reply.getHeader('content-type'))))
      for (const name of documentHeaders) reply.removeHeader(name)
    if (app.isDraining) reply.header('connection', 'close')
  })

  app.addHook('preValidation', async request => {
    if (!isCleanInput([request.params, request.query, request.body])) throw badInput()
  })
}
