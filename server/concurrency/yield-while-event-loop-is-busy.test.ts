import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldWhileEventLoopIsBusy } from './yield-while-event-loop-is-busy.ts'

/** Occupies the event loop for the given time and yields to other work every 5 ms. */
async function keepEventLoopBusy(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const next = performance.now() + 5
    while (performance.now() < next);
    await yieldToEventLoop()
  }
}

test('yieldWhileEventLoopIsBusy waits while the event loop is busy, but no longer than its limit', async () => {
  const longWait = { isOver: false }
  const shortWait = { isOver: false }
  const waitUntilIdle = (maxWaitMs: number, state: { isOver: boolean }) =>
    yieldWhileEventLoopIsBusy(maxWaitMs).then(() => {
      state.isOver = true
    })
  // The test starts a new measurement, so that earlier load of the event loop has no influence.
  await yieldWhileEventLoopIsBusy(0)
  await keepEventLoopBusy(120)
  const waiting = waitUntilIdle(60_000, longWait)
  void waitUntilIdle(100, shortWait)
  while (!shortWait.isOver) await keepEventLoopBusy(10)
  expect(longWait.isOver).toBe(false)
  // When the event loop is idle, the call of yieldWhileEventLoopIsBusy resolves.
  await waiting
})
