/** A place of our own to go to afterwards: what somebody else wrote must not lead away, nor into a call. */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) && !/^\/api(\/|$)/i.test(text)
}
