import { defineConfig } from 'vitest/config'
import ordinary from './vitest.config.ts'

/** The long forms: minutes of faults under load, one after the other. */
export default defineConfig({
  test: {
    ...ordinary.test,
    include: ['server/**/*.faults.ts'],
    testTimeout: 600_000,
    // What was sent, acknowledged and found is part of the answer.
    silent: false,
    fileParallelism: false,
  },
})
