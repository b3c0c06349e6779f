import { type ErrorCode, errorTexts } from '#shared/errors.ts'

/** A refusal with a status, a code and a sentence for a person; the error handler sends it as it is. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields?: Record<string, string>
  readonly retryAfter?: number

  constructor(
    status: number,
    code: ErrorCode,
    { cause, ...extra }: { fields?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(errorTexts[code], { cause })
    this.status = status
    this.code = code
    Object.assign(this, extra)
  }
}

/**
 * The error and its causes, outermost first. Libraries wrap what went wrong: drizzle wraps the driver's error, the file
 * storage wraps that of the file system. Limited, because a cause may lead back to its error.
 */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.push(cause)
  return causes
}

export const badInput = (fields?: Record<string, string>) => new AppError(400, 'bad_input', { fields })
export const unauthenticated = () => new AppError(401, 'unauthenticated')
export const forbidden = (code: ErrorCode = 'forbidden') => new AppError(403, code)
export const notFound = () => new AppError(404, 'not_found')
export const conflict = (code: ErrorCode = 'conflict') => new AppError(409, code)
export const tooManyAttempts = (retryAfter: number) => new AppError(429, 'too_many_attempts', { retryAfter })
/** `cause`: what happened, for the log alone. */
export const unavailable = (cause?: unknown) => new AppError(503, 'unavailable', { retryAfter: 2, cause })
