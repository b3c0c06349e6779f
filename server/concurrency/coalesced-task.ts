export interface CoalescedTask {
  /** Requests a run of the task: it starts at once or, when the task is already running, after the current run. */
  request(): void
  /** Prevents further runs of the task and resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Merges requests to run a task: `work` starts at most once per `pause` milliseconds, and one run at a time. Requests
 * that arrive during a run cause one more run afterwards.
 */
export function createCoalescedTask(pause: number, work: () => Promise<unknown>): CoalescedTask {
  let isRequested = false
  let isStopped = false
  let pauseTimer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined

  function startTaskRun(): void {
    isRequested = false
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined
      if (isRequested && !running && !isStopped) startTaskRun()
    }, pause)
    running = work()
      .catch(() => {})
      .then(() => {
        running = undefined
        if (isRequested && !pauseTimer && !isStopped) startTaskRun()
      })
  }

  return {
    request: () => {
      isRequested = true
      if (!pauseTimer && !running && !isStopped) startTaskRun()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(pauseTimer)
      await running
    },
  }
}
