import type { FastifyReply } from 'fastify'
import { signedHint } from '#shared/constants.ts'

function isHttps(origins: readonly string[]): boolean {
  return origins.some(origin => origin.startsWith('https:'))
}

/** The prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for every path. */
export function cookieName(origins: readonly string[]): string {
  return isHttps(origins) ? '__Host-session' : 'session'
}

/**
 * Beside the session, and read by the page alone: whether somebody is signed in here, so that the login screen need not
 * ask. It changes with the session, in the same answer. Whatever it says, nothing is shown by it.
 */
function hint(reply: FastifyReply, isSomebody: boolean, days: number): void {
  reply.setCookie(signedHint, isSomebody ? 'yes' : 'no', {
    path: '/',
    sameSite: 'lax',
    secure: isHttps(reply.server.origins),
    maxAge: days * 86_400,
  })
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
  hint(reply, true, days)
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { origins } = reply.server
  reply.clearCookie(cookieName(origins), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(origins),
  })
  hint(reply, false, reply.server.settings.SESSION_DAYS)
}
