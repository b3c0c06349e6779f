// Sign-out while offline: the device signs out at once, and ends the session on the server when it is online again.
import { signOut } from '#shared/contracts/auth/auth.endpoints.ts'
import { callEndpoint, NetworkError } from '#web/lib/http/api.ts'

const storageKey = 'perantau-leaving'

export function deferSignOut(): void {
  localStorage.setItem(storageKey, 'ya')
}

/** Cancels a deferred sign-out after a new sign-in, which has already ended the previous session. */
export function cancelDeferredSignOut(): void {
  localStorage.removeItem(storageKey)
}

/** Sends a deferred sign-out to the server. Returns whether there was one, even if the request failed. */
export async function finishDeferredSignOut(): Promise<boolean> {
  if (globalThis.localStorage?.getItem(storageKey) == null) return false
  try {
    await callEndpoint(signOut)
    cancelDeferredSignOut()
  } catch (error) {
    if (!(error instanceof NetworkError)) cancelDeferredSignOut()
  }
  return true
}
