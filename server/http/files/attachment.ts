import contentDisposition from 'content-disposition'
import type { FastifyReply } from 'fastify'

/**
 * Builds a Content-Disposition header with an ASCII file name for old clients and, where it differs, the exact name in
 * UTF-8.
 */
export function buildContentDispositionHeader(name: string): string {
  return contentDisposition(name, { fallback: name.replace(/[^\w.() -]/g, '_') })
}

interface Attachment {
  name: string
  contentType: string
  content: NodeJS.ReadableStream
  /** Size of the file in bytes; omitted when it is unknown before the content has been read. */
  size?: number
}

/**
 * Sends an uploaded file for download.
 * A strict Content-Security-Policy prevents it from running as a page of this origin.
 */
export function sendFileAsDownload(reply: FastifyReply, { name, contentType, content, size }: Attachment) {
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .header('content-disposition', buildContentDispositionHeader(name))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .type(contentType)
    .send(content)
}
