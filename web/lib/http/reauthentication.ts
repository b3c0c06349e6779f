// Re-authentication: for some requests the server requires that users confirm their identity again.
// One re-authentication dialog serves all requests that wait for it.
import { createStore } from '#web/lib/state/store.ts'

interface ReauthenticationRequest {
  /** Whether the request requires re-authentication even if the user signed in recently. */
  isForced: boolean
  promise: Promise<boolean>
  settle(isProved: boolean): void
}

/** Pending re-authentication request, shown as a dialog; null when there is none. */
export const reauthenticationRequest = createStore<ReauthenticationRequest | null>(null)

/** Opens the re-authentication dialog. Resolves to false if the user cancels. */
export function requestReauthentication({ isAnew = false } = {}): Promise<boolean> {
  const pending = reauthenticationRequest.get()
  if (pending) return pending.promise
  let settleReauthentication: ReauthenticationRequest['settle'] = () => {}
  const promise = new Promise<boolean>(resolve => {
    settleReauthentication = isProved => {
      reauthenticationRequest.set(null)
      resolve(isProved)
    }
  })
  reauthenticationRequest.set({ isForced: isAnew, promise, settle: settleReauthentication })
  return promise
}

/** BroadcastChannel through which the Google sign-in page reports a finished re-authentication. */
export const reauthenticationChannel = 'perantau-proof'
