/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
export type KeyedMutex<Key = number> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/** Creates one mutex per key. Callers wait in memory and occupy no database connection while they wait. */
export function createKeyedMutex<Key = number>(): KeyedMutex<Key> {
  const tails = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail: Promise<unknown> = result
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
    tails.set(key, tail)
    return result
  }
}
