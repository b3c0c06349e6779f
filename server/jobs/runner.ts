import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, Logger as JobLogger, type Runner, type RunnerOptions, run } from 'graphile-worker'
import type { Logger } from 'pino'

export interface Jobs {
  stop(): Promise<void>
}

const shortestRest = 2000
const longestRest = 5 * 60_000

/**
 * The library's own lines quote errors, and those quote addresses; ours say which job and which kind of failure. What is
 * cut off because the program stops is no failure: it is done by the next one.
 */
function quietLogger(log: Logger, stopping: AbortSignal): JobLogger {
  return new JobLogger(() => (level, _message, meta = {}) => {
    if (level !== 'error' || stopping.aborted) return
    const { job, error } = meta as { job?: Job; error?: unknown }
    log.warn({ task: job?.task_identifier, job: job?.id, err: error }, 'a job failed and will be tried again')
  })
}

/**
 * Runs until stopped: a runner that gives up, because the database was away too long, is started anew.
 *
 * `isDown` makes it a circuit breaker. It says of a failure that every other job would meet it too; then no job is
 * taken for a while, ever longer until one succeeds, and those that wait lose nothing by it.
 */
export function keepRunning(
  options: RunnerOptions,
  log: Logger,
  { isDown = () => false }: { isDown?: (error: unknown) => boolean } = {},
): Jobs {
  const stopping = new AbortController()
  let end: (() => void) | undefined
  let rest = shortestRest

  /** Until it is told to stop, or finds what it works for down: true. */
  async function work(): Promise<boolean> {
    let hasTripped = false
    const runner: Runner = await run({
      ...options,
      noHandleSignals: true,
      logger: quietLogger(log, stopping.signal),
    })
    let isEnding = false
    end = () => {
      if (!isEnding) void runner.stop().catch(() => {})
      isEnding = true
    }
    if (stopping.signal.aborted) end()
    runner.events.on('job:error', ({ error }) => {
      if (!isDown(error)) return
      hasTripped = true
      end?.()
    })
    runner.events.on('job:success', () => {
      rest = shortestRest
    })
    await runner.promise
    return hasTripped
  }

  async function workAndRest(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasTripped = await work().catch(error => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'jobs stopped')
        return false
      })
      if (hasTripped) log.warn({ tasks: Object.keys(options.taskList ?? {}), ms: rest }, 'jobs rest')
      await sleep(hasTripped ? rest : shortestRest, undefined, { signal: stopping.signal }).catch(() => {})
      if (hasTripped) rest = Math.min(rest * 2, longestRest)
    }
  }
  const running = workAndRest()

  return {
    stop: async () => {
      stopping.abort()
      end?.()
      await running
    },
  }
}
