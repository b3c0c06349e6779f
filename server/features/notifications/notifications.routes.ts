import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import { notification, readBody } from '#shared/contracts/notifications.ts'
import { countUnread, listNotifications, markRead } from './notifications.service.ts'

const access = 'notifications.use'

export const notificationsRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    { config: { access }, schema: { tags: ['notifications'], response: { 200: z.array(notification) } } },
    async request => listNotifications(contextOf(request)),
  )

  app.get(
    '/unread/count',
    { config: { access }, schema: { tags: ['notifications'], response: { 200: countAnswer } } },
    async request => ({ count: await countUnread(contextOf(request)) }),
  )

  app.post(
    '/read',
    {
      config: { access },
      schema: { tags: ['notifications'], body: readBody, response: { 200: countAnswer } },
    },
    async request => ({ count: await markRead(contextOf(request), request.body) }),
  )
}
