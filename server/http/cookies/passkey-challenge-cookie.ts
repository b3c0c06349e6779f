// WebAuthn challenges for passkeys, each of which can be used once.
// A passkey challenge is stored in an encrypted cookie of the browser that requested it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInContext } from '#server/context.ts'
import { countAttemptIfAllowed, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { clearEncryptedCookie, readEncryptedCookie, setEncryptedCookie } from './encrypted-cookie.ts'

interface StoredChallenge {
  challenge: string
  /** User and session that requested the passkey challenge. Both are unset when the challenge is for signing in. */
  userId?: number
  sessionId?: number
}

/** Lifetime of a passkey challenge in minutes. Users may leave a sign-in screen open for a while. */
const minutes = 30

/** Purpose of the passkey challenge: register a new passkey, sign in, or re-authenticate a signed-in user. */
type Purpose = 'add' | 'enter' | 'prove'

const buildChallengeCookieName = (purpose: Purpose) => `passkey_${purpose}`

export function storePasskeyChallenge(
  reply: FastifyReply,
  purpose: Purpose,
  storedChallenge: StoredChallenge,
): void {
  setEncryptedCookie(reply, buildChallengeCookieName(purpose), storedChallenge, minutes * 60)
}

/**
 * Returns the passkey challenge that this browser requested and marks it as used.
 * Returns undefined when there is none, or when it was used before on any server instance.
 */
export async function consumePasskeyChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
): Promise<StoredChallenge | undefined> {
  const storedChallenge = readEncryptedCookie<StoredChallenge>(request, buildChallengeCookieName(purpose))
  if (!storedChallenge) return undefined
  clearEncryptedCookie(reply, buildChallengeCookieName(purpose))
  const attemptLimit = {
    key: hashRateLimitKey('passkey', storedChallenge.challenge),
    most: 1,
    minutes: minutes + 1,
  }
  return (await countAttemptIfAllowed(request.server.context.db, attemptLimit)) ? storedChallenge : undefined
}

/** Returns the passkey challenge that this user's session requested, or undefined. A challenge can be used once. */
export async function consumePasskeyChallengeOfSession(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
  { actor, sessionId }: SignedInContext,
): Promise<string | undefined> {
  const storedChallenge = await consumePasskeyChallenge(request, reply, purpose)
  const isOwn = storedChallenge?.userId === actor.id && storedChallenge.sessionId === sessionId
  return isOwn ? storedChallenge.challenge : undefined
}

export function storePasskeyChallengeOfSession(
  reply: FastifyReply,
  purpose: Purpose,
  { actor, sessionId }: SignedInContext,
  challenge: string,
): void {
  storePasskeyChallenge(reply, purpose, { challenge, userId: actor.id, sessionId })
}
