import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { groupParams } from '#shared/contracts/chat.ts'
import { afterQuery, epochBody, epochsAnswer, rosterAnswer, rosterBody } from '#shared/contracts/keys.ts'
import { addEpoch, listEpochs } from './epochs.service.ts'
import { extendRoster, getRoster } from './roster.service.ts'

const tags = ['e2ee']
const config = { access: 'groups.use' } as const
const params = groupParams
/** Boxes for five hundred, which is more than other calls may carry. */
const bodyLimit = 128 * 1024

export const rosterRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/:id/roster',
    { config, schema: { tags, params, querystring: afterQuery, response: { 200: rosterAnswer } } },
    async request => getRoster(contextOf(request), request.params.id, request.query.after),
  )

  app.post(
    '/:id/roster',
    { config, schema: { tags, params, body: rosterBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await extendRoster(contextOf(request), request.params.id, request.body.entries)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/:id/epochs',
    { config, schema: { tags, params, querystring: afterQuery, response: { 200: epochsAnswer } } },
    async request => listEpochs(contextOf(request), request.params.id, request.query.after),
  )

  app.post(
    '/:id/epochs',
    { bodyLimit, config, schema: { tags, params, body: epochBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await addEpoch(contextOf(request), request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )
}
