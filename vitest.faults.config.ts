import { defineConfig } from 'vitest/config'
import ordinary from './vitest.config.ts'

/** These watch the clock, or need the machine for themselves: one after the other. */
const alone = [
  'server/test/database.faults.ts',
  'server/test/start.faults.ts',
  'server/test/two-machines.faults.ts',
  'server/features/calls/restart.faults.ts',
  'server/features/chat/chat.faults.ts',
]

/** The long forms: minutes of faults under load. What was sent, acknowledged and found is part of the answer. */
const long = { ...ordinary.test, testTimeout: 600_000 }

export default defineConfig({
  test: {
    silent: false,
    sequence: ordinary.test?.sequence,
    projects: [
      {
        test: {
          ...long,
          name: 'patient',
          include: ['server/**/*.faults.ts'],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...long, name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
