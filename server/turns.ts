import { unavailable } from './errors.ts'

/** Runs a piece of work when its turn comes. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** So many at once, so many in line; whoever comes after that is told to try later. */
export function createTurns({ slots, longestQueue }: { slots: number; longestQueue: number }): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= slots) {
      if (waiting.length >= longestQueue) throw unavailable()
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes straight to the next in line.
      if (next) next()
      else running--
    }
  }
}

/** Runs pieces of work one after the other for the same key, side by side for others. */
export type Lines = <T>(key: number, work: () => Promise<T>) => Promise<T>

/** A crowd at one door waits here and takes one connection of the database, instead of all of them. */
export function createLines(): Lines {
  const ends = new Map<number, Promise<unknown>>()
  return (key, work) => {
    const mine = (ends.get(key) ?? Promise.resolve()).then(work)
    const end: Promise<unknown> = mine
      .catch(() => {})
      .then(() => {
        if (ends.get(key) === end) ends.delete(key)
      })
    ends.set(key, end)
    return mine
  }
}
