// Error handler: sends every failure in the same JSON format, with a message in the language of the request.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { convertErrorToAppError } from '#server/db/errors/database-errors.ts'
import { AppError, badInput, listErrorCauses, notFound, unavailable } from '#server/errors.ts'
import { runInRequestLanguage } from '#server/http/request-language.ts'
import type { ErrorBody } from '#shared/contracts/error-body.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { errorTexts } from '#texts/errors.ts'

const frameworkCodes: Record<number, ErrorCode> = {
  404: 'not_found',
  408: 'timeout',
  413: 'too_large',
  415: 'unsupported_type',
  431: 'too_large',
  503: 'unavailable',
}

/** Disk errors (full, read-only, no permission) that the operator must fix. The client gets 503. */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOTDIR', 'EEXIST']

const fallbackHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

interface ValidationIssue {
  keyword: string
  instancePath: string
  message?: string
  params?: { keys?: unknown }
}

/** Maximum number of field messages in an error response, so that its size does not grow with that of the request. */
const maxFields = 50
const maxNameLength = 100

/** Returns the names of the request fields that failed validation; none if the whole body is invalid. */
function getFieldNames(issue: ValidationIssue): string[] {
  const path = issue.instancePath.split('/').filter(Boolean)
  const keys = Array.isArray(issue.params?.keys) ? issue.params.keys.slice(0, maxFields).map(String) : []
  const names = keys.length > 0 ? keys.map(key => [...path, key]) : [path]
  return names.map(parts => parts.join('.').slice(0, maxNameLength)).filter(Boolean)
}

/** Returns the first validation message of each request field; undefined when no particular field is invalid. */
function collectFieldMessages(issues: ValidationIssue[]): Record<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    for (const name of getFieldNames(issue)) {
      if (fields.size < maxFields && !fields.has(name))
        fields.set(name, issue.message ?? errorTexts.bad_input)
    }
  }
  return fields.size > 0 ? Object.fromEntries(fields) : undefined
}

function convertToAppError(error: unknown, request: FastifyRequest): AppError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { validationContext, validation } = error as FastifyError
    if (validationContext === 'body' && request.body === undefined) return new AppError(400, 'missing_body')
    return badInput(collectFieldMessages(validation as unknown as ValidationIssue[]))
  }
  const appError = convertErrorToAppError(error)
  if (appError) return appError
  const isDiskError = ({ code = '' }: NodeJS.ErrnoException) => diskCodes.includes(code)
  if (listErrorCauses(error).some(isDiskError)) return unavailable()
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  // The status 414 means that a part of the URL is longer than any valid id. The client gets 404, as for unknown ids.
  if (status === 414) return notFound()
  if (status < 400 || status > 499) return new AppError(500, 'internal')
  return new AppError(status, frameworkCodes[status] ?? 'bad_json')
}

function buildErrorBody({ code, message, fields }: AppError, requestId: string): ErrorBody {
  return { code, message, requestId, ...(fields && { fields }) }
}

export function sendErrorResponse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { appError, body } = runInRequestLanguage(request, () => {
    const appError = convertToAppError(error, request)
    return { appError, body: buildErrorBody(appError, request.id) }
  })
  if (appError.status >= 500)
    request.log.error({ err: error, path: request.routeOptions?.url }, 'request failed')
  if (appError.retryAfter) reply.header('retry-after', appError.retryAfter)
  // The router raises some errors before the security headers are set, so the error handler sets them, too.
  if (!reply.hasHeader('content-security-policy')) reply.headers(fallbackHeaders)
  return reply
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .code(appError.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler(sendErrorResponse)
  app.setNotFoundHandler((request, reply) => sendErrorResponse(notFound(), request, reply))
}

/** Responds to input that is not a valid HTTP request: malformed, or with headers too large or too slow. */
export function respondToMalformedRequest(
  log: Pick<Logger, 'info'>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const reqId = randomUUID()
  log.info({ reqId, status, code: error.code }, 'http: received a malformed or incomplete HTTP request')
  const body = JSON.stringify(
    buildErrorBody(new AppError(status, frameworkCodes[status] ?? 'bad_json'), reqId),
  )
  const head = [
    `HTTP/1.1 ${status} Error`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `X-Request-Id: ${reqId}`,
    ...Object.entries(fallbackHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
