// What all cookies of ours have in common.
export function isHttps(origins: readonly string[]): boolean {
  return origins.some(origin => origin.startsWith('https:'))
}

/** Out of reach of scripts, and not sent along with what other sites post here. */
export function cookieOptions(origins: readonly string[]) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(origins) } as const
}

/** The prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for every path. */
export function hostCookie(name: string, origins: readonly string[]): string {
  return isHttps(origins) ? `__Host-${name}` : name
}
