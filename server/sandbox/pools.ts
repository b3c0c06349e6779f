import { createSandbox } from './sandbox.ts'

/**
 * Parses images and detects file types: frequent and short. A 50-megapixel AVIF takes 1 GB, other images below 0.4 GB.
 */
export const fileSandbox = createSandbox({
  processes: 2,
  longestQueue: 60,
  patience: 30_000,
  longestTask: 30_000,
  mostMemory: 1_200_000_000,
  mostOutput: 30_000_000,
})

/** Parses member lists for imports: rare, with up to 50,000 rows. */
export const sheetSandbox = createSandbox({
  processes: 1,
  longestQueue: 10,
  patience: 60_000,
  longestTask: 60_000,
  mostMemory: 1_000_000_000,
  mostOutput: 60_000_000,
})
