// Whether somebody is signed in in this browser, as far as a cookie beside the session tells. The server sets it to yes
// with every session, so a no is never older than the last session. It only spares the login screen a question.
import { signedHint } from '#shared/constants.ts'

const thirtyDays = 30 * 86_400

const says = (value: 'yes' | 'no') => document.cookie.split('; ').includes(`${signedHint}=${value}`)

export function isNobodyHere(): boolean {
  return says('no')
}

/** Learned from the server. Not against a yes: somebody may have come in since that was asked. */
export function noteNobody(): void {
  if (!globalThis.document || says('yes')) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way.
  document.cookie = `${signedHint}=no; path=/; samesite=lax; max-age=${thirtyDays}${secure}`
}
