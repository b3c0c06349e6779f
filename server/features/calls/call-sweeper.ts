// Runs the call sweep every few seconds. The sweep removes participants whose heartbeat is older than `callPatience`.
// Silent participants are removed only after the sweeper itself has run without a gap for `callPatience`.
// After a start, a failure, a pause of the machine or a jump of the clock all participants get the full time again.
// Sweep times come from the database clock, because heartbeats are stored with the database's time.
import type { Logger } from 'pino'
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const sweepIntervalMs = 3000
/** Longest interval between two sweeps, in milliseconds, that still counts as running without a gap. */
const maxGapMs = 3 * sweepIntervalMs
/** Delay in milliseconds that merges a burst of requests for an early sweep into one sweep. */
const debounceMs = 200

export interface PollingMonitor {
  /** Records a sweep at `time` (ms) and returns whether sweeps have run without a gap for `callPatience`. */
  hasPolledLongEnough(time: number): boolean
  /** Restarts the period without gaps, because a sweep failed. */
  reset(): void
}

export function createPollingMonitor(): PollingMonitor {
  let lastPoll: number | undefined
  let steadySince = 0
  return {
    hasPolledLongEnough: time => {
      const isSteady = lastPoll !== undefined && time >= lastPoll && time - lastPoll <= maxGapMs
      if (!isSteady) steadySince = time
      lastPoll = time
      return time - steadySince >= participantTimeout
    },
    reset: () => {
      lastPoll = undefined
    },
  }
}

export interface CallSweeper {
  /** Requests an early sweep, because a participant may have lost access to the call. */
  sweepSoon(): void
  stop(): Promise<void>
}

export function startCallSweeper(
  clock: () => Promise<number>,
  sweep: (canRemoveSilent: boolean) => Promise<void>,
  log: Pick<Logger, 'warn'>,
): CallSweeper {
  const monitor = createPollingMonitor()
  let sweeping: Promise<void> = Promise.resolve()
  let pendingSweep: NodeJS.Timeout | undefined
  let isStopping = false

  /** Queues a sweep behind the running one. Early sweeps (`isRegular` false) never remove silent participants. */
  function queueSweep(isRegular: boolean): void {
    sweeping = sweeping
      .then(async () => {
        if (isStopping) return
        await sweep(isRegular && monitor.hasPolledLongEnough(await clock()))
      })
      .catch(error => {
        monitor.reset()
        log.warn({ err: error }, 'calls: the sweep failed; it is retried in a few seconds')
      })
  }

  let timer = setTimeout(sweepPeriodically, sweepIntervalMs)
  function sweepPeriodically(): void {
    queueSweep(true)
    void sweeping.then(() => {
      if (!isStopping) timer = setTimeout(sweepPeriodically, sweepIntervalMs)
    })
  }

  return {
    sweepSoon: () => {
      pendingSweep ??= setTimeout(() => {
        pendingSweep = undefined
        queueSweep(false)
      }, debounceMs)
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      clearTimeout(pendingSweep)
      await sweeping
    },
  }
}
