import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { noBody } from '#shared/contracts/answers.ts'
import { call, callBody, callParams, joinedCall } from '#shared/contracts/calls.ts'
import { groupParams } from '#shared/contracts/chat.ts'
import { listCalls } from './calls.queries.ts'
import { waysFor } from './ice-servers.ts'
import { joinCall } from './join-call.service.ts'
import { declineCall, leaveCall, renewStay } from './leave-call.service.ts'

const tags = ['calls']
const config = { access: 'groups.use' } as const
const params = callParams

/** Under the group it takes place in. */
export const groupCallsRoutes: FastifyPluginAsyncZod = async app => {
  app.post(
    '/:id/calls',
    {
      config,
      schema: {
        tags,
        params: groupParams,
        body: callBody,
        response: { 200: joinedCall, 201: joinedCall },
      },
    },
    async (request, reply) => {
      const context = contextOf(request)
      const joined = await joinCall(context, request.params.id, request.body.dev)
      return reply
        .code(joined.isNew ? 201 : 200)
        .send({ call: joined.call, ...waysFor(app.settings, context.actor.id) })
    },
  )
}

export const callsRoutes: FastifyPluginAsyncZod = async app => {
  app.get('', { config, schema: { tags, response: { 200: z.array(call) } } }, async request =>
    listCalls(contextOf(request)),
  )

  app.post(
    '/:id/alive',
    { config, schema: { tags, params, body: callBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await renewStay(contextOf(request), request.params.id, request.body.dev)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/leave',
    { config, schema: { tags, params, body: callBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await leaveCall(contextOf(request), request.params.id, request.body.dev)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/decline',
    { config, schema: { tags, params, body: noBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await declineCall(contextOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
