// Every failure, wherever it arises, leaves in the same envelope and in Malay.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { refusalOf } from '#server/db/database-errors.ts'
import { AppError, badInput, causesOf, notFound, unavailable } from '#server/errors.ts'
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

/** More than any form has. What is sent back must not grow with what was sent. */
const mostFields = 50
const longestName = 100

/** The fields that an issue is about; those that should not be there are named one by one, the whole by none. */
function namesIn(issue: ValidationIssue): string[] {
  const path = issue.instancePath.split('/').filter(Boolean)
  const keys = Array.isArray(issue.params?.keys) ? issue.params.keys.slice(0, mostFields).map(String) : []
  const names = keys.length > 0 ? keys.map(key => [...path, key]) : [path]
  return names.map(parts => parts.join('.').slice(0, longestName)).filter(Boolean)
}

/** The first message for each field; undefined where it is about none in particular. */
function fieldMessages(issues: ValidationIssue[]): Record<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    for (const name of namesIn(issue)) {
      if (fields.size < mostFields && !fields.has(name))
        fields.set(name, issue.message ?? errorTexts.bad_input)
    }
  }
  return fields.size > 0 ? Object.fromEntries(fields) : undefined
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { validationContext, validation } = error as FastifyError
    if (validationContext === 'body' && request.body === undefined) return new AppError(400, 'missing_body')
    return badInput(fieldMessages(validation as unknown as ValidationIssue[]))
  }
  const refusal = refusalOf(error)
  if (refusal) return refusal
  const isDiskError = ({ code = '' }: NodeJS.ErrnoException) => diskCodes.includes(code)
  if (causesOf(error).some(isDiskError)) return unavailable()
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  // A part of an address longer than any id: there is nothing of that name.
  if (status === 414) return notFound()
  if (status < 400 || status > 499) return new AppError(500, 'internal')
  return new AppError(status, frameworkCodes[status] ?? 'bad_json')
}

function bodyOf({ code, message, fields }: AppError, requestId: string): ErrorBody {
  return { code, message, requestId, ...(fields && { fields }) }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error, request)
  if (refusal.status >= 500)
    request.log.error({ err: error, path: request.routeOptions?.url }, 'request failed')
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  // Also for what the router refuses by itself, before any hook has run.
  if (!reply.hasHeader('content-security-policy')) reply.headers(bareHeaders)
  return reply
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal, request.id))
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
}

/** What never became a request: a broken line, headers too large or too slow. */
export function answerClientError(
  log: Pick<Logger, 'info'>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const reqId = randomUUID()
  log.info({ reqId, status, code: error.code }, 'not a request')
  const body = JSON.stringify(bodyOf(new AppError(status, frameworkCodes[status] ?? 'bad_json'), reqId))
  const head = [
    `HTTP/1.1 ${status} Error`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `X-Request-Id: ${reqId}`,
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
