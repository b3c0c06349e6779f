// Classifies database errors (outage, timeout, lock conflict, violated constraint) and translates them to AppErrors.
import { AppError, badInput, conflict, listErrorCauses, unavailable } from '#server/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'

/**
 * PostgreSQL error codes of a database that is unreachable, starting, stopping, full or read-only. The caller of the
 * API cannot fix these.
 */
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

/** Drizzle wraps errors of the database driver and operating system. Returns the wrapped error. */
export function findDatabaseErrorInCauseChain(error: unknown): PgError | undefined {
  const causes = listErrorCauses(error).filter(cause => !(cause instanceof AppError)) as PgError[]
  return causes.find(isOutageCause) ?? causes.find(({ code }) => typeof code === 'string')
}

/** True when a query failed because the database is unavailable: an outage, which is no defect of the code. */
export function isDatabaseOutage(error: unknown): boolean {
  const cause = findDatabaseErrorInCauseChain(error)
  return cause !== undefined && isOutageCause(cause)
}

/** True when the client-side query timeout expired: the database hangs, or the statement waits for a lock. */
export function isClientSideQueryTimeout(error: unknown): boolean {
  return stalledMessage.test(findDatabaseErrorInCauseChain(error)?.message ?? '')
}

/** True when PostgreSQL cancelled the statement because it exceeded statement_timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return findDatabaseErrorInCauseChain(error)?.code === '57014'
}

/** True when a statement did not get a lock in time (lock_timeout), or PostgreSQL detected a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(findDatabaseErrorInCauseChain(error)?.code ?? '')
}

/**
 * Error codes for those violated unique constraints that users can understand. All others result in a generic conflict
 * error.
 */
const uniqueConstraintCodes: Record<string, ErrorCode> = {
  clubs_unique: 'club_exists',
  segments_unique: 'segment_exists',
  tags_unique: 'tag_exists',
  users_email_unique: 'email_taken',
  users_ic_hash_unique: 'already_registered',
}

/** Returns the name of the violated unique constraint, or undefined for any other error. */
export function findViolatedUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = findDatabaseErrorInCauseChain(error) ?? {}
  return code === '23505' ? constraint : undefined
}

function translateDatabaseError(error: unknown): AppError | undefined {
  if (isDatabaseOutage(error)) return unavailable()
  const rule = findViolatedUniqueConstraint(error)
  if (rule !== undefined) return conflict(uniqueConstraintCodes[rule])
  const code = findDatabaseErrorInCauseChain(error)?.code ?? ''
  if (/^22|^2350[23]|^23514/.test(code)) return badInput()
  return undefined
}

/**
 * Translates an error to the AppError that the client receives, or undefined for a defect of the server. An AppError
 * may be the cause of another error: Drizzle wraps one that is thrown while a statement waits for a connection.
 */
export function convertErrorToAppError(error: unknown): AppError | undefined {
  return listErrorCauses(error).find(cause => cause instanceof AppError) ?? translateDatabaseError(error)
}
