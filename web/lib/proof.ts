// Re-authentication: some requests require the user to confirm their identity again.
// All requests that wait for re-authentication share one dialog.
import { createStore } from './store.ts'

interface ReauthenticationRequest {
  /** The user must re-authenticate even if they signed in just now. */
  isAnew: boolean
  promise: Promise<boolean>
  settle(isProved: boolean): void
}

/** Pending re-authentication request, shown as a dialog; null when there is none. */
export const asking = createStore<ReauthenticationRequest | null>(null)

/** Opens the re-authentication dialog. Resolves to false when the user cancels it. */
export function askForProof({ isAnew = false } = {}): Promise<boolean> {
  const pending = asking.get()
  if (pending) return pending.promise
  let settle: ReauthenticationRequest['settle'] = () => {}
  const promise = new Promise<boolean>(resolve => {
    settle = isProved => {
      asking.set(null)
      resolve(isProved)
    }
  })
  asking.set({ isAnew, promise, settle })
  return promise
}

/** BroadcastChannel through which the Google sign-in page reports a finished re-authentication. */
export const proofChannel = 'perantau-proof'
