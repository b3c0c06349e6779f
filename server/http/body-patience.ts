// A body that trickles in holds up nothing but itself, and not for long.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

/** 64 KB in this time are three kilobytes a second: slower than any line on which the rest would work. */
const patience = 20_000

/** For everything but uploads, which have the patience of the whole request. */
export function registerBodyPatience(app: FastifyInstance, milliseconds = patience): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const type = request.headers['content-type']
    if (!type || type.startsWith('multipart/')) return payload
    const body = new PassThrough()
    const timer = setTimeout(() => {
      payload.unpipe(body)
      // What may still come is of no interest; the line is closed after the answer.
      reply.header('connection', 'close')
      body.destroy(new AppError(408, 'timeout'))
    }, milliseconds)
    payload.once('error', error => body.destroy(error))
    // Nobody may be reading it any more: a refused body is left where it is.
    body.on('error', () => {})
    body.once('end', () => clearTimeout(timer))
    reply.raw.once('finish', () => clearTimeout(timer))
    return payload.pipe(body)
  })
}
