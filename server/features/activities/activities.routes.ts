import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { setTotal, streamRows } from '#server/http/json-stream.ts'
import {
  activityBody,
  activityParams,
  activityQuery,
  activityRow,
  activitySummary,
  activitySummaryQuery,
  newActivityBody,
  recentActivity,
  statusBody,
} from '#shared/contracts/activities.ts'
import { id } from '#shared/fields.ts'
import { countActivities, countByStatus } from './activities.queries.ts'
import { listActivities, listRecentActivities, readActivity, walkActivities } from './activities.service.ts'
import { changeStatus } from './change-status.service.ts'
import { createActivity, updateActivity } from './save-activity.service.ts'

const tags = ['activities']
const rows = z.array(activityRow)

export const activitiesRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'activities.list' },
      schema: { tags, querystring: activityQuery, response: { 200: rows } },
    },
    async (request, reply) => {
      const { query } = request
      const { page } = query
      if (page === undefined) {
        setTotal(reply, await countActivities(contextOf(request).db, query))
        return streamRows(reply, rows, walkActivities(contextOf(request), query))
      }
      const found = await listActivities(contextOf(request), { ...query, page })
      setTotal(reply, found)
      return found.rows
    },
  )

  app.get(
    '/summary',
    {
      config: { access: 'activities.list' },
      schema: { tags, querystring: activitySummaryQuery, response: { 200: activitySummary } },
    },
    async request => countByStatus(contextOf(request).db, request.query.clubId),
  )

  app.get(
    '/recent',
    { config: { access: 'activities.list' }, schema: { tags, response: { 200: z.array(recentActivity) } } },
    async request => listRecentActivities(contextOf(request)),
  )

  app.get(
    '/:id',
    {
      config: { access: 'activities.list' },
      schema: { tags, params: activityParams, response: { 200: activityRow } },
    },
    async request => readActivity(contextOf(request), request.params.id),
  )

  app.post(
    '',
    {
      config: { access: 'activities.manage' },
      schema: { tags, body: newActivityBody, response: { 201: z.object({ id }) } },
    },
    async (request, reply) =>
      reply.code(201).send({ id: await createActivity(contextOf(request), request.body) }),
  )

  app.put(
    '/:id',
    {
      config: { access: 'activities.manage' },
      schema: { tags, params: activityParams, body: activityBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await updateActivity(contextOf(request), request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/status',
    {
      config: { access: 'activities.manage' },
      schema: { tags, params: activityParams, body: statusBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await changeStatus(contextOf(request), request.params.id, request.body.status)
      return reply.code(204).send(null)
    },
  )
}
