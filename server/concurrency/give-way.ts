// Work that is in no hurry and long shares its thread with people who wait for an answer. It stops for a moment whenever the
// thread is busy for more than a part of the time, with whatever it may be.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** How much of the thread may be in use when it goes on. */
const mostInUse = 0.4
/** Over which time that is seen (ms), and how long a stop is. */
const window = 50
const stop = 10
let seen = performance.eventLoopUtilization()
let seenAt = performance.now()
let inUse = 0

function look(): number {
  if (performance.now() - seenAt < window) return inUse
  const now = performance.eventLoopUtilization()
  inUse = performance.eventLoopUtilization(now, seen).utilization
  seen = now
  seenAt = performance.now()
  return inUse
}

/** However busy it is, it goes on after `longest` (ms). */
export async function giveWay(longest = 500): Promise<void> {
  const until = performance.now() + longest
  while (look() > mostInUse && performance.now() < until) await sleep(stop)
}
