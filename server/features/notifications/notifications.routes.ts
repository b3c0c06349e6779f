import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#server/plugins/access.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import { notification, readBody } from '#shared/contracts/notifications.ts'
import { countUnread, listNotifications, markRead } from './notifications.service.ts'

const access = 'notifications.use'

export const notificationsRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    { config: { access }, schema: { tags: ['notifications'], response: { 200: z.array(notification) } } },
    async request => listNotifications(app.db, actorOf(request).id),
  )

  app.get(
    '/unread/count',
    { config: { access }, schema: { tags: ['notifications'], response: { 200: countAnswer } } },
    async request => ({ count: await countUnread(app.db, actorOf(request).id) }),
  )

  app.post(
    '/read',
    {
      config: { access },
      schema: { tags: ['notifications'], body: readBody, response: { 200: countAnswer } },
    },
    async request => ({ count: await markRead(app.db, actorOf(request).id, request.body) }),
  )
}
