import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#server/plugins/access.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import { countUnreadMessages } from './chat.service.ts'

export const chatRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '/messages/unread/count',
    { config: { access: 'groups.use' }, schema: { tags: ['chat'], response: { 200: countAnswer } } },
    async request => ({ count: await countUnreadMessages(app.db, actorOf(request).id) }),
  )
}
