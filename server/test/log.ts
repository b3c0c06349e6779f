import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { Settings } from '#server/env.ts'
import { createLogger } from '#server/logging.ts'

export interface TestLog {
  log: Logger<never>
  /** Everything so far. */
  text(): string
  lines(): Record<string, unknown>[]
}

/** The program's own log at its lowest level, kept for looking at. */
export function createTestLog(level: Settings['LOG_LEVEL'] = 'trace'): TestLog {
  let written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  return {
    log: createLogger({ LOG_LEVEL: level }, stream) as Logger<never>,
    text: () => written,
    lines: () =>
      written
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
  }
}
