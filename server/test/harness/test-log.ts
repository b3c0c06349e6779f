import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { Settings } from '#server/env.ts'
import { createLogger } from '#server/logging.ts'

export interface TestLog {
  log: Logger<never>
  /** Returns everything that the test logger has logged so far, as one text. */
  text(): string
  lines(): Record<string, unknown>[]
}

/** Creates a server logger for tests, by default at level trace, and keeps its output in memory. */
export function createTestLog(level: Settings['LOG_LEVEL'] = 'trace'): TestLog {
  let output = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output += chunk
      done()
    },
  })
  return {
    log: createLogger({ LOG_LEVEL: level }, stream) as Logger<never>,
    text: () => output,
    lines: () =>
      output
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
  }
}
