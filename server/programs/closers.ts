import { setTimeout as sleep } from 'node:timers/promises'

/** What stopping takes apart, in the order it was opened. */
export type Closers = (() => Promise<unknown>)[]

/** As long as it takes, but no longer: what hangs or fails does not hold up the end. */
export async function within(patience: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(patience)])
}
