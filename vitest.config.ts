import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One that begins when the others are nearly done keeps everybody waiting; by the size of a file nobody can tell. */
const longest = [
  'fuzz/fuzz',
  'keys/trust',
  'test/start',
  'external-database',
  'chat/faults',
  'races/races',
  'demo/demo',
  'keys/must-hold',
  'backups/backups',
  'bad-input',
  'imports/imports',
  'backup/backup',
  'realtime/realtime',
  'embedded/embedded',
  'test/kill',
  'held-requests',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(name => moduleId.includes(`${name}.`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export const reporters = ['default', './scripts/skipped.mjs']

const common = {
  silent: 'passed-only',
  pool: 'forks',
  // Nothing of ours remembers anything between applications, so a worker loads the program once for all its files.
  isolate: false,
  // A test that makes no assertion proves nothing.
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  // Limits for a machine that is busy with other work. No test asserts how long anything takes.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const

export const serverTests = {
  ...common,
  setupFiles: ['server/test/leftovers.ts'],
  globalSetup: ['scripts/built.mjs', 'server/test/global-setup.ts'],
}

/** Tests of pure functions and components need neither a build nor a database; those of the server need both. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters,
    // One more than the cores there are: much of the time goes into waiting for programs to start and stop.
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: 'pure', include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}'] } },
      { test: { ...serverTests, name: 'server', include: ['server/**/*.test.ts'] } },
    ],
  },
})
