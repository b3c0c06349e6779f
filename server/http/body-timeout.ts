// Request bodies must arrive within a time limit, so that slow clients do not occupy the server.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

/**
 * Time limit for a request body in milliseconds. 64 KB in 20 s is 3 KB/s; a slower connection could not load the app at
 * all.
 */
const bodyTimeoutMs = 20_000

/** Sets a time limit for all request bodies except uploads, which have only the time limit of the whole request. */
export function registerBodyTimeout(app: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const type = request.headers['content-type']
    if (!type || type.startsWith('multipart/')) return payload
    const body = new PassThrough()
    const timer = setTimeout(() => {
      payload.unpipe(body)
      // After the time limit the rest of the request body is ignored, and the connection is closed after the response.
      reply.header('connection', 'close')
      body.destroy(new AppError(408, 'timeout'))
    }, timeoutMs)
    payload.once('error', error => body.destroy(error))
    // Nothing reads the body of a rejected request. Without a handler, its error event would end the process.
    body.on('error', () => {})
    body.once('end', () => clearTimeout(timer))
    reply.raw.once('finish', () => clearTimeout(timer))
    return payload.pipe(body)
  })
}
