export interface Gathered {
  /** It is done soon, or once more after what is under way. */
  ask(): void
  /** Resolves once nothing is under way; nothing is begun any more. */
  stop(): Promise<void>
}

/**
 * However often it is asked for, it is done once in so many milliseconds, and never twice at the same time; what was
 * asked for meanwhile is done once more afterwards.
 */
export function gather(pause: number, work: () => Promise<unknown>): Gathered {
  let isAsked = false
  let isStopped = false
  let waiting: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined

  function begin(): void {
    isAsked = false
    waiting = setTimeout(() => {
      waiting = undefined
      if (isAsked && !running && !isStopped) begin()
    }, pause)
    running = work()
      .catch(() => {})
      .then(() => {
        running = undefined
        if (isAsked && !waiting && !isStopped) begin()
      })
  }

  return {
    ask: () => {
      isAsked = true
      if (!waiting && !running && !isStopped) begin()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(waiting)
      await running
    },
  }
}
