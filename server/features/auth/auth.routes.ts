import type { FastifyReply } from 'fastify'
import { AppError, unauthenticated } from '#server/errors.ts'
import {
  consumePasskeyChallenge,
  storePasskeyChallenge,
} from '#server/http/cookies/passkey-challenge-cookie.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/auth/auth.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import * as passkeyEndpoints from '#shared/contracts/auth/passkeys.endpoints.ts'
import * as twoFactorEndpoints from '#shared/contracts/auth/two-factor.endpoints.ts'
import { signIn, signOut } from './auth.service.ts'
import { completeSecondFactorStep } from './complete-sign-in.service.ts'
import { createPasskeySignInChallenge, signInWithPasskey } from './passkey-sign-in.service.ts'
import {
  clearSecondFactorStepCookie,
  readClientDetailsFromSignInRequest,
  readSecondFactorStepCookie,
  setKnownDeviceCookie,
  setSecondFactorStepCookie,
  setTrustedDeviceCookie,
} from './sign-in-cookies.ts'

export const registerRoutes: FeatureRoutes = (implement, app) => {
  /**
   * Sends the client the time for which it may show cached data offline, which equals the maximum idle time of a
   * session.
   */
  const setOfflineLifetime = (reply: FastifyReply, { role }: CurrentUser) => {
    const { SESSION_DAYS, ADMIN_IDLE_HOURS } = app.settings
    const hours = role === 'member' ? SESSION_DAYS * 24 : Math.min(ADMIN_IDLE_HOURS, SESSION_DAYS * 24)
    reply.header('x-keep-for', hours * 3600)
  }
  implement(endpoints.readCurrentUser, ({ context, reply }) => {
    setOfflineLifetime(reply, context.actor)
    return context.actor
  })
  const startBrowserSession = async (reply: FastifyReply, token: string) => {
    const session = await findSession(app.pool, app.settings, token)
    if (!session) throw unauthenticated()
    setSessionCookie(reply, token, app.settings.SESSION_DAYS)
    setKnownDeviceCookie(reply, session.user.id)
    setOfflineLifetime(reply, session.user)
    return session.user
  }
  implement(endpoints.signIn, async ({ context, body, request, reply }) => {
    const result = await signIn(context, body, readClientDetailsFromSignInRequest(request))
    if (result.kind === 'in') return startBrowserSession(reply, result.token)
    setSecondFactorStepCookie(reply, result.ticket)
    throw new AppError(401, 'second_step')
  })
  implement(twoFactorEndpoints.submitSecondFactor, async ({ context, body, request, reply }) => {
    const { token, userId, trusted } = await completeSecondFactorStep(
      context,
      readSecondFactorStepCookie(request),
      body,
      readClientDetailsFromSignInRequest(request),
    )
    clearSecondFactorStepCookie(reply)
    if (trusted) setTrustedDeviceCookie(reply, userId, trusted)
    return startBrowserSession(reply, token)
  })
  implement(passkeyEndpoints.requestPasskeyOptions, async ({ context, reply }) => {
    const options = await createPasskeySignInChallenge(context)
    storePasskeyChallenge(reply, 'enter', options)
    return { ...options }
  })
  implement(passkeyEndpoints.finishPasskeySignIn, async ({ context, body, request, reply }) => {
    const storedChallenge = await consumePasskeyChallenge(request, reply, 'enter')
    const token = await signInWithPasskey(
      context,
      app.origins,
      storedChallenge?.challenge,
      body,
      readClientDetailsFromSignInRequest(request),
    )
    clearSecondFactorStepCookie(reply)
    return startBrowserSession(reply, token)
  })
  implement(endpoints.signOut, async ({ context, reply }) => {
    await signOut(context)
    clearSessionCookie(reply)
  })
}
