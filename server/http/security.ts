// Checks origin, characters and nesting depth of every request, and adds security headers to every response.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badInput, forbidden } from '#server/errors.ts'
import { isServedOverHttps } from '#server/http/cookies/cookies.ts'
import { readCalendarFeed } from '#shared/contracts/calendar/calendar.endpoints.ts'
import { readPublicCover, readPublicPage } from '#shared/contracts/public-page/public-page.endpoints.ts'
import { unsubscribe } from '#shared/contracts/unsubscribe/unsubscribe.endpoints.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']
const maxDepth = 32

/**
 * Checks that the headers Origin and Sec-Fetch-Site name this site. Only clients that are no browsers omit both
 * headers; they send no cookies by themselves.
 */
export function isAllowedOrigin(
  headers: Pick<FastifyRequest['headers'], 'origin' | 'sec-fetch-site'>,
  origins: readonly string[],
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && !origins.includes(origin)) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

function hasOnlyAllowedCharacters(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Checks input for NUL characters, lone surrogates and deep nesting. Iterative, because 64 KB allow very deep nesting.
 */
export function isInputFreeOfInvalidCharactersAndDeepNesting(input: unknown): boolean {
  const queue: [value: unknown, depth: number][] = [[input, 0]]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [value, depth] = next
    if (typeof value === 'string' && !hasOnlyAllowedCharacters(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) return false
    for (const [key, child] of Object.entries(value)) {
      if (!hasOnlyAllowedCharacters(key)) return false
      queue.push([child, depth + 1])
    }
  }
  return true
}

/**
 * Content types that browsers never display as a page, so that their responses need no page headers.
 * Image responses keep these headers, because users upload images.
 */
const nonPageTypes = /^(application\/json|(text|application)\/javascript|text\/css|font\/)/

/**
 * Security headers that have an effect on pages only. Other responses omit them, which saves 500 bytes per response.
 */
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

/** Routes that set their own Cache-Control header. Responses of all other routes get `no-store`. */
const routesWithOwnCacheControl = new Set([
  '/*',
  '/index.html',
  '/sw.js',
  '/manifest.webmanifest',
  readPublicPage.path,
  readPublicCover.path,
  readCalendarFeed.path,
])

/**
 * Trusted Types are disabled for the API documentation, because its page comes from a library that writes HTML itself.
 */
const removeTrustedTypes = (policy: string) =>
  policy.replace(/;?(require-trusted-types-for|trusted-types) [^;]*/g, '')

export async function registerSecurityChecks(app: FastifyInstance): Promise<void> {
  const { AVATAR_SERVICE_URL } = app.settings
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Inline styles are allowed, because Mantine sets style attributes on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          ...(AVATAR_SERVICE_URL ? [new URL(AVATAR_SERVICE_URL).origin] : []),
        ],
        // Voice messages are downloaded, decrypted if necessary and played from blob URLs, so blob URLs are allowed.
        mediaSrc: ["'self'", 'blob:'],
        // Older phones do not treat a WebSocket of the same origin as 'self' in the Content-Security-Policy.
        connectSrc: ["'self'", ...app.origins.map(origin => origin.replace(/^http/, 'ws'))],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Only the Trusted Types policy of web/lib/document/trusted-types.ts may convert text to markup or scripts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: isServedOverHttps(app.origins) && {
      maxAge: 31_536_000,
      includeSubDomains: true,
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })

  app.addHook('onRequest', async request => {
    if (safeMethods.includes(request.method)) return
    // Unsubscribe requests come from mail programs and may have any origin. The signature in the URL authorizes them.
    if (request.routeOptions.url === unsubscribe.path) return
    if (!isAllowedOrigin(request.headers, app.origins)) throw forbidden('bad_origin')
  })

  app.addHook('onSend', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (!routesWithOwnCacheControl.has(url)) reply.header('cache-control', 'no-store')
    // Camera and microphone, which calls need, are allowed only for pages of the server's own origin.
    reply.header('permissions-policy', 'camera=(self), microphone=(self)')
    const policy = reply.getHeader('content-security-policy')
    if (policy && url.startsWith('/api/docs'))
      reply.header('content-security-policy', removeTrustedTypes(String(policy)))
    if (nonPageTypes.test(String(reply.getHeader('content-type'))))
      for (const name of documentHeaders) reply.removeHeader(name)
    if (app.isDraining) reply.header('connection', 'close')
  })

  app.addHook('preValidation', async request => {
    if (!isInputFreeOfInvalidCharactersAndDeepNesting([request.params, request.query, request.body]))
      throw badInput()
  })
}
