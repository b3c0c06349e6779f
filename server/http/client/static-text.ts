// Texts that the server sends often. Each is compressed once per encoding and has an ETag for caches.
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encoders = { br: brotliCompressSync, gzip: gzipSync, identity: Buffer.from }

export interface StaticText {
  type: string
  etag: string
  text: string
  /** Compressed versions of `text`. Each is created when a client first requests its encoding. */
  bodies: Partial<Record<keyof typeof encoders, Buffer>>
}

export function createStaticTextResponse(text: string, type: string): StaticText {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
  return { type, etag, text, bodies: {} }
}

/** Sends a text that caches may store. If `isFound` is false, the status is 404 and there is no ETag. */
export function sendStaticText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, text, bodies }: StaticText,
  isFound = true,
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie' })
  if (isFound) reply.header('etag', etag)
  if (isFound && request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.code(isFound ? 200 : 404)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  bodies[encoding] ??= encoders[encoding](text)
  return reply.type(type).send(bodies[encoding])
}
