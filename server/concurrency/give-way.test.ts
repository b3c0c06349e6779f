import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { giveWay } from './give-way.ts'

/** Keeps the thread busy, with turns in between. */
async function keepBusy(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const next = performance.now() + 5
    while (performance.now() < next);
    await turn()
  }
}

test('work in no hurry waits while the thread is busy, but not for ever', async () => {
  const patient = { isOver: false }
  const hasty = { isOver: false }
  const wait = (longest: number, state: { isOver: boolean }) =>
    giveWay(longest).then(() => {
      state.isOver = true
    })
  // What the thread did before, however long ago, does not count from here on.
  await giveWay(0)
  await keepBusy(120)
  const waiting = wait(60_000, patient)
  void wait(100, hasty)
  while (!hasty.isOver) await keepBusy(10)
  expect(patient.isOver).toBe(false)
  // Nothing else to do: it goes on.
  await waiting
})
