import type { ErrorCode } from '#shared/errors.ts'
import { errorPlaceTexts, errorTexts } from '#texts/errors.ts'

/** Error with HTTP status, code and a message for the user, all of which the client receives unchanged. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields?: Record<string, string>
  readonly retryAfter?: number
  /** Line number in the uploaded file to which the error message refers. */
  readonly line?: number

  constructor(
    status: number,
    code: ErrorCode,
    {
      cause,
      ...extra
    }: { fields?: Record<string, string>; retryAfter?: number; line?: number; cause?: unknown } = {},
  ) {
    super(undefined, { cause })
    this.status = status
    this.code = code
    Object.assign(this, extra)
  }

  /**
   * Error message in the language of the current reader. A getter, because requests in several languages may share one
   * error object.
   */
  override get message(): string {
    const text = errorTexts[this.code]
    return this.line === undefined ? text : `${text} ${errorPlaceTexts.line({ line: this.line })}`
  }
}

/**
 * Returns the error and its causes, outermost first: Drizzle and the file storage wrap the original error. Returns at
 * most eight, because causes may form a cycle.
 */
export function listErrorCauses(error: unknown): Error[] {
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
/** The `cause` of an error is written to the log and never sent to the client. */
export const unavailable = (cause?: unknown) => new AppError(503, 'unavailable', { retryAfter: 2, cause })
