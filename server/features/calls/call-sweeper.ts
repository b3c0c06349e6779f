// Runs the call sweep every few seconds. It removes participants whose heartbeat is older than `participantTimeout`.
// Silent call participants are removed only after the sweeper has run without a gap for `participantTimeout`.
// After a server start, a failed sweep, a machine pause or a clock change, participants get the full timeout again.
// Times of call sweeps come from the database clock, because heartbeats are stored with the database's time.
import type { Logger } from 'pino'
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const sweepIntervalMs = 3000
/**
 * Milliseconds between two call sweeps above which the time between them counts as a gap (server paused or blocked).
 */
const maxGapMs = 3 * sweepIntervalMs
/** Delay in milliseconds within which several requests to check for stale calls cause one check. */
const debounceMs = 200

export interface SweepGapMonitor {
  /** Records a call sweep at `time` (ms). Returns true when sweeps have run without a gap for `participantTimeout`. */
  hasPolledLongEnough(time: number): boolean
  /** Restarts the measurement of how long call sweeps have run without a gap; called after a failed sweep. */
  reset(): void
}

export function createSweepGapMonitor(): SweepGapMonitor {
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
  /** Requests an early call sweep, because a participant may have lost access to the call. */
  sweepSoon(): void
  stop(): Promise<void>
}

export function startCallSweeper(
  clock: () => Promise<number>,
  sweep: (canRemoveSilent: boolean) => Promise<void>,
  log: Pick<Logger, 'warn'>,
): CallSweeper {
  const monitor = createSweepGapMonitor()
  let sweeping: Promise<void> = Promise.resolve()
  let pendingSweep: NodeJS.Timeout | undefined
  let isStopping = false

  /** Queues a call sweep after the running one. Early sweeps (`isRegular` false) never remove silent participants. */
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
