// The question that a passkey is asked, kept in the browser that asked for it, and good once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/context.ts'
import { limitKey, takeAttempt } from '#server/identity/rate-limit.service.ts'
import { clearSealedCookie, readSealedCookie, setSealedCookie } from './sealed-cookie.ts'

interface Question {
  challenge: string
  /** The person and the session that requested the challenge; none for a sign-in, which has neither yet. */
  userId?: number
  sessionId?: number
}

/** A login screen may stand open for a while. */
const minutes = 30

/** A new one, one by which somebody comes in, or one of whoever is in already. */
type Purpose = 'add' | 'enter' | 'prove'

const nameOf = (purpose: Purpose) => `passkey_${purpose}`

export function keepQuestion(reply: FastifyReply, purpose: Purpose, question: Question): void {
  setSealedCookie(reply, nameOf(purpose), question, minutes * 60)
}

/** Undefined: none was asked here, or it has been answered, also at another instance. */
export async function takeQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
): Promise<Question | undefined> {
  const question = readSealedCookie<Question>(request, nameOf(purpose))
  if (!question) return undefined
  clearSealedCookie(reply, nameOf(purpose))
  const once = { key: limitKey('passkey', question.challenge), most: 1, minutes: minutes + 1 }
  return (await takeAttempt(request.server.context.db, once)) ? question : undefined
}

/** The challenge that this session of this person requested, or undefined. A challenge can be used once. */
export async function takeOwnChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
  { actor, sessionId }: SignedIn,
): Promise<string | undefined> {
  const question = await takeQuestion(request, reply, purpose)
  const isOwn = question?.userId === actor.id && question.sessionId === sessionId
  return isOwn ? question.challenge : undefined
}

export function keepOwnChallenge(
  reply: FastifyReply,
  purpose: Purpose,
  { actor, sessionId }: SignedIn,
  challenge: string,
): void {
  keepQuestion(reply, purpose, { challenge, userId: actor.id, sessionId })
}
