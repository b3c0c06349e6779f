import { createParserSandbox } from './sandbox.ts'

/**
 * Parser processes for images and for detecting file types, which are frequent and short tasks. A 50-megapixel AVIF
 * takes 1 GB, other images below 0.4 GB.
 */
export const fileSandbox = createParserSandbox({
  processes: 2,
  maxQueueLength: 60,
  queueTimeoutMs: 30_000,
  taskTimeoutMs: 30_000,
  maxMemoryBytes: 1_200_000_000,
  maxOutputBytes: 30_000_000,
})

/** Pool of parser processes for imports of member lists, which are rare but may have up to 50,000 rows each. */
export const sheetSandbox = createParserSandbox({
  processes: 1,
  maxQueueLength: 10,
  queueTimeoutMs: 60_000,
  taskTimeoutMs: 60_000,
  maxMemoryBytes: 1_000_000_000,
  maxOutputBytes: 60_000_000,
})
