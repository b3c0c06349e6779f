import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendExport } from '#server/exports/export-table.ts'
import { contextOf } from '#server/http/access.ts'
import {
  activityAnalytics,
  analyticsExportQuery,
  analyticsQuery,
  communicationAnalytics,
  memberAnalytics,
} from '#shared/contracts/analytics.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseMembers } from './analyse-members.service.ts'
import { exportAnalytics } from './export-analytics.service.ts'

const tags = ['analytics']
const querystring = analyticsQuery

export const analyticsRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/members',
    {
      config: { access: 'analytics.members' },
      schema: { tags, querystring, response: { 200: memberAnalytics } },
    },
    async request => analyseMembers(contextOf(request), request.query),
  )

  app.get(
    '/activities',
    {
      config: { access: 'analytics.members' },
      schema: { tags, querystring, response: { 200: activityAnalytics } },
    },
    async request => analyseActivities(contextOf(request), request.query),
  )

  app.get(
    '/communication',
    {
      config: { access: 'analytics.communication' },
      schema: { tags, querystring, response: { 200: communicationAnalytics } },
    },
    async request => analyseCommunication(contextOf(request), request.query),
  )

  app.get(
    '/export',
    { config: { access: 'analytics.members' }, schema: { tags, querystring: analyticsExportQuery } },
    async (request, reply) => {
      const { part, format } = request.query
      const content = await exportAnalytics(contextOf(request), request.query)
      return sendExport(reply, `analitik-${part}`, format, content)
    },
  )
}
