import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { SignedIn } from '#server/context.ts'
import { sendExport } from '#server/exports/export-table.ts'
import { contextOf } from '#server/http/access.ts'
import { setTotal, streamRows } from '#server/http/json-stream.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import {
  exportQuery,
  recentUser,
  type UserQuery,
  userDetail,
  userParams,
  userQuery,
  userRow,
  userSummary,
} from '#shared/contracts/users.ts'
import { exportUsers } from './export-users.service.ts'
import { readUser } from './read-user.service.ts'
import { countPendingUsers, summariseUsers } from './summarise-users.service.ts'
import { countUsers } from './users.queries.ts'
import { listRecentUsers, listUsers } from './users.service.ts'
import { walkUsers } from './walk-users.service.ts'

const tags = ['users']
const rows = z.array(userRow)

export const usersRoutes: FastifyPluginAsyncZod = async app => {
  /** A page where one is asked for, otherwise everything. */
  async function sendUsers(context: SignedIn, query: UserQuery, reply: FastifyReply) {
    if (query.page === undefined && query.after === undefined) {
      setTotal(reply, await countUsers(context.db, context.actor, query))
      return streamRows(reply, rows, walkUsers(context, query))
    }
    const page = await listUsers(context, query)
    setTotal(reply, page)
    if (page.next) reply.header('x-next-after', page.next)
    return page.rows
  }

  app.get(
    '',
    { config: { access: 'users.list' }, schema: { tags, querystring: userQuery, response: { 200: rows } } },
    async (request, reply) => sendUsers(contextOf(request), request.query, reply),
  )

  app.get(
    '/pending',
    {
      config: { access: 'users.pending' },
      schema: { tags, querystring: userQuery, response: { 200: rows } },
    },
    async (request, reply) => sendUsers(contextOf(request), { ...request.query, status: 'pending' }, reply),
  )

  app.get(
    '/pending/count',
    { config: { access: 'users.pending' }, schema: { tags, response: { 200: countAnswer } } },
    async request => ({ count: await countPendingUsers(contextOf(request)) }),
  )

  app.get(
    '/summary',
    { config: { access: 'users.list' }, schema: { tags, response: { 200: userSummary } } },
    async request => summariseUsers(contextOf(request)),
  )

  app.get(
    '/recent',
    { config: { access: 'users.recent' }, schema: { tags, response: { 200: z.array(recentUser) } } },
    async request => listRecentUsers(contextOf(request)),
  )

  app.get(
    '/export',
    { config: { access: 'users.export' }, schema: { tags, querystring: exportQuery } },
    async (request, reply) => {
      const { format } = request.query
      const content = await exportUsers(contextOf(request), request.query)
      return sendExport(reply, 'ahli', format, content)
    },
  )

  app.get(
    '/:id',
    {
      config: { access: 'users.view' },
      schema: { tags, params: userParams, response: { 200: userDetail } },
    },
    async request => readUser(contextOf(request), request.params.id),
  )
}
