// Logger that redacts personal data and credentials from errors.
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './env.ts'
import { listErrorCauses } from './errors.ts'

const maxMessageLength = 500

/**
 * Matches quoted text from the first quotation mark to the last, because a value may contain quotation marks itself.
 */
const quoted = /(["“`«]|(?<![\p{L}\d])['‘]).*["”`»'’]/su
const truncatedQuote = /(["“`«]|(?<![\p{L}\d])['‘]).*$/su

/** Patterns of personal data and credentials that are redacted anywhere in a log message. */
const redactions: [pattern: RegExp, label: string][] = [
  [/[^\s<>()=,;:]+@[^\s<>()=,;:]+/g, '[email]'],
  [/\$argon2\S*/g, '[token]'],
  [/[\w+/~-]{32,}={0,2}/g, '[token]'],
  [/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}/gi, '[token]'],
  // Matches identity card numbers, phone numbers and membership numbers, however their digits are grouped.
  [/\+?\d(?:[ ().-]{0,2}\d){5,}/g, '[number]'],
]

interface LoggedError extends Error {
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  routine?: unknown
  /** Matches the SQL statement in the message of a Drizzle error; it has placeholders instead of parameter values. */
  query?: unknown
}

/**
 * Returns the error message without personal data. PostgreSQL's field `detail` and the parameters of statements are
 * never included.
 */
function describeMessage({ message, query, constraint, table, column }: LoggedError): string {
  // The message of a Drizzle error contains the SQL statement and its parameters, which may be personal data.
  const fullText =
    typeof query === 'string'
      ? `Failed query: ${query.replaceAll('"', '').replaceAll(/'[^']*'/g, '[value]')}`
      : message
  let text = fullText.slice(0, maxMessageLength)
  for (const name of [constraint, table, column]) {
    if (typeof name === 'string' && name) text = text.replaceAll(`"${name}"`, name)
  }
  text = text.replace(fullText.length > maxMessageLength ? truncatedQuote : quoted, '[value]')
  for (const [pattern, label] of redactions) text = text.replace(pattern, label)
  return text
}

/** Returns only the stack frames of an error, without the error message before them, which may have several lines. */
function describeStack({ stack = '', message }: Error): string {
  const calls = stack.slice(stack.indexOf(message) + message.length)
  return calls
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
}

/**
 * Describes an error and its causes by class, code and redacted message, because driver and validation messages quote
 * values.
 */
function describeError(error: Error): object {
  const chain = (listErrorCauses(error) as LoggedError[]).map(cause => {
    const { code, constraint, table, routine } = cause
    const type = cause.constructor?.name || cause.name
    return {
      type,
      code,
      message: describeMessage(cause),
      constraint,
      table,
      routine,
      stack: describeStack(cause),
    }
  })
  return { chain }
}

export function createLogger(settings: Pick<Settings, 'LOG_LEVEL'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: settings.LOG_LEVEL,
      base: null,
      serializers: { err: describeError, error: describeError },
      // The logger removes request objects, whose headers contain cookies and whose bodies contain personal data.
      redact: { paths: ['req', 'res', 'request', 'headers', 'body', '*.headers', '*.body'], remove: true },
    },
    stream ?? pino.destination({ fd: 1, sync: false }),
  )
}
