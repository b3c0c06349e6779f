import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { contextOf } from '#server/http/access.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import { messageAnswer, noBody } from '#shared/contracts/answers.ts'
import { tokenBody } from '#shared/contracts/password.ts'
import { registerBody } from '#shared/contracts/registration.ts'
import { confirmEmail, resendConfirmation } from './confirm-email.service.ts'
import { registerUser } from './register.service.ts'

export const registrationRoutes: FastifyPluginAsyncZod = async app => {
  app.post(
    '/register',
    {
      config: { access: 'public' },
      schema: { tags: ['auth'], body: registerBody, response: { 201: messageAnswer } },
    },
    async (request, reply) => {
      const session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
      await registerUser(app.context, request.body, { address: request.ip, actorId: session?.user.id })
      const message = 'Pendaftaran berjaya dihantar. Sila tunggu kelulusan pentadbir.'
      return reply.code(201).send({ message })
    },
  )

  app.post(
    '/confirm-email',
    {
      config: { access: 'public' },
      schema: { tags: ['auth'], body: tokenBody, response: { 200: messageAnswer } },
    },
    async request => {
      await confirmEmail(app.context, request.body.token)
      return { message: 'Email anda telah disahkan. Terima kasih.' }
    },
  )

  app.post(
    '/resend-confirmation',
    {
      config: { access: 'signed-in' },
      schema: { tags: ['auth'], body: noBody, response: { 200: messageAnswer } },
    },
    async request => {
      await resendConfirmation(contextOf(request))
      return { message: 'Pautan pengesahan telah dihantar ke email anda.' }
    },
  )
}
