// Reporter for Vitest and Playwright: prints at the end which tests were skipped, and why.
// `npm test` sets SKIPPED_TESTS to a file that collects the lines of all steps, and prints that file last.
import { appendFileSync } from 'node:fs'

/** Reason given to `skip()`, or else the part of the title in parentheses that begins with "needs". */
function getSkipReason(title, reason) {
  return reason ?? /\((needs [^)]*)\)/.exec(title)?.[1] ?? 'no reason given'
}

/** Formats one line for each file and reason. */
export function describeSkipped(tests) {
  const counts = new Map()
  for (const { file, title, reason } of tests) {
    const line = `${file}: ${getSkipReason(title, reason)}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `  ${count} in ${line}`)
}

function reportSkippedTests(tests) {
  if (tests.length === 0) return
  const lines = describeSkipped(tests).join('\n')
  const file = process.env.SKIPPED_TESTS
  if (file) appendFileSync(file, `${lines}\n`)
  else console.log(`\nSkipped tests:\n${lines}\n`)
}

export default class SkippedTests {
  #vitest
  /** Skipped Playwright tests by id, because Playwright may report a test more than once. */
  #skipped = new Map()

  onInit(vitest) {
    this.#vitest = vitest
  }

  /** Vitest hook. With a name pattern (-t), Vitest reports all other tests as skipped, so nothing is printed. */
  onTestRunEnd(modules) {
    if (this.#vitest.config.testNamePattern) return
    const tests = modules.flatMap(module =>
      [...module.children.allTests('skipped')].map(test => ({
        file: module.relativeModuleId,
        title: test.fullName,
        reason: test.result().note,
      })),
    )
    reportSkippedTests(tests)
  }

  onTestEnd(test, result) {
    if (result.status !== 'skipped') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description
    const title = test.titlePath().join(' ')
    this.#skipped.set(test.id, { file: test.location.file.replace(`${process.cwd()}/`, ''), title, reason })
  }

  onEnd() {
    reportSkippedTests([...this.#skipped.values()])
  }
}
