// What a browser keeps between the two steps, and of a person's trust in it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '#server/http/sealed-cookie.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { trustedDays } from '#server/identity/trusted-devices.service.ts'
import type { Ticket, Visitor } from './enter.service.ts'

const ticketName = 'second_step'
/** One a person: several may use the same browser. */
const trustName = (userId: number) => `trusted_${userId}`
/** The same, of having let this person in; for as long as browsers keep anything. */
const knownName = (userId: number) => `known_${userId}`
const knownDays = 400
/** All of them come with every request, which may hold only so much. */
const mostKnown = 20
const tenMinutes = 600

export function keepTicket(reply: FastifyReply, ticket: Ticket): void {
  setSealedCookie(reply, ticketName, ticket, tenMinutes)
}

export function readTicket(request: FastifyRequest): Ticket | undefined {
  return readSealedCookie<Ticket>(request, ticketName)
}

export function dropTicket(reply: FastifyReply): void {
  clearSealedCookie(reply, ticketName)
}

export function keepTrust(reply: FastifyReply, userId: number, token: string): void {
  setSealedCookie(reply, trustName(userId), { token }, trustedDays * 86_400)
}

export function keepKnown(reply: FastifyReply, userId: number): void {
  // Browsers send what they have had for longest first.
  const others = Object.keys(reply.request.cookies)
    .map(name => name.replace('__Host-', ''))
    .filter(name => /^known_\d+$/.test(name) && name !== knownName(userId))
  for (const oldest of others.slice(0, 1 - mostKnown)) clearSealedCookie(reply, oldest)
  setSealedCookie(reply, knownName(userId), { at: Date.now() }, knownDays * 86_400)
}

function readKnown(request: FastifyRequest, userId: number): Date | undefined {
  const known = readSealedCookie<{ at: number }>(request, knownName(userId))
  return known && new Date(known.at)
}

export function visitorOf(request: FastifyRequest): Visitor {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'],
    oldToken: request.cookies[cookieName(request.server.origins)],
    trustOf: userId => readSealedCookie<{ token: string }>(request, trustName(userId))?.token,
    knownAt: userId => readKnown(request, userId),
  }
}
