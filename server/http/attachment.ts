import contentDisposition from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** A header that saves under this name: a plain form for old programs, and the exact one where they differ. */
export function asAttachment(name: string): string {
  return contentDisposition(name, { fallback: name.replace(/[^\w.() -]/g, '_') })
}

interface Sent {
  name: string
  contentType: string
  content: NodeJS.ReadableStream
  /** Left out: it is not known before it is read. */
  size?: number
}

/** What somebody uploaded: to be saved, or shown by us, and never run in our name. */
export function sendFile(reply: FastifyReply, { name, contentType, content, size }: Sent) {
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .header('content-disposition', asAttachment(name))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .type(contentType)
    .send(content)
}
