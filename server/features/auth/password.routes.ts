import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageAnswer } from '#shared/contracts/answers.ts'
import { forgotPasswordBody, resetPasswordBody } from '#shared/contracts/password.ts'
import { requestReset, resetPassword } from './forgot-password.service.ts'

export const passwordRoutes: FastifyPluginAsyncZod = async app => {
  app.post(
    '/forgot-password',
    {
      config: { access: 'public' },
      schema: { tags: ['auth'], body: forgotPasswordBody, response: { 200: messageAnswer } },
    },
    async request => {
      await requestReset(app.context, request.body.email, request.ip)
      return {
        message:
          'Jika email ini berdaftar, pautan untuk menetapkan kata laluan baharu telah dihantar kepadanya.',
      }
    },
  )

  app.post(
    '/reset-password',
    {
      config: { access: 'public' },
      schema: { tags: ['auth'], body: resetPasswordBody, response: { 200: messageAnswer } },
    },
    async request => {
      await resetPassword(app.context, request.body, request.ip)
      return { message: 'Kata laluan anda telah ditukar. Sila log masuk dengan kata laluan baharu.' }
    },
  )
}
