// Reads and writes a cookie that hints whether a user may be signed in in this browser.
// The server sets the hint cookie to `yes` with every session, so `no` is never older than the last session.
// The hint cookie only saves the login page a request. It grants no access.
import { signedInHintCookie } from '#shared/constants.ts'

const thirtyDays = 30 * 86_400

const isSignedOutHint = (value: 'yes' | 'no') =>
  document.cookie.split('; ').includes(`${signedInHintCookie}=${value}`)

export function hasSignedOutHint(): boolean {
  return isSignedOutHint('no')
}

/** Stores `no` in the hint cookie after a 401 response. A `yes` stays, because the user may have signed in since. */
export function storeSignedOutHint(): void {
  if (!globalThis.document || isSignedOutHint('yes')) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API.
  document.cookie = `${signedInHintCookie}=no; path=/; samesite=lax; max-age=${thirtyDays}${secure}`
}
