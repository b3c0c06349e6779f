// Two of the three locks: a route that does not say who may call it does not boot, and nobody else gets in.
// The third is in the services: single records are authorised as they are loaded, lists take reach in SQL.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSignedIn, judge, requireAgreed, type SignedIn } from '#server/context.ts'
import { unauthenticated } from '#server/errors.ts'
import { findSession, type Session } from '#server/sessions/sessions.service.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import type { Access } from '#shared/policies.ts'
import { cookieName } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    proof?: boolean
    beforeTerms?: boolean
    mayLag?: boolean
  }
  interface FastifyRequest {
    session: Session | null
    /** What the call has changed, for whoever made it. */
    touched: Set<Topic> | null
  }
  interface FastifyInstance {
    /** Every route and who may call it, in the order they were added. */
    accessList: { method: string; url: string; access: Access; proof: boolean }[]
  }
}

/** Made by the client; anything that does not look like it counts as none. */
function windowOf({ headers }: FastifyRequest): string | undefined {
  const name = headers['x-window']
  return typeof name === 'string' && /^[\w-]{8,64}$/.test(name) ? name : undefined
}

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Judged by the headers, because an announced body may turn out to be empty after a client has delayed its end. */
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** What services get on behalf of whoever made a request that passed the access check. */
export function contextOf(request: FastifyRequest): SignedIn {
  const { access, proof, beforeTerms, mayLag } = request.routeOptions.config
  if (!request.session || !access) throw unauthenticated()
  const { context, pools } = request.server
  const demands = { access, proof, beforeTerms, mayLag }
  const signedIn = createSignedIn(context, pools, request.session, demands, windowOf(request))
  request.touched = signedIn.touched
  return signedIn
}

export function registerAccess(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.decorateRequest('touched', null)
  app.decorate('accessList', [])

  app.addHook('onRoute', route => {
    // The documentation's pages are registered by its own plugin.
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' }
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it (config.access)`)
    const proof = route.config?.proof ?? false
    for (const method of [route.method].flat()) app.accessList.push({ method, url: route.url, access, proof })
  })

  app.addHook('onSend', async ({ touched }, reply) => {
    if (touched && touched.size > 0) reply.header('x-touched', [...touched].join(' '))
  })

  async function authorize(request: FastifyRequest): Promise<void> {
    const { access, beforeTerms } = request.routeOptions.config
    if (request.is404 || access === undefined || access === 'public') return
    request.session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
    if (!request.session) throw unauthenticated()
    const { user } = request.session
    judge(user, access)
    if (!isReading(request)) requireAgreed(user, { beforeTerms })
  }

  // So that 401 and 403 come before 400. What counts is judged again where something is changed.
  app.addHook('onRequest', authorize)
  // A client can hold back the end of a body until the session has ended. Not every call that takes a body writes, so a
  // call that only reads is authorized again once its body is complete.
  app.addHook('preValidation', async request => {
    if (hasBody(request)) await authorize(request)
  })
}
