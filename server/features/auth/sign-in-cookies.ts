// Encrypted cookies of the sign-in: the ticket between password and second step, trusted devices, known devices.
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  clearEncryptedCookie,
  readEncryptedCookie,
  setEncryptedCookie,
} from '#server/http/cookies/encrypted-cookie.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import { trustedDays } from '#server/identity/trusted-devices.service.ts'
import type { SecondStepTicket, SignInClient } from './complete-sign-in.service.ts'

const ticketCookie = 'second_step'
/** The trusted-device cookie is named after the user, because several people may share one browser. */
const buildTrustedDeviceCookieName = (userId: number) => `trusted_${userId}`
/** Cookie that marks this browser as known to the user; a sign-in without it sends a new-device mail. */
const buildKnownDeviceCookieName = (userId: number) => `known_${userId}`
/** Lifetime in days of the cookie that marks a known device; 400 is the maximum that browsers accept. */
const knownDays = 400
/** Maximum number of known-device cookies per browser, because every request contains all of them. */
const maxKnownCookies = 20
const ticketSeconds = 600

export function setSecondFactorStepCookie(reply: FastifyReply, ticket: SecondStepTicket): void {
  setEncryptedCookie(reply, ticketCookie, ticket, ticketSeconds)
}

export function readSecondFactorStepCookie(request: FastifyRequest): SecondStepTicket | undefined {
  return readEncryptedCookie<SecondStepTicket>(request, ticketCookie)
}

export function clearSecondFactorStepCookie(reply: FastifyReply): void {
  clearEncryptedCookie(reply, ticketCookie)
}

export function setTrustedDeviceCookie(reply: FastifyReply, userId: number, token: string): void {
  setEncryptedCookie(reply, buildTrustedDeviceCookieName(userId), { token }, trustedDays * 86_400)
}

export function setKnownDeviceCookie(reply: FastifyReply, userId: number): void {
  // Browsers send older cookies first, so the oldest known-device cookies are at the head of the list.
  const others = Object.keys(reply.request.cookies)
    .map(name => name.replace('__Host-', ''))
    .filter(name => /^known_\d+$/.test(name) && name !== buildKnownDeviceCookieName(userId))
  for (const cookie of others.slice(0, 1 - maxKnownCookies)) clearEncryptedCookie(reply, cookie)
  setEncryptedCookie(reply, buildKnownDeviceCookieName(userId), { at: Date.now() }, knownDays * 86_400)
}

function readKnownDeviceCookie(request: FastifyRequest, userId: number): Date | undefined {
  const stored = readEncryptedCookie<{ at: number }>(request, buildKnownDeviceCookieName(userId))
  return stored && new Date(stored.at)
}

export function readClientDetailsFromSignInRequest(request: FastifyRequest): SignInClient {
  return {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'],
    previousToken: request.cookies[getSessionCookieName(request.server.origins)],
    readTrustToken: userId =>
      readEncryptedCookie<{ token: string }>(request, buildTrustedDeviceCookieName(userId))?.token,
    readLastSignIn: userId => readKnownDeviceCookie(request, userId),
  }
}
