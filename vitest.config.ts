import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slowest test files, which start first so that none runs alone at the end. File size does not predict duration. */
const slowestFiles = [
  'fuzz/fuzz',
  'keys/guarantees/trust',
  'programs/start',
  'external-database',
  'chat/faults',
  'races/races',
  'demo/demo',
  'keys/guarantees/',
  'backups/backups',
  'bad-input',
  'imports/imports',
  'backup/backup',
  'realtime/realtime',
  'embedded/embedded',
  'programs/kill',
  'requests-in-flight',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getPosition = ({ moduleId }: TestSpecification) => {
      const found = slowestFiles.findIndex(name => moduleId.includes(`${name}.`))
      return found < 0 ? slowestFiles.length : found
    }
    return (await super.sort(files)).sort((first, second) => getPosition(first) - getPosition(second))
  }
}

export const reporters = ['default', './scripts/skipped.mjs']

const common = {
  silent: 'passed-only',
  pool: 'forks',
  // Modules keep no state between applications, so a worker loads the server once for all its test files.
  isolate: false,
  // A test without an assertion proves nothing.
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  // Limits for a machine that is busy with other work. No test asserts how long anything takes.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const

export const serverTests = {
  ...common,
  setupFiles: ['server/test/processes/kill-leftover-processes.ts'],
  globalSetup: ['scripts/built.mjs', 'server/test/harness/global-setup.ts'],
}

/** Tests of pure functions and components need neither a build nor a database; tests of the server need both. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters,
    // More workers than cores, because tests mostly wait for processes to start and stop.
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: 'pure', include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}'] } },
      { test: { ...serverTests, name: 'server', include: ['server/**/*.test.ts'] } },
    ],
  },
})
