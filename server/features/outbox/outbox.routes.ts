import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { outboxMail, outboxQuery } from '#shared/contracts/outbox.ts'
import { countOutbox, listOutbox } from './outbox.service.ts'

export const outboxRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'outbox.read' },
      schema: { tags: ['mail'], querystring: outboxQuery, response: { 200: z.array(outboxMail) } },
    },
    async (request, reply) => {
      reply.header('x-total-count', await countOutbox(contextOf(request)))
      return listOutbox(contextOf(request), request.query)
    },
  )
}
