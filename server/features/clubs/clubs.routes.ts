import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import {
  clubBody,
  clubDetail,
  clubOption,
  clubOptionsQuery,
  clubParams,
  clubQuery,
  clubRow,
  clubSummary,
  newClubBody,
} from '#shared/contracts/clubs.ts'
import { id } from '#shared/fields.ts'
import { listClubOptions, listClubs, readClub, summariseClubs } from './clubs.service.ts'
import { createClub, updateClub } from './save-club.service.ts'

const tags = ['clubs']

export const clubsRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/options',
    {
      config: { access: 'public' },
      schema: { tags, querystring: clubOptionsQuery, response: { 200: z.array(clubOption) } },
    },
    async request => listClubOptions(app.context, request.query.country),
  )

  app.get(
    '',
    {
      config: { access: 'clubs.list' },
      schema: { tags, querystring: clubQuery, response: { 200: z.array(clubRow) } },
    },
    async (request, reply) => {
      const { rows, total } = await listClubs(contextOf(request), request.query)
      reply.header('x-total-count', total)
      return rows
    },
  )

  app.get(
    '/summary',
    { config: { access: 'clubs.list' }, schema: { tags, response: { 200: clubSummary } } },
    async request => summariseClubs(contextOf(request)),
  )

  app.get(
    '/:id',
    {
      config: { access: 'clubs.list' },
      schema: { tags, params: clubParams, response: { 200: clubDetail } },
    },
    async request => readClub(contextOf(request), request.params.id),
  )

  app.post(
    '',
    {
      config: { access: 'clubs.manage' },
      schema: { tags, body: newClubBody, response: { 201: z.object({ id }) } },
    },
    async (request, reply) =>
      reply.code(201).send({ id: await createClub(contextOf(request), request.body) }),
  )

  app.put(
    '/:id',
    {
      config: { access: 'clubs.manage' },
      schema: { tags, params: clubParams, body: clubBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await updateClub(contextOf(request), request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )
}
