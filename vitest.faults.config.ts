import { defineConfig } from 'vitest/config'
import { reporters, serverTests } from './vitest.config.ts'

const all = 'server/**/*.faults.ts'
/** By far the longest, so it is begun first. */
const fuzz = 'server/test/fuzz/*.faults.ts'
/** They ask that something happens in the end, not how soon: they run beside that. */
const patient = [
  'server/{backups,demo}/*.faults.ts',
  'server/features/{activities,announcements,calls,imports}/*.faults.ts',
  'server/test/{deploy,embedded-backup,start}.faults.ts',
  'server/test/races/*.faults.ts',
]

const common = {
  ...serverTests,
  testTimeout: 600_000,
  // What was sent, acknowledged and found is part of the answer.
  silent: false,
}

/** The long forms: minutes of faults under load. Projects of one group run at once, in the order of their names. */
export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { ...common, name: '1 made up', include: [fuzz], maxWorkers: 2, sequence: { groupOrder: 1 } } },
      {
        test: { ...common, name: '2 patient', include: patient, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          ...common,
          name: '3 alone',
          include: [all],
          exclude: [fuzz, ...patient],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
