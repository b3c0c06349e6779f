// Long background work and user requests run in the same event loop and can delay each other.
// Background work calls yieldWhileEventLoopIsBusy between its steps and waits there while the event loop is busy.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Event loop utilization (0 to 1) below which background work continues. */
const maxUtilization = 0.4
/** Milliseconds over which the event loop utilization is measured. */
const measurementMs = 50
/** Milliseconds that background work waits before it measures the event loop utilization again. */
const pauseMs = 10
let lastMeasurement = performance.eventLoopUtilization()
let measuredAt = performance.now()
let utilization = 0

function measureUtilization(): number {
  if (performance.now() - measuredAt < measurementMs) return utilization
  const now = performance.eventLoopUtilization()
  utilization = performance.eventLoopUtilization(now, lastMeasurement).utilization
  lastMeasurement = now
  measuredAt = performance.now()
  return utilization
}

/** Pauses background work while the event loop is busy, at most `maxWaitMs` milliseconds. */
export async function yieldWhileEventLoopIsBusy(maxWaitMs = 500): Promise<void> {
  const until = performance.now() + maxWaitMs
  while (measureUtilization() > maxUtilization && performance.now() < until) await sleep(pauseMs)
}
