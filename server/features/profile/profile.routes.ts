import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { messageAnswer, noBody } from '#shared/contracts/answers.ts'
import { profile, profileBody, unmasking } from '#shared/contracts/profile.ts'
import { applyAgain } from './apply-again.service.ts'
import { listUnmaskings, readProfile, updateProfile } from './profile.service.ts'

const config = { access: 'signed-in' } as const

export const profileRoutes: FastifyPluginAsyncZod = async app => {
  app.get('', { config, schema: { tags: ['profile'], response: { 200: profile } } }, async request =>
    readProfile(contextOf(request)),
  )

  app.get(
    '/unmaskings',
    { config, schema: { tags: ['profile'], response: { 200: z.array(unmasking) } } },
    async request => listUnmaskings(contextOf(request)),
  )

  app.put(
    '',
    { config, schema: { tags: ['profile'], body: profileBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await updateProfile(contextOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/apply-again',
    { config, schema: { tags: ['profile'], body: noBody, response: { 200: messageAnswer } } },
    async request => {
      await applyAgain(contextOf(request))
      return { message: 'Permohonan anda telah dihantar semula. Sila tunggu kelulusan pentadbir.' }
    },
  )
}
