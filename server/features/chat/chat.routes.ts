import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { countAnswer } from '#shared/contracts/answers.ts'
import { message, messagesParams, messagesQuery } from '#shared/contracts/chat.ts'
import { countUnreadMessages, listMessages } from './chat.service.ts'

const tags = ['chat']
const config = { access: 'groups.use' } as const

export const chatRoutes: FastifyPluginAsyncZod = async app => {
  app.get('/unread/count', { config, schema: { tags, response: { 200: countAnswer } } }, async request => ({
    count: await countUnreadMessages(contextOf(request)),
  }))

  app.get(
    '/:groupId',
    {
      config,
      schema: {
        tags,
        params: messagesParams,
        querystring: messagesQuery,
        response: { 200: z.array(message) },
      },
    },
    async request => listMessages(contextOf(request), request.params.groupId, request.query),
  )
}
