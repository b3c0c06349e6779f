// Cookie options and name prefix that all cookies of this server have.
export function isServedOverHttps(origins: readonly string[]): boolean {
  return origins.some(origin => origin.startsWith('https:'))
}

/** Cookie attributes: not readable by scripts, and not sent with POST requests of other sites. */
export function buildCookieOptions(origins: readonly string[]) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isServedOverHttps(origins) } as const
}

/** Adds the __Host- prefix to a cookie name over HTTPS: browsers then require Secure, this host only and the path /. */
export function buildCookieName(name: string, origins: readonly string[]): string {
  return isServedOverHttps(origins) ? `__Host-${name}` : name
}
