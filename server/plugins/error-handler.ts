// Every failure, wherever it arises, leaves in the same envelope and in Malay.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { translateDatabaseError } from '#server/db/database-errors.ts'
import { AppError, badInput, notFound, unavailable } from '#server/errors.ts'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { type ErrorCode, errorTexts } from '#shared/errors.ts'

const frameworkCodes: Record<number, ErrorCode> = {
  404: 'not_found',
  408: 'timeout',
  413: 'too_large',
  415: 'unsupported_type',
  431: 'too_large',
  503: 'unavailable',
}

/** No room on the disk, or no writing to it: the operator's to mend, not the caller's. */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOTDIR', 'EEXIST']

const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

interface ValidationIssue {
  keyword: string
  instancePath: string
  message?: string
  params?: { keys?: unknown }
}

/** The first message for each field; fields that should not be there are named one by one. */
function fieldMessages(issues: ValidationIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.instancePath.split('/').filter(Boolean)
    const keys = Array.isArray(issue.params?.keys) ? issue.params.keys.map(String) : [undefined]
    for (const key of keys) {
      const name = [...path, ...(key === undefined ? [] : [key])].join('.')
      fields[name] ??= issue.message ?? errorTexts.bad_input
    }
  }
  return fields
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return badInput(fieldMessages(error.validation as unknown as ValidationIssue[]))
  }
  const translated = translateDatabaseError(error)
  if (translated) return translated
  if (diskCodes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')) return unavailable()
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  // A part of an address longer than any id: there is nothing of that name.
  if (status === 414) return notFound()
  if (status < 400 || status > 499) return new AppError(500, 'internal')
  return new AppError(status, frameworkCodes[status] ?? 'bad_json')
}

function bodyOf({ code, message, fields }: AppError): ErrorBody {
  return { code, message, ...(fields && { fields }) }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  if (refusal.status >= 500)
    request.log.error({ err: error, path: request.routeOptions?.url }, 'request failed')
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  // Also for what the router refuses by itself, before any hook has run.
  if (!reply.hasHeader('content-security-policy')) reply.headers(bareHeaders)
  return reply
    .header('cache-control', 'no-store')
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal))
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
}

/** What never became a request: a broken line, headers too large or too slow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify(bodyOf(new AppError(status, frameworkCodes[status] ?? 'bad_json')))
  const head = [
    `HTTP/1.1 ${status} Error`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
