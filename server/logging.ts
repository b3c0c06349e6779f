import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './env.ts'
import { causesOf } from './errors.ts'

const longestMessage = 500

/** From the first quotation mark to the last: a value may contain one itself. Where the text was cut, to its end. */
const quoted = /(["“`«]|(?<![\p{L}\d])['‘]).*["”`»'’]/su
const quotedAndCut = /(["“`«]|(?<![\p{L}\d])['‘]).*$/su

/** Personal data and credentials that are redacted anywhere in a message. */
const personal: [pattern: RegExp, label: string][] = [
  [/[^\s<>()=,;:]+@[^\s<>()=,;:]+/g, '[email]'],
  [/\$argon2\S*/g, '[token]'],
  [/[\w+/~-]{32,}={0,2}/g, '[token]'],
  [/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}/gi, '[token]'],
  // Identity numbers, phone numbers and membership numbers, however they are grouped.
  [/\+?\d(?:[ ().-]{0,2}\d){5,}/g, '[number]'],
]

interface LoggedError extends Error {
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  routine?: unknown
  /** The SQL statement of a drizzle error, with placeholders instead of values. */
  query?: unknown
}

/** The message without personal data. PostgreSQL's `detail` and a statement's parameters are never part of it. */
function describeMessage({ message, query, constraint, table, column }: LoggedError): string {
  // Drizzle's message consists of the statement and its parameters. Double quotes in a statement are those of names.
  const whole =
    typeof query === 'string'
      ? `Failed query: ${query.replaceAll('"', '').replaceAll(/'[^']*'/g, '[value]')}`
      : message
  let text = whole.slice(0, longestMessage)
  for (const name of [constraint, table, column]) {
    if (typeof name === 'string' && name) text = text.replaceAll(`"${name}"`, name)
  }
  text = text.replace(whole.length > longestMessage ? quotedAndCut : quoted, '[value]')
  for (const [pattern, label] of personal) text = text.replace(pattern, label)
  return text
}

/** The calls without the message before them, which may have any number of lines. */
function describeStack({ stack = '', message }: Error): string {
  const calls = stack.slice(stack.indexOf(message) + message.length)
  return calls
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
}

/** Class, code and message of an error and of its causes. Messages of drivers and of validation quote values, so they are redacted. */
function describeError(error: Error): object {
  const chain = (causesOf(error) as LoggedError[]).map(cause => {
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
      // The frameworks log these at their lower levels; headers hold cookies, bodies everything else.
      redact: { paths: ['req', 'res', 'request', 'headers', 'body', '*.headers', '*.body'], remove: true },
    },
    stream ?? pino.destination({ fd: 1, sync: false }),
  )
}
