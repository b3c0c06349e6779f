import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/outbox/outbox.endpoints.ts'
import { countOutbox, listOutbox } from './outbox.service.ts'
import { recordBounce } from './record-bounce.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Raw request body, for endpoints that verify a signature over it. */
    rawText?: string
  }
}

export const routes: FeatureRoutes = (implement, app) => {
  // Only the bounce report routes keep the raw JSON body, because the signature covers the received bytes.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = String(text)
    parse(request, request.rawText, done)
  })

  implement(endpoints.recordBounce, ({ context, body, request }) =>
    recordBounce(context, body, { headers: request.headers, text: request.rawText ?? '' }),
  )

  implement(endpoints.listOutbox, async ({ context, query, reply }) => {
    setTotalHeaders(reply, { total: await countOutbox(context) })
    return listOutbox(context, query)
  })
}
