import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sendExport } from '#server/exports/export-table.ts'
import { contextOf } from '#server/http/access.ts'
import { setTotal } from '#server/http/json-stream.ts'
import {
  activityParams,
  attendanceBody,
  joined,
  participantQuery,
  participantRow,
} from '#shared/contracts/activities.ts'
import { countAnswer, noBody } from '#shared/contracts/answers.ts'
import { exportFormat } from '#shared/contracts/query.ts'
import { joinActivity, leaveActivity } from './join-activity.service.ts'
import { exportParticipants, listParticipants, markAttendance } from './participants.service.ts'

const tags = ['activities']
const params = activityParams

export const participantsRoutes: FastifyPluginAsyncZod = async app => {
  app.post(
    '/:id/join',
    {
      config: { access: 'activities.join' },
      schema: { tags, params, body: noBody, response: { 200: joined } },
    },
    async request => joinActivity(contextOf(request), request.params.id),
  )

  app.post(
    '/:id/leave',
    {
      config: { access: 'activities.join' },
      schema: { tags, params, body: noBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await leaveActivity(contextOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/:id/participants',
    {
      config: { access: 'activities.manage' },
      schema: {
        tags,
        params,
        querystring: participantQuery,
        response: { 200: z.array(participantRow) },
      },
    },
    async (request, reply) => {
      const found = await listParticipants(contextOf(request), request.params.id, request.query)
      setTotal(reply, found)
      return found.rows
    },
  )

  app.post(
    '/:id/attendance',
    {
      config: { access: 'activities.manage' },
      schema: { tags, params, body: attendanceBody, response: { 200: countAnswer } },
    },
    async request => ({
      count: await markAttendance(contextOf(request), request.params.id, request.body),
    }),
  )

  app.get(
    '/:id/participants/export',
    {
      config: { access: 'activities.manage' },
      schema: { tags, params, querystring: z.strictObject({ format: exportFormat }) },
    },
    async (request, reply) => {
      const { format } = request.query
      const content = await exportParticipants(contextOf(request), request.params.id, format)
      return sendExport(reply, 'peserta', format, content)
    },
  )
}
