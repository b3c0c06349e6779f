/** Runs pieces of work one after the other for the same key, side by side for others. */
export type KeyedMutex<Key = number> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/** A crowd at one door waits here and takes one connection of the database, instead of all of them. */
export function createKeyedMutex<Key = number>(): KeyedMutex<Key> {
  const ends = new Map<Key, Promise<unknown>>()
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
