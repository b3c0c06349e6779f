import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    setupFiles: ['server/test/leftovers.ts'],
    globalSetup: ['scripts/built.mjs', 'server/test/global-setup.ts'],
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
