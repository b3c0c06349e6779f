// Supervises a graphile-worker runner: restarts it after a failure, and pauses it while a remote server is down.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, Logger as JobLogger, type Runner, type RunnerOptions, run } from 'graphile-worker'
import type { Logger } from 'pino'

export interface StoppableJobs {
  stop(): Promise<void>
}

const minPauseMs = 2000
const maxPauseMs = 5 * 60_000

/**
 * Replaces graphile-worker's log lines, which quote errors with email addresses, by the job's id and error type.
 * Jobs aborted by a shutdown are not logged as failures, because the next start runs them.
 */
function createJobLogger(log: Logger, stopping: AbortSignal): JobLogger {
  return new JobLogger(() => (level, _message, meta = {}) => {
    if (level !== 'error' || stopping.aborted) return
    const { job, error } = meta as { job?: Job; error?: unknown }
    log.warn(
      { task: job?.task_identifier, job: job?.id, err: error },
      'jobs: a job failed and will be retried',
    )
  })
}

/**
 * Runs a job worker until stopped, and restarts it when it gives up because the database was unreachable too long.
 * `isDown` returns true for an error that would make every other job fail, too (circuit breaker).
 * The worker then pauses, with doubling intervals until a job succeeds, and waiting jobs lose no attempt.
 */
export function superviseJobWorker(
  options: RunnerOptions,
  log: Logger,
  { isDown = () => false }: { isDown?: (error: unknown) => boolean } = {},
): StoppableJobs {
  const stopping = new AbortController()
  let stopRunner: (() => void) | undefined
  let pauseMs = minPauseMs

  /** Resolves when the job worker stops: with true when it was stopped because a remote server is down (`isDown`). */
  async function runWorkerOnce(): Promise<boolean> {
    let hasTripped = false
    const runner: Runner = await run({
      ...options,
      noHandleSignals: true,
      logger: createJobLogger(log, stopping.signal),
    })
    let isEnding = false
    stopRunner = () => {
      if (!isEnding) void runner.stop().catch(() => {})
      isEnding = true
    }
    if (stopping.signal.aborted) stopRunner()
    runner.events.on('job:error', ({ error }) => {
      if (!isDown(error)) return
      hasTripped = true
      stopRunner?.()
    })
    runner.events.on('job:success', () => {
      pauseMs = minPauseMs
    })
    await runner.promise
    return hasTripped
  }

  async function runWorkerRepeatedly(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasTripped = await runWorkerOnce().catch(error => {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'jobs: the worker stopped unexpectedly and restarts. Check the database')
        return false
      })
      if (hasTripped)
        log.warn(
          { tasks: Object.keys(options.taskList ?? {}), ms: pauseMs },
          'jobs: pausing tasks because their remote server is down',
        )
      await sleep(hasTripped ? pauseMs : minPauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (hasTripped) pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }
  const running = runWorkerRepeatedly()

  return {
    stop: async () => {
      stopping.abort()
      stopRunner?.()
      await running
    },
  }
}
