// Every few seconds the call cleanup removes participants whose heartbeat is older than `participantTimeout`.
// The call cleanup removes participants only after it has run without interruption for `participantTimeout`.
// After a server start, a failed cleanup, a machine pause or a clock change, participants get the full timeout again.
// The call cleanup uses the database clock, because heartbeats are stored with the database's time.
import type { Logger } from 'pino'
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const sweepIntervalMs = 3000
/** Pause (ms) between two call cleanups above which the cleanup counts as interrupted (server paused or blocked). */
const maxGapMs = 3 * sweepIntervalMs
/** Delay in milliseconds within which several requests to check for stale calls cause one check. */
const debounceMs = 200

export interface SweepGapMonitor {
  /**
   * Records a call cleanup at `time` (ms). Returns true when cleanups ran without interruption for
   * `participantTimeout`.
   */
  hasPolledLongEnough(time: number): boolean
  /** Forgets earlier call cleanups after one failed, so that call participants get the full timeout again. */
  reset(): void
}

export function createPollingGapDetector(): SweepGapMonitor {
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
  /** Requests an early call cleanup, because a participant may have lost access to the call. */
  sweepSoon(): void
  stop(): Promise<void>
}

export function startStaleCallCleanup(
  clock: () => Promise<number>,
  sweep: (canRemoveSilent: boolean) => Promise<void>,
  log: Pick<Logger, 'warn'>,
): CallSweeper {
  const monitor = createPollingGapDetector()
  let sweeping: Promise<void> = Promise.resolve()
  let pendingSweep: NodeJS.Timeout | undefined
  let isStopping = false

  /** Queues a call cleanup. Only a regular cleanup (`isRegular`) removes participants who send no heartbeats. */
  function queueCallSweep(isRegular: boolean): void {
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

  let timer = setTimeout(sweepCallsPeriodically, sweepIntervalMs)
  function sweepCallsPeriodically(): void {
    queueCallSweep(true)
    void sweeping.then(() => {
      if (!isStopping) timer = setTimeout(sweepCallsPeriodically, sweepIntervalMs)
    })
  }

  return {
    sweepSoon: () => {
      pendingSweep ??= setTimeout(() => {
        pendingSweep = undefined
        queueCallSweep(false)
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
