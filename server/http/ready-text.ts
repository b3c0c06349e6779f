// A text that is made here and sent often: compressed once, and not sent at all to whoever has it.
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ReadyText {
  type: string
  etag: string
  br: Buffer
  gzip: Buffer
  identity: Buffer
}

export function makeReady(text: string, type: string): ReadyText {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
  return { type, etag, br: brotliCompressSync(text), gzip: gzipSync(text), identity: Buffer.from(text) }
}

/** `isFound`: with 404 otherwise, which nobody needs to remember. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, ...bodies }: ReadyText,
  isFound = true,
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
  if (isFound) reply.header('etag', etag)
  if (isFound && request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.code(isFound ? 200 : 404)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding])
}
