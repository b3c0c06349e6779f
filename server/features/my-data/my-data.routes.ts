import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { asAttachment } from '#server/http/attachment.ts'
import { clearSessionCookie } from '#server/http/session-cookie.ts'
import { noBody } from '#shared/contracts/answers.ts'
import { dataAnswer, dataDownload, downloadId, eraseBody } from '#shared/contracts/my-data.ts'
import { findDownload, openDownload, requestDownload } from './downloads.service.ts'
import { eraseAccount } from './erase-account.service.ts'

const tags = ['account']
/** Whatever the account's status: also who waits, was turned down or is inactive has data here. */
const config = { access: 'signed-in' } as const

export const myDataRoutes: FastifyPluginAsyncZod = async app => {
  app.get('/data', { config, schema: { tags, response: { 200: dataAnswer } } }, async request => ({
    download: await findDownload(contextOf(request)),
  }))

  app.post(
    '/data',
    { config, schema: { tags, body: noBody, response: { 202: dataDownload } } },
    async (request, reply) => reply.code(202).send(await requestDownload(contextOf(request))),
  )

  app.get(
    '/data/:id',
    { config, schema: { tags, params: z.object({ id: downloadId }) } },
    async (request, reply) => {
      const file = await openDownload(contextOf(request), request.params.id)
      return reply
        .header('content-disposition', asAttachment(file.name))
        .header('content-length', file.size)
        .type('application/zip')
        .send(file.content)
    },
  )

  app.post(
    '/erase',
    { config, schema: { tags, body: eraseBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await eraseAccount(contextOf(request), request.body)
      clearSessionCookie(reply)
      return reply.code(204).send(null)
    },
  )
}
