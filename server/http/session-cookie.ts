import type { FastifyReply } from 'fastify'
import { signedHint } from '#shared/constants.ts'
import { cookieOptions, hostCookie } from './cookies.ts'

export function cookieName(origins: readonly string[]): string {
  return hostCookie('session', origins)
}

/**
 * Sets a cookie, readable by scripts, that tells the client whether a user is signed in.
 * The sign-in screen saves a request by it. The cookie changes with the session and grants no access.
 */
function setSignedInHint(reply: FastifyReply, isSignedIn: boolean, days: number): void {
  reply.setCookie(signedHint, isSignedIn ? 'yes' : 'no', {
    ...cookieOptions(reply.server.origins),
    httpOnly: false,
    maxAge: days * 86_400,
  })
}

export function setSessionCookie(reply: FastifyReply, token: string, days: number): void {
  const { origins } = reply.server
  reply.setCookie(cookieName(origins), token, { ...cookieOptions(origins), maxAge: days * 86_400 })
  setSignedInHint(reply, true, days)
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { origins } = reply.server
  reply.clearCookie(cookieName(origins), cookieOptions(origins))
  setSignedInHint(reply, false, reply.server.settings.SESSION_DAYS)
}
