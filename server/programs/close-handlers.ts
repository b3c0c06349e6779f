import { setTimeout as sleep } from 'node:timers/promises'

/** Functions that close resources at shutdown, in the order in which the resources were opened. */
export type CloseHandlers = (() => Promise<unknown>)[]

/** Waits for the work at most `timeoutMs` milliseconds and ignores its failure, so that nothing delays the shutdown. */
export async function waitWithTimeout(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(timeoutMs)])
}
