// Access rules per route. The server refuses to start if a route has no `config.access`.
// Permissions for a single record are checked by services when they load it. List permissions are SQL conditions.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  authorize,
  createSignedInContext,
  requireTermsAccepted,
  type SignedInContext,
} from '#server/context.ts'
import { unauthenticated } from '#server/errors.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import { setRequestLanguageToStoredUserLanguage } from '#server/http/request-language.ts'
import { findSession, type Session } from '#server/sessions/sessions.service.ts'
import type { Access } from '#shared/policies.ts'
import type { Topic } from '#shared/realtime/topics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    proof?: boolean
    beforeTerms?: boolean
    mayLag?: boolean
  }
  interface FastifyRequest {
    session: Session | null
    /**
     * Realtime topics (kinds of data) that this request has changed, returned to the caller in the `x-touched` header.
     */
    invalidatedTopics: Set<Topic> | null
  }
  interface FastifyInstance {
    /** Lists all routes with their access rule, in the order of their registration. */
    accessList: { method: string; url: string; access: Access; proof: boolean }[]
  }
}

/** Returns the id that the client generated for its browser window. A malformed id is treated as missing. */
function readWindowId({ headers }: FastifyRequest): string | undefined {
  const name = headers['x-window']
  return typeof name === 'string' && /^[\w-]{8,64}$/.test(name) ? name : undefined
}

const isReadRequest = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** True when the request headers announce a body. The body may turn out to be empty, and its end may arrive late. */
const hasRequestBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Creates the context for services on behalf of the signed-in user of this request. */
export function createRequestContext(request: FastifyRequest): SignedInContext {
  const { access, proof, beforeTerms, mayLag } = request.routeOptions.config
  if (!request.session || !access) throw unauthenticated()
  const { context, pools } = request.server
  const requirements = { access, proof, beforeTerms, mayLag }
  const signedIn = createSignedInContext(context, pools, request.session, requirements, readWindowId(request))
  request.invalidatedTopics = signedIn.invalidatedTopics
  return signedIn
}

export function registerAccessChecks(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.decorateRequest('invalidatedTopics', null)
  app.decorate('accessList', [])

  app.addHook('onRoute', route => {
    // The API documentation plugin registers its pages without an access rule, so this hook makes them public.
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' }
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it (config.access)`)
    const proof = route.config?.proof ?? false
    for (const method of [route.method].flat()) app.accessList.push({ method, url: route.url, access, proof })
  })

  app.addHook('onSend', async ({ invalidatedTopics }, reply) => {
    if (invalidatedTopics && invalidatedTopics.size > 0)
      reply.header('x-touched', [...invalidatedTopics].join(' '))
  })

  async function authorizeRequest(request: FastifyRequest): Promise<void> {
    const { access, beforeTerms } = request.routeOptions.config
    if (request.is404 || access === undefined || access === 'public') return
    request.session = await findSession(
      app.pool,
      app.settings,
      request.cookies[getSessionCookieName(app.origins)],
    )
    if (!request.session) throw unauthenticated()
    const { user } = request.session
    setRequestLanguageToStoredUserLanguage(request, user.language)
    authorize(user, access)
    if (!isReadRequest(request)) requireTermsAccepted(user, { beforeTerms })
  }

  // The hook onRequest checks access before the body is validated, so that 401 and 403 precede 400.
  // Each transaction that writes to the database for a request checks access again.
  app.addHook('onRequest', authorizeRequest)
  // A client can send a request body so slowly that the client's session ends before the body is complete.
  // The access check is repeated after a request body has arrived, because the session may have ended.
  app.addHook('preValidation', async request => {
    if (hasRequestBody(request)) await authorizeRequest(request)
  })
}
