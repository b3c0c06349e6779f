// Signing out without a network: here it is done at once, and the server is told as soon as it can be reached.
import { signOut } from '#shared/contracts/auth.endpoints.ts'
import { call, NetworkError } from './api.ts'

const place = 'perantau-leaving'

export function leaveLater(): void {
  localStorage.setItem(place, 'ya')
}

/** Whoever signs in now stays; the server itself ends the session before it. */
export function stay(): void {
  localStorage.removeItem(place)
}

/** Whether somebody was on their way out, and so nobody is signed in here, whatever the server still thinks. */
export async function finishLeaving(): Promise<boolean> {
  if (globalThis.localStorage?.getItem(place) == null) return false
  try {
    await call(signOut)
    stay()
  } catch (error) {
    if (!(error instanceof NetworkError)) stay()
  }
  return true
}
