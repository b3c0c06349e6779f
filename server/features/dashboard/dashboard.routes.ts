import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { contextOf } from '#server/http/access.ts'
import { dashboard } from '#shared/contracts/dashboard.ts'
import { readDashboard } from './dashboard.service.ts'

export const dashboardRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'dashboard.view' },
      schema: { tags: ['dashboard'], response: { 200: dashboard } },
    },
    async request => readDashboard(contextOf(request)),
  )
}
