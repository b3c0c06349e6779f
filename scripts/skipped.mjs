// A reporter for Vitest and Playwright: says at the end which tests were skipped, and why. `npm test` names a file in
// SKIPPED_TESTS, which collects the lines of all its steps and is printed last.
import { appendFileSync } from 'node:fs'

/** The reason given to `skip()`, or else the part of the title that says what the test needs. */
function reasonOf(title, reason) {
  return reason ?? /\((needs [^)]*)\)/.exec(title)?.[1] ?? 'no reason given'
}

/** Formats one line for each file and reason. */
export function describeSkipped(tests) {
  const counts = new Map()
  for (const { file, title, reason } of tests) {
    const line = `${file}: ${reasonOf(title, reason)}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `  ${count} in ${line}`)
}

function say(tests) {
  if (tests.length === 0) return
  const lines = describeSkipped(tests).join('\n')
  const file = process.env.SKIPPED_TESTS
  if (file) appendFileSync(file, `${lines}\n`)
  else console.log(`\nSkipped tests:\n${lines}\n`)
}

export default class SkippedTests {
  #vitest
  /** Tests of Playwright by id, because Playwright may report a test more than once. */
  #skipped = new Map()

  onInit(vitest) {
    this.#vitest = vitest
  }

  /** Vitest. With a name pattern (-t) all other tests count as skipped, which nobody needs to know. */
  onTestRunEnd(modules) {
    if (this.#vitest.config.testNamePattern) return
    const tests = modules.flatMap(module =>
      [...module.children.allTests('skipped')].map(test => ({
        file: module.relativeModuleId,
        title: test.fullName,
        reason: test.result().note,
      })),
    )
    say(tests)
  }

  onTestEnd(test, result) {
    if (result.status !== 'skipped') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description
    const title = test.titlePath().join(' ')
    this.#skipped.set(test.id, { file: test.location.file.replace(`${process.cwd()}/`, ''), title, reason })
  }

  onEnd() {
    say([...this.#skipped.values()])
  }
}
