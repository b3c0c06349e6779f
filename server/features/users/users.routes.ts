import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#server/plugins/access.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import { countPendingUsers } from './users.service.ts'

export const usersRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/pending/count',
    { config: { access: 'users.pending' }, schema: { tags: ['users'], response: { 200: countAnswer } } },
    async request => ({ count: await countPendingUsers(app.db, actorOf(request)) }),
  )
}
