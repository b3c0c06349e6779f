import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { clubOption, clubOptionsQuery } from '#shared/contracts/clubs.ts'
import { listClubOptions } from './clubs.service.ts'

export const clubsRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/options',
    {
      config: { access: 'public' },
      schema: { tags: ['clubs'], querystring: clubOptionsQuery, response: { 200: z.array(clubOption) } },
    },
    async request => listClubOptions(app.db, request.query.country),
  )
}
