import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './env.ts'

/**
 * Where it happened and which kind it was, never what it said: messages of the driver and of validation
 * quote values, and values are names, numbers and passwords.
 */
function describeError(error: Error): object {
  const chain: object[] = []
  for (let cause: unknown = error; cause instanceof Error && chain.length < 4; cause = cause.cause) {
    const { code, constraint, table, routine } = cause as Error & Record<string, unknown>
    const frames = cause.stack?.split('\n').filter(line => /^\s+at /.test(line))
    chain.push({ type: cause.name, code, constraint, table, routine, stack: frames?.join('\n') })
  }
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
