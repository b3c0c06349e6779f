import { setTimeout as sleep } from 'node:timers/promises'

/** Close functions in the order in which their resources were opened. */
export type CloseHandlers = (() => Promise<unknown>)[]

/** Waits for the work, at most `timeoutMs` milliseconds. Failures are ignored, so that nothing delays the shutdown. */
export async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(timeoutMs)])
}
