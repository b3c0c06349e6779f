import type { FastifyReply } from 'fastify'
import { signedInHintCookie } from '#shared/constants.ts'
import { buildCookieName, buildCookieOptions } from './cookies.ts'

export function getSessionCookieName(origins: readonly string[]): string {
  return buildCookieName('session', origins)
}

/**
 * Sets a cookie, readable by scripts, that tells the client whether a user is signed in. It saves the sign-in screen a
 * request. The cookie is set and cleared with the session and grants no access.
 */
function setSignedInHint(reply: FastifyReply, isSignedIn: boolean, days: number): void {
  reply.setCookie(signedInHintCookie, isSignedIn ? 'yes' : 'no', {
    ...buildCookieOptions(reply.server.origins),
    httpOnly: false,
    maxAge: days * 86_400,
  })
}

export function setSessionCookie(reply: FastifyReply, token: string, days: number): void {
  const { origins } = reply.server
  reply.setCookie(getSessionCookieName(origins), token, {
    ...buildCookieOptions(origins),
    maxAge: days * 86_400,
  })
  setSignedInHint(reply, true, days)
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { origins } = reply.server
  reply.clearCookie(getSessionCookieName(origins), buildCookieOptions(origins))
  setSignedInHint(reply, false, reply.server.settings.SESSION_DAYS)
}
