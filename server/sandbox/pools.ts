import { createSandbox } from './sandbox.ts'

/** Images, and the types of documents: frequent and short. An AVIF image of 50 megapixels takes 1 GB, others less than 0.4. */
export const fileSandbox = createSandbox({
  processes: 2,
  longestQueue: 60,
  patience: 30_000,
  longestTask: 30_000,
  mostMemory: 1_200_000_000,
  mostOutput: 30_000_000,
})

/** Lists of people: rare, and of up to 50,000 rows. */
export const sheetSandbox = createSandbox({
  processes: 1,
  longestQueue: 10,
  patience: 60_000,
  longestTask: 60_000,
  mostMemory: 1_000_000_000,
  mostOutput: 60_000_000,
})
