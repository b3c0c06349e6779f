// What the browser keeps for us for a few minutes and neither reads nor changes: encrypted, and with its end inside.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOptions, hostCookie } from './cookies.ts'

export function setSealedCookie(reply: FastifyReply, name: string, value: object, seconds: number): void {
  const { origins, context } = reply.server
  const text = JSON.stringify({ ...value, until: Date.now() + seconds * 1000 })
  const sealed = context.secret.encrypt(text, `cookie:${name}`).toString('base64url')
  reply.setCookie(hostCookie(name, origins), sealed, { ...cookieOptions(origins), maxAge: seconds })
}

/** Undefined when there is none, when it is not ours, or when its time is over. */
export function readSealedCookie<Value>(request: FastifyRequest, name: string): Value | undefined {
  const { origins, context } = request.server
  const sealed = request.cookies[hostCookie(name, origins)]
  if (!sealed) return undefined
  try {
    const text = context.secret.decrypt(Buffer.from(sealed, 'base64url'), `cookie:${name}`)
    const { until, ...value } = JSON.parse(text) as { until: number }
    return until > Date.now() ? (value as Value) : undefined
  } catch {
    return undefined
  }
}

export function clearSealedCookie(reply: FastifyReply, name: string): void {
  const { origins } = reply.server
  reply.clearCookie(hostCookie(name, origins), cookieOptions(origins))
}
