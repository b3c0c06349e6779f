import type { Routes } from '#server/http/implement.ts'
import { setTotal } from '#server/http/json-stream.ts'
import * as endpoints from '#shared/contracts/outbox.endpoints.ts'
import { noteBounce } from './note-bounce.service.ts'
import { countOutbox, listOutbox } from './outbox.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A body as it came, where its signature is checked. */
    rawText?: string
  }
}

export const routes: Routes = (implement, app) => {
  // Here and nowhere else: what was signed are the bytes as they came.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const parts: Buffer[] = []
    payload.on('data', (part: Buffer) => parts.push(part))
    payload.on('end', () => {
      request.rawText = Buffer.concat(parts).toString('utf8')
    })
    return payload
  })

  implement(endpoints.noteBounce, ({ context, body, request }) =>
    noteBounce(context, body, { headers: request.headers, text: request.rawText ?? '' }),
  )

  implement(endpoints.listOutbox, async ({ context, query, reply }) => {
    setTotal(reply, { total: await countOutbox(context) })
    return listOutbox(context, query)
  })
}
