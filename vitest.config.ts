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

export default defineConfig({
  test: {
    include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    setupFiles: ['server/test/leftovers.ts'],
    globalSetup: ['scripts/built.mjs', 'server/test/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/skipped.mjs'],
    silent: 'passed-only',
    pool: 'forks',
    // One more than the cores there are: much of the time goes into waiting for programs to start and stop.
    maxWorkers: 3,
    // Nothing of ours remembers anything between applications, so a worker loads the program once for all its files.
    isolate: false,
    // A test that returned before it had asked anything has shown nothing.
    expect: { requireAssertions: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
