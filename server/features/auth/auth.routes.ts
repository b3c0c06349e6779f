import type { FastifyReply } from 'fastify'
import { AppError, unauthenticated } from '#server/errors.ts'
import type { Routes } from '#server/http/implement.ts'
import { keepQuestion, takeQuestion } from '#server/http/passkey-cookie.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/auth.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import * as doors from '#shared/contracts/passkeys.endpoints.ts'
import * as steps from '#shared/contracts/two-factor.endpoints.ts'
import { signIn, signOut } from './auth.service.ts'
import { takeSecondStep } from './enter.service.ts'
import { askForPasskey, enterByPasskey } from './passkey.service.ts'
import { dropTicket, keepKnown, keepTicket, keepTrust, readTicket, visitorOf } from './step-cookies.ts'

export const routes: Routes = (implement, app) => {
  /** How long a device may show what it has of this person without asking: as long as the session would last unused. */
  const mayKeep = (reply: FastifyReply, { role }: CurrentUser) => {
    const { SESSION_DAYS, ADMIN_IDLE_HOURS } = app.settings
    const hours = role === 'member' ? SESSION_DAYS * 24 : Math.min(ADMIN_IDLE_HOURS, SESSION_DAYS * 24)
    reply.header('x-keep-for', hours * 3600)
  }
  implement(endpoints.readMe, ({ context, reply }) => {
    mayKeep(reply, context.actor)
    return context.actor
  })
  const letIn = async (reply: FastifyReply, token: string) => {
    const session = await findSession(app.pool, app.settings, token)
    if (!session) throw unauthenticated()
    setSessionCookie(reply, token, app.settings.SESSION_DAYS)
    keepKnown(reply, session.user.id)
    mayKeep(reply, session.user)
    return session.user
  }
  implement(endpoints.signIn, async ({ context, body, request, reply }) => {
    const entrance = await signIn(context, body, visitorOf(request))
    if (entrance.kind === 'in') return letIn(reply, entrance.token)
    keepTicket(reply, entrance.ticket)
    throw new AppError(401, 'second_step')
  })
  implement(steps.takeSecondStep, async ({ context, body, request, reply }) => {
    const { token, userId, trusted } = await takeSecondStep(
      context,
      readTicket(request),
      body,
      visitorOf(request),
    )
    dropTicket(reply)
    if (trusted) keepTrust(reply, userId, trusted)
    return letIn(reply, token)
  })
  implement(doors.askForPasskey, async ({ context, reply }) => {
    const options = await askForPasskey(context)
    keepQuestion(reply, 'enter', options)
    return { ...options }
  })
  implement(doors.enterByPasskey, async ({ context, body, request, reply }) => {
    const question = await takeQuestion(request, reply, 'enter')
    const token = await enterByPasskey(context, app.origins, question?.challenge, body, visitorOf(request))
    dropTicket(reply)
    return letIn(reply, token)
  })
  implement(endpoints.signOut, async ({ context, reply }) => {
    await signOut(context)
    clearSessionCookie(reply)
  })
}
