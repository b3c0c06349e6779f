// Signing out while offline: the device signs out at once, and the server is told when it can be reached again.
import { signOut } from '#shared/contracts/auth.endpoints.ts'
import { call, NetworkError } from './api.ts'

const storageKey = 'perantau-leaving'

export function leaveLater(): void {
  localStorage.setItem(storageKey, 'ya')
}

/** Cancels the deferred sign-out after a new sign-in; the server ends the previous session itself. */
export function stay(): void {
  localStorage.removeItem(storageKey)
}

/** Sends a deferred sign-out. Returns true if there was one: then nobody is signed in on this device. */
export async function finishLeaving(): Promise<boolean> {
  if (globalThis.localStorage?.getItem(storageKey) == null) return false
  try {
    await call(signOut)
    stay()
  } catch (error) {
    if (!(error instanceof NetworkError)) stay()
  }
  return true
}
