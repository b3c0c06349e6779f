import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#server/plugins/access.ts'
import { profileBody } from '#shared/contracts/profile.ts'
import { updateProfile } from './profile.service.ts'

export const profileRoutes: FastifyPluginAsyncZod = async app => {
  app.put(
    '',
    {
      config: { access: 'signed-in' },
      schema: { tags: ['profile'], body: profileBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await updateProfile(app.db, app.storage, actorOf(request), request.body)
      return reply.code(204).send(null)
    },
  )
}
