// What the browser keeps for us for a few minutes and neither reads nor changes: encrypted, and with its end inside.
import type { FastifyReply, FastifyRequest } from 'fastify'

function optionsFor(origins: readonly string[]) {
  const secure = origins.some(origin => origin.startsWith('https:'))
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

function nameFor(name: string, origins: readonly string[]): string {
  return optionsFor(origins).secure ? `__Host-${name}` : name
}

export function setSealedCookie(reply: FastifyReply, name: string, value: object, seconds: number): void {
  const { origins, context } = reply.server
  const text = JSON.stringify({ ...value, until: Date.now() + seconds * 1000 })
  const sealed = context.secret.encrypt(text, `cookie:${name}`).toString('base64url')
  reply.setCookie(nameFor(name, origins), sealed, { ...optionsFor(origins), maxAge: seconds })
}

/** Undefined when there is none, when it is not ours, or when its time is over. */
export function readSealedCookie<Value>(request: FastifyRequest, name: string): Value | undefined {
  const { origins, context } = request.server
  const sealed = request.cookies[nameFor(name, origins)]
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
  reply.clearCookie(nameFor(name, origins), optionsFor(origins))
}
