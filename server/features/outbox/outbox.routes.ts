import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/outbox/outbox.endpoints.ts'
import { countOutboxMails, listOutboxMails } from './outbox.service.ts'
import { recordMailBounce } from './record-bounce.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Unparsed request body, for endpoints that verify a signature over it. */
    rawText?: string
  }
}

export const registerRoutes: FeatureRoutes = (implement, app) => {
  // Only the bounce report routes keep the raw JSON body, because the signature covers the received bytes.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = String(text)
    parse(request, request.rawText, done)
  })

  implement(endpoints.recordBounce, ({ context, body, request }) =>
    recordMailBounce(context, body, { headers: request.headers, text: request.rawText ?? '' }),
  )

  implement(endpoints.listOutbox, async ({ context, query, reply }) => {
    setTotalCountHeaders(reply, { total: await countOutboxMails(context) })
    return listOutboxMails(context, query)
  })
}
