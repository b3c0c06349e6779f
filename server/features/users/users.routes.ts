import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#server/plugins/access.ts'
import { asAttachment } from '#server/plugins/attachment.ts'
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
import type { Actor } from '#shared/policies.ts'
import { exportUsers } from './export-users.service.ts'
import { countUsers } from './users.queries.ts'
import {
  countPendingUsers,
  listRecentUsers,
  listUsers,
  readUser,
  summariseUsers,
  walkUsers,
} from './users.service.ts'

const tags = ['users']
const rows = z.array(userRow)

/** Streams are not serialised by the framework, so each batch passes the row's schema here. */
async function* asJsonArray(batches: AsyncIterable<z.output<typeof userRow>[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    yield separator + JSON.stringify(z.encode(rows, batch)).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const usersRoutes: FastifyPluginAsyncZod = async app => {
  function setTotal(reply: FastifyReply, { total, isCapped }: { total: number; isCapped: boolean }): void {
    reply.header('x-total-count', total)
    if (isCapped) reply.header('x-total-capped', '1')
  }

  /** A page where one is asked for, otherwise everything. */
  async function sendUsers(actor: Actor, query: UserQuery, reply: FastifyReply) {
    if (query.page === undefined && query.after === undefined) {
      setTotal(reply, await countUsers(app.db, actor, query))
      reply.type('application/json; charset=utf-8')
      return Readable.from(asJsonArray(walkUsers(app.db, app.secret, actor, query))) as never
    }
    const page = await listUsers(app.db, app.secret, actor, query)
    setTotal(reply, page)
    if (page.next) reply.header('x-next-after', page.next)
    return page.rows
  }

  app.get(
    '',
    { config: { access: 'users.list' }, schema: { tags, querystring: userQuery, response: { 200: rows } } },
    async (request, reply) => sendUsers(actorOf(request), request.query, reply),
  )

  app.get(
    '/pending',
    {
      config: { access: 'users.pending' },
      schema: { tags, querystring: userQuery, response: { 200: rows } },
    },
    async (request, reply) => sendUsers(actorOf(request), { ...request.query, status: 'pending' }, reply),
  )

  app.get(
    '/pending/count',
    { config: { access: 'users.pending' }, schema: { tags, response: { 200: countAnswer } } },
    async request => ({ count: await countPendingUsers(app.db, actorOf(request)) }),
  )

  app.get(
    '/summary',
    { config: { access: 'users.list' }, schema: { tags, response: { 200: userSummary } } },
    async request => summariseUsers(app.db, actorOf(request)),
  )

  app.get(
    '/recent',
    { config: { access: 'users.recent' }, schema: { tags, response: { 200: z.array(recentUser) } } },
    async request => listRecentUsers(app.db, actorOf(request)),
  )

  app.get(
    '/export',
    { config: { access: 'users.export' }, schema: { tags, querystring: exportQuery } },
    async (request, reply) => {
      const { format } = request.query
      const content = await exportUsers(app.db, actorOf(request), request.query)
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .type(exportTypes[format])
        .header('content-disposition', asAttachment(`ahli-${day}.${format}`))
        .send(content)
    },
  )

  app.get(
    '/:id',
    {
      config: { access: 'users.view' },
      schema: { tags, params: userParams, response: { 200: userDetail } },
    },
    async request => readUser(app.db, app.secret, actorOf(request), request.params.id),
  )
}
