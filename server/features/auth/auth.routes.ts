import type { FastifyReply } from 'fastify'
import { AppError, unauthenticated } from '#server/errors.ts'
import type { Routes } from '#server/http/implement.ts'
import { keepQuestion, takeQuestion } from '#server/http/passkey-cookie.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/auth.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import * as passkeyEndpoints from '#shared/contracts/passkeys.endpoints.ts'
import * as twoFactorEndpoints from '#shared/contracts/two-factor.endpoints.ts'
import { signIn, signOut } from './auth.service.ts'
import { takeSecondStep } from './enter.service.ts'
import { askForPasskey, enterByPasskey } from './passkey.service.ts'
import { dropTicket, keepKnown, keepTicket, keepTrust, readTicket, visitorOf } from './step-cookies.ts'

export const routes: Routes = (implement, app) => {
  /** Tells the client how long it may show cached data offline: as long as an unused session would last. */
  const setOfflineLifetime = (reply: FastifyReply, { role }: CurrentUser) => {
    const { SESSION_DAYS, ADMIN_IDLE_HOURS } = app.settings
    const hours = role === 'member' ? SESSION_DAYS * 24 : Math.min(ADMIN_IDLE_HOURS, SESSION_DAYS * 24)
    reply.header('x-keep-for', hours * 3600)
  }
  implement(endpoints.readMe, ({ context, reply }) => {
    setOfflineLifetime(reply, context.actor)
    return context.actor
  })
  const startBrowserSession = async (reply: FastifyReply, token: string) => {
    const session = await findSession(app.pool, app.settings, token)
    if (!session) throw unauthenticated()
    setSessionCookie(reply, token, app.settings.SESSION_DAYS)
    keepKnown(reply, session.user.id)
    setOfflineLifetime(reply, session.user)
    return session.user
  }
  implement(endpoints.signIn, async ({ context, body, request, reply }) => {
    const result = await signIn(context, body, visitorOf(request))
    if (result.kind === 'in') return startBrowserSession(reply, result.token)
    keepTicket(reply, result.ticket)
    throw new AppError(401, 'second_step')
  })
  implement(twoFactorEndpoints.takeSecondStep, async ({ context, body, request, reply }) => {
    const { token, userId, trusted } = await takeSecondStep(
      context,
      readTicket(request),
      body,
      visitorOf(request),
    )
    dropTicket(reply)
    if (trusted) keepTrust(reply, userId, trusted)
    return startBrowserSession(reply, token)
  })
  implement(passkeyEndpoints.askForPasskey, async ({ context, reply }) => {
    const options = await askForPasskey(context)
    keepQuestion(reply, 'enter', options)
    return { ...options }
  })
  implement(passkeyEndpoints.enterByPasskey, async ({ context, body, request, reply }) => {
    const storedChallenge = await takeQuestion(request, reply, 'enter')
    const token = await enterByPasskey(
      context,
      app.origins,
      storedChallenge?.challenge,
      body,
      visitorOf(request),
    )
    dropTicket(reply)
    return startBrowserSession(reply, token)
  })
  implement(endpoints.signOut, async ({ context, reply }) => {
    await signOut(context)
    clearSessionCookie(reply)
  })
}
