import { AppError, badInput, causesOf, conflict, unavailable } from '#server/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** Gone, starting, stopping, full or read-only: what passes by itself or needs the operator, not the caller. */
const outageCodes =
  /^(08|28|40|53|55P03|57|58|25006|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
const stalledMessage = /query read timeout/i
const outageMessages =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|connection error/i

interface PgError {
  code?: string
  constraint?: string
  message: string
  syscall?: string
}

function isOutageCause({ code = '', message, syscall }: PgError): boolean {
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return hasNoSocket || outageCodes.test(code) || outageMessages.test(message)
}

/** The error of the driver or of the operating system behind what drizzle threw. */
export function databaseCause(error: unknown): PgError | undefined {
  const causes = causesOf(error).filter(cause => !(cause instanceof AppError)) as PgError[]
  return causes.find(isOutageCause) ?? causes.find(({ code }) => typeof code === 'string')
}

/** Whether it failed for want of the database, which comes back by itself. */
export function isOutage(error: unknown): boolean {
  const cause = databaseCause(error)
  return cause !== undefined && isOutageCause(cause)
}

/** No answer came in time: the database hangs, or somebody else holds what the statement waits for. */
export function isStalled(error: unknown): boolean {
  return stalledMessage.test(databaseCause(error)?.message ?? '')
}

/** The database gave it up because it took longer than a statement may. */
export function isTooSlow(error: unknown): boolean {
  return databaseCause(error)?.code === '57014'
}

/** The database answered that somebody else held on to what the statement waited for: for too long, or crosswise. */
export function isHeld(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(databaseCause(error)?.code ?? '')
}

/** Rules that tell by themselves what was wrong; of any other it is only said that something was. */
const twiceCodes: Record<string, ErrorCode> = {
  clubs_unique: 'club_exists',
  users_email_unique: 'email_taken',
  users_ic_hash_unique: 'already_registered',
}

/** The rule by which something was refused for being there already; undefined: it was not. */
export function violatedRule(error: unknown): string | undefined {
  const { code, constraint } = databaseCause(error) ?? {}
  return code === '23505' ? constraint : undefined
}

function translateDatabaseError(error: unknown): AppError | undefined {
  if (isOutage(error)) return unavailable()
  const rule = violatedRule(error)
  if (rule !== undefined) return conflict(twiceCodes[rule])
  const code = databaseCause(error)?.code ?? ''
  if (/^22|^2350[23]|^23514/.test(code)) return badInput()
  return undefined
}

/**
 * The one translation of errors into refusals; undefined for a defect of the server. A refusal may be wrapped, too: one
 * thrown while a statement waits for a connection reaches the caller inside drizzle's error.
 */
export function refusalOf(error: unknown): AppError | undefined {
  return causesOf(error).find(cause => cause instanceof AppError) ?? translateDatabaseError(error)
}
