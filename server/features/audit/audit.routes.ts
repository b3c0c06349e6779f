import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { auditEvent, auditQuery } from '#shared/contracts/audit.ts'
import { listAudit } from './audit.service.ts'

export const auditRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'audit.read' },
      schema: { tags: ['audit'], querystring: auditQuery, response: { 200: z.array(auditEvent) } },
    },
    async (request, reply) => {
      const { events, total, isCapped } = await listAudit(contextOf(request), request.query)
      reply.header('x-total-count', total)
      if (isCapped) reply.header('x-total-capped', 1)
      return events
    },
  )
}
