import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { peopleQuery, personFound } from '#shared/contracts/users.ts'
import { findPeople } from './find-people.service.ts'

export const peopleRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'people.search' },
      schema: { tags: ['users'], querystring: peopleQuery, response: { 200: z.array(personFound) } },
    },
    async request => findPeople(contextOf(request), request.query.search),
  )
}
