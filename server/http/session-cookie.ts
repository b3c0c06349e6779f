import type { FastifyReply } from 'fastify'

function isHttps(origins: readonly string[]): boolean {
  return origins.some(origin => origin.startsWith('https:'))
}

/** The prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for every path. */
export function cookieName(origins: readonly string[]): string {
  return isHttps(origins) ? '__Host-session' : 'session'
}

export function setSessionCookie(reply: FastifyReply, token: string, days: number): void {
  const { origins } = reply.server
  reply.setCookie(cookieName(origins), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(origins),
    maxAge: days * 86_400,
  })
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { origins } = reply.server
  reply.clearCookie(cookieName(origins), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(origins),
  })
}
