import { unavailable } from '#server/errors.ts'

export interface Semaphore {
  /** Resolves with the function that gives the slot back. */
  acquire(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

interface Limits {
  /** How many run at once. */
  slots: number
  /** How many may wait; whoever comes after that is told to try later. */
  longestQueue: number
  /** How long one may wait, in milliseconds; unset: as long as it takes. */
  patience?: number
}

export function createSemaphore({ slots, longestQueue, patience }: Limits): Semaphore {
  let running = 0
  const waiting = new Set<() => void>()

  function release(): void {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    // The slot passes straight to the next in line.
    waiting.delete(next)
    next()
  }

  function waitInLine(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = patience
        ? setTimeout(() => {
            if (waiting.delete(enter))
              reject(unavailable(new Error(`none of ${slots} slots was free within ${patience} ms`)))
          }, patience)
        : undefined
      waiting.add(enter)
    })
  }

  async function acquire(): Promise<() => void> {
    if (running < slots) running++
    else if (waiting.size >= longestQueue)
      throw unavailable(new Error(`all ${slots} slots are taken and ${longestQueue} callers wait`))
    else await waitInLine()
    return release
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return { acquire, run, isIdle: () => running === 0 }
}

export interface KeyedSemaphore {
  acquire(key: number): Promise<() => void>
}

/** A semaphore for each key, kept while it is in use. */
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
