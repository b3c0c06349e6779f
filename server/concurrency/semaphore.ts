// Semaphores whose queue of waiting callers is limited.
// A semaphore rejects a caller with 503 (unavailable) when its queue is full or the caller has waited too long.
import { unavailable } from '#server/errors.ts'

export interface Semaphore {
  /** Waits for a slot of the semaphore and resolves with the function that releases the slot. */
  acquire(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

interface Limits {
  /** Maximum number of tasks that the semaphore lets run at once. */
  slots: number
  /** Maximum number of callers that wait for the semaphore. Further callers are rejected with 503. */
  maxQueueLength: number
  /** Maximum time in milliseconds that a caller waits for the semaphore. Unset: no limit. */
  timeoutMs?: number
}

export function createSemaphore({ slots, maxQueueLength, timeoutMs }: Limits): Semaphore {
  let running = 0
  const queue = new Set<() => void>()

  function release(): void {
    const [next] = queue
    if (!next) {
      running--
      return
    }
    // A slot that a caller releases goes directly to the next caller in the queue of the semaphore.
    queue.delete(next)
    next()
  }

  function waitForFreeSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = timeoutMs
        ? setTimeout(() => {
            if (queue.delete(stopWaiting))
              reject(unavailable(new Error(`none of ${slots} slots was free within ${timeoutMs} ms`)))
          }, timeoutMs)
        : undefined
      queue.add(stopWaiting)
    })
  }

  async function acquireSlot(): Promise<() => void> {
    if (running < slots) running++
    else if (queue.size >= maxQueueLength)
      throw unavailable(new Error(`all ${slots} slots are taken and ${maxQueueLength} callers wait`))
    else await waitForFreeSlot()
    return release
  }

  async function runInSlot<T>(work: () => Promise<T>): Promise<T> {
    await acquireSlot()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return { acquire: acquireSlot, run: runInSlot, isIdle: () => running === 0 }
}

export interface KeyedSemaphore {
  acquire(key: number): Promise<() => void>
}

/** Creates one semaphore per key. A semaphore without callers is removed from memory. */
export function createKeyedSemaphore(limits: Limits): KeyedSemaphore {
  const semaphores = new Map<number, Semaphore>()
  return {
    acquire: async key => {
      const semaphore = semaphores.get(key) ?? createSemaphore(limits)
      semaphores.set(key, semaphore)
      const release = await semaphore.acquire()
      return () => {
        release()
        if (semaphore.isIdle()) semaphores.delete(key)
      }
    },
  }
}
