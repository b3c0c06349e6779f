import './scripts/compile-texts.mjs'
import { defineConfig } from 'vitest/config'

export const reporters = ['default', './scripts/skipped.mjs']

const common = {
  silent: 'passed-only',
  pool: 'forks',
  // Modules keep no state between server applications, so a worker loads the server once for all its test files.
  isolate: false,
  // A test without an assertion proves nothing.
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  // Timeouts for a machine that is busy with other work. No test asserts how long anything takes.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const

/** Registers the texts of all languages, as the server does when it starts. */
const texts = 'texts/compiled/all.ts'

export const serverTests = {
  ...common,
  setupFiles: [texts, 'server/test/processes/kill-leftover-processes.ts'],
  globalSetup: ['scripts/built.mjs', 'server/test/harness/global-setup.ts'],
}

/** Tests of pure functions and components need neither a build nor a database. */
export default defineConfig({
  test: {
    reporters,
    // More workers than cores, because tests mostly wait for processes to start and stop.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          setupFiles: [texts],
          include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
        },
      },
      { test: { ...serverTests, name: 'api', include: ['server/**/*.test.ts'] } },
    ],
  },
})
