import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import {
  groupBody,
  groupMember,
  groupMembersQuery,
  groupParams,
  groupRow,
  membersBody,
  newGroupBody,
  readGroupAnswer,
  readGroupBody,
} from '#shared/contracts/chat.ts'
import { addMembers, removeMembers, updateGroup } from './change-group.service.ts'
import { readGroup } from './chat.service.ts'
import { createGroup } from './create-group.service.ts'
import { listGroupMembers } from './group-members.service.ts'
import { getGroup, listGroups } from './groups.service.ts'

const tags = ['chat']
const config = { access: 'groups.use' } as const
const params = groupParams

export const groupsRoutes: FastifyPluginAsyncZod = async app => {
  app.get('', { config, schema: { tags, response: { 200: z.array(groupRow) } } }, async request =>
    listGroups(contextOf(request)),
  )

  app.post(
    '',
    { config, schema: { tags, body: newGroupBody, response: { 200: groupRow, 201: groupRow } } },
    async (request, reply) => {
      const { id, isNew } = await createGroup(contextOf(request), request.body)
      return reply.code(isNew ? 201 : 200).send(await getGroup(contextOf(request), id))
    },
  )

  app.put(
    '/:id',
    { config, schema: { tags, params, body: groupBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await updateGroup(contextOf(request), request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/:id/members',
    {
      config,
      schema: { tags, params, querystring: groupMembersQuery, response: { 200: z.array(groupMember) } },
    },
    async (request, reply) => {
      const { rows, total } = await listGroupMembers(contextOf(request), request.params.id, request.query)
      reply.header('x-total-count', total)
      return rows
    },
  )

  app.post(
    '/:id/members',
    { config, schema: { tags, params, body: membersBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await addMembers(contextOf(request), request.params.id, request.body.userIds)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/:id/members',
    { config, schema: { tags, params, body: membersBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeMembers(contextOf(request), request.params.id, request.body.userIds)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/read',
    { config, schema: { tags, params, body: readGroupBody, response: { 200: readGroupAnswer } } },
    async request => readGroup(contextOf(request), request.params.id, request.body.seq),
  )
}
