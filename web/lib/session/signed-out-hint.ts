// Reads and writes a cookie that hints whether a user may be signed in in this browser.
// The server sets the signed-in hint cookie to `yes` at every sign-in, so `no` was stored later.
// The hint cookie grants no access. It only spares the login page a request for the signed-in user.
import { signedInHintCookie } from '#shared/constants.ts'

const thirtyDays = 30 * 86_400

const isSignedOutHint = (value: 'yes' | 'no') =>
  document.cookie.split('; ').includes(`${signedInHintCookie}=${value}`)

export function hasSignedOutHintCookie(): boolean {
  return isSignedOutHint('no')
}

/**
 * Sets the hint cookie to `no` after a 401 response. The value `yes` is kept, because the user may have
 * signed in again after the refused request.
 */
export function storeSignedOutHintCookie(): void {
  if (!globalThis.document || isSignedOutHint('yes')) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API.
  document.cookie = `${signedInHintCookie}=no; path=/; samesite=lax; max-age=${thirtyDays}${secure}`
}
