import './scripts/compile-texts.mjs'
import { defineConfig } from 'vitest/config'
import { reporters, serverTests } from './vitest.config.ts'

const all = 'server/**/*.faults.ts'
/** The fuzz tests take by far the longest, so they start first. */
const fuzz = 'server/test/fuzz/*.faults.ts'
/** Fault tests that assert the outcome but no timing; they may run in parallel with others. */
const withoutTiming = [
  'server/{backups,demo}/*.faults.ts',
  'server/features/{activities,announcements,calls,elections,fees,imports}/**/*.faults.ts',
  'server/test/faults/{deploy,embedded-backup,start}.faults.ts',
  'server/test/races/*.faults.ts',
]

const common = {
  ...serverTests,
  testTimeout: 600_000,
  // The printed report of requests sent, acknowledged and found is part of the result.
  silent: false,
}

/** Long fault tests under load. Projects of one group run in parallel, in the order of their names. */
export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { ...common, name: '1 fuzz', include: [fuzz], maxWorkers: 2, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...common,
          name: '2 without timing',
          include: withoutTiming,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: '3 with timing',
          include: [all],
          exclude: [fuzz, ...withoutTiming],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
