import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { unauthenticated } from '#server/errors.ts'
import { contextOf } from '#server/http/access.ts'
import { clearSessionCookie, cookieName, setSessionCookie } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import { currentUser, loginBody } from '#shared/contracts/auth.ts'
import { signIn, signOut } from './auth.service.ts'

export const authRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/me',
    { config: { access: 'signed-in' }, schema: { tags: ['auth'], response: { 200: currentUser } } },
    async request => contextOf(request).actor,
  )

  app.post(
    '/login',
    {
      config: { access: 'public' },
      schema: { tags: ['auth'], body: loginBody, response: { 200: currentUser } },
    },
    async (request, reply) => {
      const token = await signIn(app.context, request.body, {
        address: request.ip,
        userAgent: request.headers['user-agent'],
        oldToken: request.cookies[cookieName(app.origins)],
      })
      const session = await findSession(app.pool, app.settings, token)
      if (!session) throw unauthenticated()
      setSessionCookie(reply, token, app.settings.SESSION_DAYS)
      return session.user
    },
  )

  app.post(
    '/logout',
    { config: { access: 'signed-in' }, schema: { tags: ['auth'], response: { 204: z.null() } } },
    async (request, reply) => {
      await signOut(contextOf(request))
      clearSessionCookie(reply)
      return reply.code(204).send(null)
    },
  )
}
