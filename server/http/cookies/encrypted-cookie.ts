// Encrypted cookies: short-lived state that the browser stores but cannot read or change.
// The encrypted value of each cookie contains the time at which the cookie expires.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCookieName, buildCookieOptions } from './cookies.ts'

export function setEncryptedCookie(reply: FastifyReply, name: string, value: object, seconds: number): void {
  const { origins, context } = reply.server
  const text = JSON.stringify({ ...value, until: Date.now() + seconds * 1000 })
  const ciphertext = context.secret.encrypt(text, `cookie:${name}`).toString('base64url')
  reply.setCookie(buildCookieName(name, origins), ciphertext, {
    ...buildCookieOptions(origins),
    maxAge: seconds,
  })
}

/** Reads an encrypted cookie. Returns undefined when it is missing, was not issued by this server, or has expired. */
export function readEncryptedCookie<Value>(request: FastifyRequest, name: string): Value | undefined {
  const { origins, context } = request.server
  const ciphertext = request.cookies[buildCookieName(name, origins)]
  if (!ciphertext) return undefined
  try {
    const text = context.secret.decrypt(Buffer.from(ciphertext, 'base64url'), `cookie:${name}`)
    const { until, ...value } = JSON.parse(text) as { until: number }
    return until > Date.now() ? (value as Value) : undefined
  } catch {
    return undefined
  }
}

export function clearEncryptedCookie(reply: FastifyReply, name: string): void {
  const { origins } = reply.server
  reply.clearCookie(buildCookieName(name, origins), buildCookieOptions(origins))
}
