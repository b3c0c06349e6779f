import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'server/test/global-setup.ts',
    silent: 'passed-only',
    pool: 'forks',
    maxWorkers: 2,
    // Nothing of ours remembers anything between applications, so a worker loads the program once for all its files.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
