import type { FastifyReply } from 'fastify'
import { signedHint } from '#shared/constants.ts'
import { cookieOptions, hostCookie } from './cookies.ts'

export function cookieName(origins: readonly string[]): string {
  return hostCookie('session', origins)
}

/**
 * Beside the session, and read by the page alone: whether somebody is signed in here, so that the login screen need not
 * ask. It changes with the session, in the same answer. Whatever it says, nothing is shown by it.
 */
function hint(reply: FastifyReply, isSomebody: boolean, days: number): void {
  reply.setCookie(signedHint, isSomebody ? 'yes' : 'no', {
    ...cookieOptions(reply.server.origins),
    httpOnly: false,
    maxAge: days * 86_400,
  })
}

export function setSessionCookie(reply: FastifyReply, token: string, days: number): void {
  const { origins } = reply.server
  reply.setCookie(cookieName(origins), token, { ...cookieOptions(origins), maxAge: days * 86_400 })
  hint(reply, true, days)
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { origins } = reply.server
  reply.clearCookie(cookieName(origins), cookieOptions(origins))
  hint(reply, false, reply.server.settings.SESSION_DAYS)
}
