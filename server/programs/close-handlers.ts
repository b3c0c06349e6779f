import { setTimeout as sleep } from 'node:timers/promises'

/** Functions that close resources at shutdown, in the order in which the resources were opened. */
export type CloseHandlers = (() => Promise<unknown>)[]

/** Waits for a promise for at most `timeoutMs` milliseconds and ignores its failure, so that a shutdown never hangs. */
export async function waitWithTimeout(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(timeoutMs)])
}
