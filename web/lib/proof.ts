// Some calls ask once more who one is. One dialog does the asking, for however many calls wait for it.
import { createStore } from './store.ts'

interface Asking {
  /** Also of whoever has just signed in. */
  isAnew: boolean
  promise: Promise<boolean>
  settle(isProved: boolean): void
}

/** Null: nobody is being asked. */
export const asking = createStore<Asking | null>(null)

/** Whether they have shown it; false: they would rather not. */
export function askForProof({ isAnew = false } = {}): Promise<boolean> {
  const already = asking.get()
  if (already) return already.promise
  let settle: Asking['settle'] = () => {}
  const promise = new Promise<boolean>(resolve => {
    settle = isProved => {
      asking.set(null)
      resolve(isProved)
    }
  })
  asking.set({ isAnew, promise, settle })
  return promise
}

/** Where a page of its own, at Google, tells the one that waits. */
export const proofChannel = 'perantau-proof'
