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
  await keepBusy(120)
  let isOver = false
  const waiting = giveWay().then(() => {
    isOver = true
  })
  await keepBusy(200)
  expect(isOver).toBe(false)
  await keepBusy(500)
  await waiting
  expect(isOver).toBe(true)
})
