/** Creates a mutex. Each function starts after the previous one has settled, whether it succeeded or failed. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  return work => {
    const result = previous.then(work)
    previous = result.catch(() => {})
    return result
  }
}
