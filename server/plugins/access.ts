// Two of the three locks: a route that does not say who may call it does not boot, and nobody else gets in.
// The third is in the services: single records are authorised as they are loaded, lists take reach in SQL.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden, unauthenticated } from '#server/errors.ts'
import { findSession, type Session } from '#server/features/auth/sessions.service.ts'
import { type Action, type Actor, can } from '#shared/policies.ts'
import { cookieName } from './session-cookie.ts'

/** `public`: anybody. `signed-in`: any account, whatever its status. Otherwise an action of shared/policies.ts. */
export type Access = 'public' | 'signed-in' | Action

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyInstance {
    /** Every route and who may call it, in the order they were added. */
    accessList: { method: string; url: string; access: Access }[]
  }
}

/** The session behind a request that passed the access check. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw unauthenticated()
  return request.session
}

/** The person behind it. */
export function actorOf(request: FastifyRequest): Actor & Session['user'] {
  return sessionOf(request).user
}

export function registerAccess(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.decorate('accessList', [])

  app.addHook('onRoute', route => {
    // The documentation's pages are registered by its own plugin.
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' }
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it (config.access)`)
    for (const method of [route.method].flat()) app.accessList.push({ method, url: route.url, access })
  })

  app.addHook('onRequest', async request => {
    const access = request.routeOptions.config.access
    if (request.is404 || access === undefined || access === 'public') return
    request.session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
    if (!request.session) throw unauthenticated()
    const { user } = request.session
    if (access === 'signed-in') return
    if (user.status !== 'active') throw forbidden('not_active')
    if (!can(user, access)) throw forbidden()
  })
}
